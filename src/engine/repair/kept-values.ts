// Compares the values of a text and of its repair, to refuse a repair that changes what could be read.

import { NUMBER_GRAMMAR } from '../../shared/document/json-text.ts';

/** Strings, numbers and literals between punctuation, as JSON spells them; or a string in other quotes, as the second group. */
const VALUE = new RegExp(
  [
    String.raw`(?=["'\-\dtfn])(?<=(?:[[{,]|(?<!\d):)\s*)(?:(`,
    String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"(?=\s*[,:}\]])`,
    String.raw`|(?:${NUMBER_GRAMMAR}|true|false|null)(?=\s*[,}\]]))`,
    String.raw`|('(?:[^'\\\r\n]|\\.)*')(?=\s*[,:}\]]))`,
  ].join(''),
  'g',
);
const TOKEN = /"(?:[^"\\\r\n]|\\.)*"|[^\s"{}[\],:]+/g;

/** Whether every value that can be read in a text is in its repair, in the same order and spelling. */
export function keepsValues(before: string, after: string): boolean {
  const kept = after.matchAll(TOKEN);
  for (const [, value] of before.matchAll(VALUE)) {
    if (value === undefined) continue;
    for (;;) {
      const next = kept.next();
      if (next.done === true) return false;
      if (next.value[0] === value) break;
    }
  }
  return true;
}
