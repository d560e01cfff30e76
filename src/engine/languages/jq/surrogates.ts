// Replaces lone surrogates, which JSON can spell and UTF-8 cannot encode: jq rejects a document that has one.

import { BACKSLASH, LETTER_U } from '../../../shared/bytes/ascii.ts';

const REPLACEMENT = new TextEncoder().encode('\\ufffd');

/** Returns JSON with U+FFFD in place of each lone surrogate; the same array when there is none. */
export function mendSurrogates(json: Uint8Array): Uint8Array {
  let mended = json;
  for (let at = json.indexOf(BACKSLASH); at >= 0;) {
    const unit = escapeAt(json, at);
    let length = unit === null ? 2 : 6;
    if (unit !== null && (unit & 0xf800) === 0xd800) {
      const isPair = unit < 0xdc00 && ((escapeAt(json, at + 6) ?? 0) & 0xfc00) === 0xdc00;
      if (isPair) length = 12;
      else {
        if (mended === json) mended = json.slice();
        mended.set(REPLACEMENT, at);
      }
    }
    at = json.indexOf(BACKSLASH, at + length);
  }
  return mended;
}

/** The UTF-16 unit that is escaped at an offset; `null` for another escape or none. */
function escapeAt(json: Uint8Array, at: number): number | null {
  if (json[at] !== BACKSLASH || json[at + 1] !== LETTER_U) return null;
  return Number.parseInt(String.fromCharCode(...json.subarray(at + 2, at + 6)), 16);
}
