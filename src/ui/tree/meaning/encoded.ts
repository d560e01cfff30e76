// Strings that hold something else: base64 of text or of a picture, or a JSON Web Token. Nothing is verified here.

import { holdsJson } from './jsontext.ts';
import { CLAIMS } from '../../strings/editors/meaning.ts';

/** A token's parts as JSON, and the times that it names. @see RFC 7519 §4.1 */
export interface Token {
  readonly header: string;
  readonly payload: string;
  readonly times: readonly { readonly name: string; readonly ms: number }[];
}

/** What base64 holds. */
export type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'picture'; readonly mime: string; readonly size: number; readonly url: string };

/** Shorter words are no base64 that is worth a look. */
const SHORTEST = 16;
const TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const URL_SAFE = /^[A-Za-z0-9_-]+={0,2}$/;
const DATA = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.=-]+)*);base64,/i;
// eslint-disable-next-line no-control-regex -- bytes that no text holds
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/;
const PICTURES = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
] as const;

/** Whether a string looks like a token from its beginning: enough where it was cut. */
export function startsToken(text: string): boolean {
  return /^eyJ[\w-]{8,}(?:\.|$)/.test(text);
}

/** The kind of picture that a string holds, from its beginning; `null` for none. */
export function startsPicture(text: string): string | null {
  const prefix = DATA.exec(text)?.[0] ?? '';
  return PICTURES.find(([start]) => text.startsWith(start, prefix.length))?.[1] ?? null;
}

/** The parts of a JSON Web Token; `null` where it is none. */
export function tokenOf(text: string): Token | null {
  if (!TOKEN.test(text)) return null;
  const [head = '', body = ''] = text.split('.');
  const [header, payload] = [textIn(head), textIn(body)];
  if (header === null || payload === null || !holdsJson(header) || !holdsJson(payload)) return null;
  const claims = new Map(Object.entries(JSON.parse(payload) as object));
  const times = Object.entries(CLAIMS).flatMap(([key, name]) => {
    const value: unknown = claims.get(key);
    return typeof value === 'number' && Math.abs(value) < 8.64e12 ? [{ name, ms: value * 1000 }] : [];
  });
  return { header, payload, times };
}

/** What a string of base64, or a `data:` address, holds; `null` where it is none, or nothing that can be shown. */
export function contentOf(text: string): Content | null {
  const data = DATA.exec(text);
  const body = data === null ? text : text.slice(data[0].length);
  if (data === null && body.length < SHORTEST) return null;
  const mime = startsPicture(text);
  if (mime !== null) {
    const size = bytesIn(body)?.length;
    return size === undefined ? null : { type: 'picture', mime, size, url: `data:${mime};base64,${body}` };
  }
  const decoded = textIn(body);
  return decoded === null || decoded === '' ? null : { type: 'text', text: decoded };
}

/** The text in base64, either alphabet; `null` where there is none. */
function textIn(base64: string): string | null {
  const bytes = bytesIn(base64);
  if (bytes === null) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return UNPRINTABLE.test(text) ? null : text;
  } catch {
    return null;
  }
}

function bytesIn(base64: string): Uint8Array | null {
  const isUrlSafe = URL_SAFE.test(base64);
  if (!isUrlSafe && (!BASE64.test(base64) || base64.length % 4 !== 0)) return null;
  const plain = isUrlSafe ? base64.replaceAll('-', '+').replaceAll('_', '/') : base64;
  try {
    return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
