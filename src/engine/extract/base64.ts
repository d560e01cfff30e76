// JSON in base64, both alphabets, with or without padding. The whole run is decoded.

import { BRACE, BRACKET, EQUALS, LETTER_E, LOW_LINE, MINUS, PLUS } from '../../shared/bytes/ascii.ts';
import { isWordByte, skipSpace } from '../base/json-tokens.ts';
import { StrictReader, FailedOffsets } from '../base/strict-reader.ts';

const SHORTEST = 8;
const VALUES = new Int8Array(256).fill(-1);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let index = 0; index < 64; index += 1) VALUES[ALPHABET.charCodeAt(index)] = index;
VALUES[MINUS] = 62;
VALUES[LOW_LINE] = 63;

/** Whether a run that may hold JSON starts here. */
export function beginsBase64(bytes: Uint8Array, at: number): boolean {
  const before = bytes[at - 1];
  if (isWordByte(before) || before === PLUS || before === MINUS) return false;
  const next = bytes[at + 1] ?? 0;
  // {" { \n, and [" [{ [[ [1 [t
  return bytes[at] === LETTER_E ? next === 0x79 || next === 0x77 : '123wyz'.includes(String.fromCharCode(next));
}

/** The JSON that a run of base64 holds, and the end of the run; `null` if it holds none. */
export function readBase64(
  bytes: Uint8Array,
  start: number,
): { readonly json: Uint8Array; readonly end: number } | number {
  let end = start;
  while (end < bytes.length && (VALUES[bytes[end] ?? 0] ?? -1) >= 0) end += 1;
  const length = end - start;
  while (end < bytes.length && end - start < length + 2 && bytes[end] === EQUALS) end += 1;
  if (length < SHORTEST || length % 4 === 1 || isWordByte(bytes[end])) return end;
  const json = new Uint8Array((length * 3) >> 2);
  let bits = 0;
  let count = 0;
  let index = 0;
  for (let at = start; at < start + length; at += 1) {
    bits = ((bits << 6) | (VALUES[bytes[at] ?? 0] ?? 0)) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    json[index] = (bits >> count) & 255;
    index += 1;
  }
  const reader = new StrictReader(json, json.length, new FailedOffsets());
  const first = skipSpace(json, 0, json.length);
  if (json[first] !== BRACE && json[first] !== BRACKET) return end;
  const last = reader.read(first);
  return last >= 0 && skipSpace(json, last, json.length) === json.length ? { json, end } : end;
}
