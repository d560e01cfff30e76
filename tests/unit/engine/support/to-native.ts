// Converts lossless values to native ones, for comparison with `JSON.parse`. Not recursive: documents are a million levels
// deep.

import { isLosslessNumber } from 'lossless-json';
import { setMember, type TextTarget } from '../../../../src/engine/values/lossless-text.ts';

/** Returns a copy in which each `LosslessNumber` is the nearest double, as `JSON.parse` reads it. */
export function toNative(value: unknown): unknown {
  const waiting: { readonly from: object; readonly to: TextTarget }[] = [];
  const take = (item: unknown): unknown => {
    if (isLosslessNumber(item)) return Number(item.value);
    if (typeof item !== 'object' || item === null) return item;
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
