// Between the values of the two parsers (PAN-4). Only numbers differ; the text of a document is never
// converted, because it is moved as text.

import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { CodedError } from '../../shared/errors.ts';
import { setMember, type Target } from './losslesstext.ts';
import { TOO_MANY } from '../../shared/texts/edits.ts';

/** A `LosslessNumber` takes about 100 bytes. */
const MOST_NUMBERS = 2 ** 24;

/** A copy of a tree of native values in which each finite number is a `LosslessNumber`, spelt as JavaScript spells it. @throws CodedError `too-large` */
export function toLossless(value: unknown): unknown {
  let count = 0;
  return copy(value, (leaf) => {
    // What has no spelling in JSON stays.
    if (typeof leaf !== 'number' || !Number.isFinite(leaf)) return leaf;
    count += 1;
    if (count > MOST_NUMBERS) {
      throw new CodedError('too-large', TOO_MANY.numbers(MOST_NUMBERS));
    }
    return new LosslessNumber(Object.is(leaf, -0) ? '-0' : String(leaf));
  });
}

/** A copy of a tree of lossless values in which each `LosslessNumber` is the double nearest to it, as `JSON.parse` reads it. */
export function toNative(value: unknown): unknown {
  return copy(value, (leaf) => (isLosslessNumber(leaf) ? Number(leaf.value) : leaf));
}

/** Copies arrays and plain objects without recursion; anything else is a leaf. */
function copy(value: unknown, convert: (leaf: unknown) => unknown): unknown {
  const waiting: { readonly from: object; readonly to: Target }[] = [];
  const take = (item: unknown): unknown => {
    if (!isContainer(item)) return convert(item);
    const to = Array.isArray(item) ? [] : {};
    waiting.push({ from: item, to });
    return to;
  };
  const root = take(value);
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const { from, to } = pair;
    if (Array.isArray(to)) for (const item of from as unknown[]) to.push(take(item));
    else for (const [key, item] of Object.entries(from)) setMember(to, key, take(item));
  }
  return root;
}

function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || (!isLosslessNumber(value) && Object.getPrototypeOf(value) === Object.prototype);
}
