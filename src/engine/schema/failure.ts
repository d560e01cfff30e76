// The result of a failed check, stored until its sentence is requested.

import type { Check, SchemaNode } from './graph.ts';

/**
 * Why a value is invalid. `detail` depends on the reason: a count, or the number of a key (`dependent`: the index of the
 * dependency times the count of keys, plus the key).
 */
export interface SchemaFailure {
  readonly node: SchemaNode;
  /** The entry of a value; for a key, the complement of its member's entry. */
  readonly value: number;
  readonly reason: Reason;
  readonly check: Check | null;
  readonly detail: number;
  /** The alternatives that match (`several`). */
  readonly matched: readonly SchemaNode[];
  /** The alternatives that the error belongs to, and their value. Only the alternative that was meant reports. */
  readonly within: { readonly nodes: readonly number[]; readonly value: number } | null;
}

/** What is wrong; `value`: the value fails `check`. */
export type Reason =
  | 'value'
  | 'forbidden'
  | 'unknown'
  | 'unevaluated'
  | 'missing'
  | 'dependent'
  | 'tooFew'
  | 'tooMany'
  | 'contains'
  | 'repeated'
  | 'none'
  | 'several'
  | 'not';
