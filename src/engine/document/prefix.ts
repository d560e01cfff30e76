// The beginning of a text as a document of its own, so that rows can be shown while the rest is still being read. The last
// incomplete value is left out, and open containers are closed:
//
//   {"a": 1, "b": [{"c": 2}, {"c":    ──▶    {"a": 1, "b": [{"c": 2}]}
//
// Values have the same entries, keys and offsets as in the whole document. Containers that end behind `cut` may hold more.

import type { Dialect } from '../../shared/document/dialect.ts';
import { BACKSLASH, BRACE, BRACE_END, BRACKET, BRACKET_END, COMMA, LF, QUOTE } from '../../shared/bytes/ascii.ts';
import { JsonDocument } from './document.ts';
import { loadDocument } from './load-document.ts';

/** The beginning of a document. */
export interface Prefix {
  readonly document: JsonDocument;
  /** The bytes that are in the text itself: behind them are closing brackets only. */
  readonly cut: number;
}

/** Returns the beginning of a text of which the first bytes are known; `null` when no value is complete, or one is not valid. */
export function prefixOf(bytes: Uint8Array, dialect: Dialect): Prefix | null {
  const found = dialect === 'ndjson' ? wholeLines(bytes) : dialect === 'json' ? wholeValues(bytes) : null;
  if (found === null) return null;
  const document = loadDocument([bytes.subarray(0, found.cut), found.closing], dialect);
  return document.isWhole ? { document, cut: found.cut } : null;
}

/** What remains of a text: the bytes before `cut`, and the brackets that close its containers. */
interface Remainder {
  readonly cut: number;
  readonly closing: Uint8Array;
}

function wholeLines(bytes: Uint8Array): Remainder | null {
  const cut = bytes.lastIndexOf(LF) + 1;
  return cut === 0 ? null : { cut, closing: new Uint8Array() };
}

function wholeValues(bytes: Uint8Array): Remainder | null {
  /** The closing brackets of the open containers, the outermost first. */
  const open: number[] = [];
  let cut = 0;
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
    } else if (byte === BRACE || byte === BRACKET) {
      open.push(byte + 2);
    } else if (byte === BRACE_END || byte === BRACKET_END) {
      open.pop();
      // The end of the root: there is nothing left to close.
      if (open.length === 0) return null;
      cut = at + 1;
      depth = open.length;
    } else if (byte === COMMA && open.length > 0) {
      cut = at;
      depth = open.length;
    }
  }
  if (cut === 0) return null;
  // Containers that were opened behind the cut are left out. None that is open at the end was closed before.
  return { cut, closing: Uint8Array.from(open.slice(0, depth).toReversed()) };
}

/** The index of a string's closing quote; that of the last byte when it is not there. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
}
