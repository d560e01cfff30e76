// Texts that a spreadsheet would take for formulas. An apostrophe in front makes them texts; in the typed form one is put
// before every text that begins with apostrophes and then a formula, too, and taken off again.

import { APOSTROPHE } from '../../shared/bytes/ascii.ts';

const STARTS = new Set([...'=+-@\t\r\n'].map((char) => char.charCodeAt(0)));
/** The last byte of `＝＋－＠` in UTF-8. */
const WIDE = new Set([0x9d, 0x8b, 0x8d, 0xa0]);

/** The number of apostrophes at the start of a text, if a formula begins behind them; otherwise -1. */
export function apostrophesBeforeFormula(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] === APOSTROPHE) at += 1;
  if (at >= end) return -1;
  const byte = bytes[at] ?? 0;
  if (STARTS.has(byte)) return at - start;
  return byte === 0xef && bytes[at + 1] === 0xbc && at + 2 < end && WIDE.has(bytes[at + 2] ?? 0) ? at - start : -1;
}
