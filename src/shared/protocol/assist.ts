// What a schema says of a place in a document: which keys and values may come there, and what describes it. The document
// worker tells what is around the place, a job worker that has the schema answers. @see docs/schema.md

import type { Dialect } from '../document/dialect.ts';
import type { Path } from '../document/path.ts';
import type { ByteOffset, ByteRange, NodeIndex } from '../units.ts';

/** What is around a place, as far as a schema has to know. */
export interface Surroundings {
  /** From the root to the value, or to the object that a key is wanted for. */
  readonly path: Path;
  /**
   * The containers on the way, one inside the other, each with its small members before the one that the path goes on
   * with; of an array only that item. Without the value at the end of the path, unless `hasValue`.
   */
  readonly outline: string;
  readonly dialect: Dialect;
  /** Whether the outline holds the value at the end of the path. */
  readonly hasValue: boolean;
  /** Keys of the object at the end of the path, or of the one around it; of a large one the first ones. */
  readonly keys: readonly string[];
}

/** The surroundings of a caret, and what to write there. */
export interface CaretSurroundings extends Surroundings {
  readonly at: 'key' | 'value';
  /** What is written takes the place of this; empty where nothing stands there yet. */
  readonly range: ByteRange;
  /** What stands there, as far as the caret: without quotes. */
  readonly typed: string;
  readonly isQuoted: boolean;
  readonly hasColon: boolean;
  /** The byte behind which a comma is missing before the caret; -1 for none. */
  readonly lacksComma: number;
  /** Whether something follows that a comma has to part from what is written. */
  readonly isFollowed: boolean;
}

/** A place whose surroundings are asked for. */
export type AssistTarget =
  /** A caret: what may come there. */
  | { readonly type: 'caret'; readonly offset: ByteOffset }
  /** A byte of a key or a value. */
  | { readonly type: 'offset'; readonly offset: ByteOffset }
  | { readonly type: 'node'; readonly node: NodeIndex }
  /** The container around a value. */
  | { readonly type: 'around'; readonly node: NodeIndex }
  /** A value that may be missing. */
  | { readonly type: 'path'; readonly path: Path };

/** The surroundings of a target. */
export interface Surrounded {
  readonly at: Surroundings;
  /** Of a target in the text. */
  readonly caret: CaretSurroundings | null;
  /** Of the key or value at an offset. */
  readonly range: ByteRange | null;
}

/** The first ones of a list that match what was typed, and how many there are. */
export interface Proposals<T> {
  readonly items: readonly T[];
  /** Exact. */
  readonly count: number;
}

/** What a schema says of a value. */
export interface Annotation {
  /** `null` where it says nothing. */
  readonly title: string | null;
  readonly description: string | null;
  /** Names of types; none where any is allowed. */
  readonly types: readonly string[];
  readonly format: string | null;
  readonly isDeprecated: boolean;
  /** What to use instead, where the schema says so. */
  readonly deprecation: string | null;
  readonly isReadOnly: boolean;
}

/** A key that may come. */
export interface KeyProposal extends Annotation {
  readonly key: string;
  readonly isRequired: boolean;
  /** JSON on one line: the default, or the only value that is allowed; `null` where there is neither, or it is long. */
  readonly value: string | null;
  /** Whether some values are listed for it. */
  readonly hasValues: boolean;
}

/** A value that may come. */
export interface ValueProposal {
  /** JSON, as the schema spells it. */
  readonly json: string;
  readonly description: string | null;
  readonly isDefault: boolean;
  /** From a list of all that is allowed, or only from a default or an example. */
  readonly isAllowedAlone: boolean;
}

/** What a schema says of a place. */
export interface PlaceNote extends Annotation {
  readonly isRequired: boolean;
  /** Whether the schema says anything of it. */
  readonly isKnown: boolean;
}

/** What is asked of a schema. */
export type AssistRequest =
  | { readonly type: 'keys'; readonly at: Surroundings; readonly typed: string }
  | { readonly type: 'values'; readonly at: Surroundings; readonly typed: string }
  /** Of the place itself. */
  | { readonly type: 'describe'; readonly at: Surroundings }
  /** Of members of the object at the end of the path, or of items of the array. */
  | { readonly type: 'children'; readonly at: Surroundings; readonly children: Path };

/** The answers to those. */
export type AssistAnswer =
  | { readonly type: 'keys'; readonly keys: Proposals<KeyProposal> }
  | { readonly type: 'values'; readonly values: Proposals<ValueProposal> }
  | { readonly type: 'describe'; readonly note: PlaceNote; readonly values: Proposals<ValueProposal> }
  | { readonly type: 'children'; readonly notes: readonly PlaceNote[] };
