// Documents one after another, as jq reads and writes them: `{"a": 1} {"a": 2}`, on one line or on many. They are read as the records
// of NDJSON, which each have a line.

import { BACKSLASH, BRACE, BRACE_END, BRACKET, BRACKET_END, CR, LF, QUOTE, SPACE, TAB } from '../shared/bytes/ascii.ts';
import type { JsonDocument } from '../engine/document/document.ts';
import { loadDocument } from '../engine/document/load-document.ts';

/** Reads several JSON documents in one text; `null` if it is none, one, or not JSON throughout. */
export function readConcatenated(text: Uint8Array): JsonDocument | null {
  const lines = onLines(text);
  if (lines === null) return null;
  const document = loadDocument(lines, 'ndjson');
  return document.isWhole ? document : null;
}

/** The text with one document a line; `null` for fewer than two. Whether each is valid is the scanner's part. */
function onLines(text: Uint8Array): Uint8Array | null {
  // At most one line end more than there are bytes: between any two.
  const out = new Uint8Array(text.length * 2);
  let [length, depth, count] = [0, 0, 0];
  let [isString, isScalar] = [false, false];
  const begin = (): void => {
    if (depth > 0) return;
    if (count > 0) out[length++] = LF;
    count += 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (isString) {
      out[length++] = byte;
      if (byte === BACKSLASH && at + 1 < text.length) out[length++] = text[++at] ?? 0;
      else if (byte === QUOTE) isString = false;
      continue;
    }
    const isSpace = byte === SPACE || byte === TAB || byte === LF || byte === CR;
    const isOpening = byte === BRACE || byte === BRACKET;
    const isClosing = byte === BRACE_END || byte === BRACKET_END;
    if (isSpace) {
      isScalar = false;
      // White space between documents is left out.
      if (depth > 0) out[length++] = byte === LF || byte === CR ? SPACE : byte;
      continue;
    }
    if (isOpening || byte === QUOTE || (depth === 0 && !isScalar && !isClosing)) begin();
    isScalar = !isOpening && !isClosing && byte !== QUOTE;
    isString = byte === QUOTE;
    if (isOpening) depth += 1;
    else if (isClosing && depth > 0) depth -= 1;
    out[length++] = byte;
  }
  return count > 1 && depth === 0 && !isString ? out.subarray(0, length) : null;
}
