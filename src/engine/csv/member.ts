// A key of the rows of a table, with what is known of its values.

import type { Name } from '../tape/places.ts';

/** A key at one place of the rows. */
export interface Member {
  readonly name: Name;
  readonly parent: Member | null;
  readonly members: Map<string, Member>;
  /** The member that came first in the last object, and the one that came after this one. */
  first: Member | null;
  after: Member | null;
  /** Order of first appearance: of it, and of it as a value; -1 for none. */
  readonly order: number;
  valueOrder: number;
  hasContainer: boolean;
  /** Whether its objects are written as JSON, because a key inside would not come back. */
  isWhole: boolean;
  /** The position of its column; -1 for none. */
  column: number;
}
