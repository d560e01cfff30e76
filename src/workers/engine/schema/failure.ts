// What a check found wrong, kept until somebody reads its sentence.

import type { Check, SchemaNode } from './graph.ts';

/** Why a value is not valid. `detail` is a number of a key, an entry or a count, by the reason. */
export interface Failure {
  readonly node: SchemaNode;
  /** The entry of a value; the complement of a member's, for its key. */
  readonly value: number;
  readonly reason: Reason;
  readonly check: Check | null;
  readonly detail: number;
  /** The alternatives that the error is one of, and their value: only the meant one reports. */
  readonly within: { readonly nodes: readonly number[]; readonly value: number } | null;
}

/** What was not as it should be; `value`: as the check says. */
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
