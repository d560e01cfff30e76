// Texts inside a text: base64, and JSON in a string. What is read is searched like the text around it. What is found in JSON is
// replaced at its place; base64 is replaced as a whole, because a part of it can't be.

import { decodeUtf8 } from '../../shared/bytes/utf8.ts';

/** A part of a text that is base64 of another text. */
export interface EncodedPart {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const BASE64 = /(?<![\w+/=-])(?:[A-Za-z0-9+/]{16,}={0,2}|[\w-]{16,}={0,2})(?![\w+/=-])/g;
const HEX = /^[0-9a-f]+$/i;
const DATA_URL = /data:([\w.+-]{1,40}\/[\w.+-]{1,60})?(?:;[\w=-]{1,40}){0,3};base64,/;
/** Control characters that texts don't have. */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const BINARY = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F\uFFFD]/;
/** Base64 that is shorter says nothing, unless a name says that it is a secret. */
const MIN_NAMED = 8;

/** Returns the parts of a text that are base64 of a text. `isNamed`: whether a name says that the text is secret. */
export function encodedParts(text: string, isNamed: boolean): EncodedPart[] {
  const parts: EncodedPart[] = [];
  if (text.length < (isNamed ? MIN_NAMED : 16)) return parts;
  if (isNamed && text.length < 16 && /^[\w+/-]+={0,2}$/.test(text) && text.length % 4 === 0) {
    const inner = readBase64(text);
    if (inner !== null) parts.push({ start: 0, end: text.length, text: inner });
  }
  // Images and fonts are long, and hold no text.
  if (DATA_URL.test(text) && !/data:(?:text|application\/json)/.test(text)) return parts;
  for (const { index, 0: encoded } of text.matchAll(BASE64)) {
    if (HEX.test(encoded)) continue;
    const inner = readBase64(encoded);
    if (inner !== null) parts.push({ start: index, end: index + encoded.length, text: inner });
  }
  return parts;
}

/** Decodes base64 of either alphabet; `null` unless it is text. */
export function readBase64(encoded: string): string | null {
  const plain = encoded.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (plain.length % 4 === 1) return null;
  // Most of what only looks like base64 shows in its first bytes.
  const start = bytesOf(plain.slice(0, 64));
  if (start === null || BINARY.test(decodeUtf8(start).slice(0, -3))) return null;
  const bytes = plain.length > 64 ? bytesOf(plain) : start;
  if (bytes === null || bytes.length === 0) return null;
  const text = decodeUtf8(bytes);
  return BINARY.test(text) ? null : text;
}

function bytesOf(plain: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Whether a text may hold JSON whose names or escapes matter. */
export function mayHoldJson(text: string): boolean {
  return text.includes('"') && (text.includes('{') || text.includes('[') || text.includes('":'));
}

/** The UTF-16 codes of a text. */
export function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) codes[at] = text.charCodeAt(at);
  return codes;
}
