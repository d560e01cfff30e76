// The natural order of texts, as used for sorting: runs of digits compare as numbers, so `item 9` comes before `item 10`, and
// case counts only between texts that are otherwise equal.

import { ZERO } from '../../shared/bytes/ascii.ts';

/** How texts are compared: in natural order, or by their units alone. */
export type Collation = 'natural' | 'units';

/** The form of a text that is compared first. */
export function foldText(text: string, collation: Collation): string {
  return collation === 'natural' ? text.toLowerCase() : text;
}

/** Compares texts in natural order; texts that differ only in case, by their units. */
export function compareTexts(one: string, two: string): number {
  return compareNatural(one.toLowerCase(), two.toLowerCase()) || compareUnits(one, two);
}

/** Compares texts in lower case in natural order: `item 9` before `item 10`. */
export function compareNatural(one: string, two: string): number {
  if (one === two) return 0;
  let i = 0;
  let j = 0;
  while (i < one.length && j < two.length) {
    const [x, y] = [one.charCodeAt(i), two.charCodeAt(j)];
    if (isDigit(x) && isDigit(y)) {
      const [m, n] = [digitsEnd(one, i), digitsEnd(two, j)];
      const [s, t] = [skipZeros(one, i, m), skipZeros(two, j, n)];
      if (m - s !== n - t) return m - s - (n - t);
      for (let k = 0; k < m - s; k += 1) {
        const difference = one.charCodeAt(s + k) - two.charCodeAt(t + k);
        if (difference !== 0) return difference;
      }
      i = m;
      j = n;
    } else if (x !== y) {
      return x - y;
    } else {
      i += 1;
      j += 1;
    }
  }
  return one.length - i - (two.length - j);
}

/** Compares texts by their UTF-16 units. */
export function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether a UTF-16 unit or byte is an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}

function digitsEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

function skipZeros(text: string, start: number, end: number): number {
  let at = start;
  while (at < end - 1 && text.charCodeAt(at) === ZERO) at += 1;
  return at;
}
