// The values that a check allows: those of `enum` or `const`, or of several alternatives that come equally near.

import type { ValueCheck } from './graph.ts';
import type { ValueReader } from './value-reader.ts';

/** A check of allowed values. */
export type AllowedCheck = Extract<ValueCheck, { type: 'values' }>;

/** A value in a schema. */
export interface AllowedValue {
  readonly reader: ValueReader;
  readonly value: number;
}

/** The number of values, where several alternatives allow the same one counted several times. */
export function countAllowed({ values, others = [] }: AllowedCheck): number {
  return others.reduce((sum, { count }) => sum + count, values.count);
}

/** The first values, at most `most`. */
export function* allowedValues({ values, others = [] }: AllowedCheck, most: number): Generator<AllowedValue> {
  let left = most;
  for (const set of [values, ...others]) {
    for (let index = 0; index < set.count && left > 0; index += 1, left -= 1)
      yield { reader: set.reader, value: set.at(index) };
  }
}
