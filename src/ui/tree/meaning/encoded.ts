// Strings that contain something else: text or a picture in base64, or a JSON Web Token. No signature is verified.

import { holdsJson } from './json-text.ts';
import { CLAIMS } from '../../strings/editors/meaning.ts';

/** The parts of a token as JSON, and the times that it contains. @see RFC 7519 §4.1 */
export interface DecodedToken {
  readonly header: string;
  readonly payload: string;
  readonly times: readonly { readonly name: string; readonly ms: number }[];
}

/** The content of a base64 string. */
export type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'picture'; readonly mime: string; readonly size: number; readonly url: string };

/** Shorter strings are not considered base64: most are plain words. */
const MIN_BASE64_LENGTH = 16;
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

/** Whether a string begins like a token; used for values that are cut. */
export function startsToken(text: string): boolean {
  return /^eyJ[\w-]{8,}(?:\.|$)/.test(text);
}

/** Returns the media type of the picture that a string contains, judged by its beginning; `null` when it is none. */
export function startsPicture(text: string): string | null {
  const prefix = DATA.exec(text)?.[0] ?? '';
  return PICTURES.find(([start]) => text.startsWith(start, prefix.length))?.[1] ?? null;
}

/** Returns the parts of a JSON Web Token; `null` when it is none. */
export function tokenOf(text: string): DecodedToken | null {
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

/** Decodes a base64 string or a `data:` address; `null` when it is neither, or its content can't be shown. */
export function contentOf(text: string): Content | null {
  const data = DATA.exec(text);
  const body = data === null ? text : text.slice(data[0].length);
  if (data === null && body.length < MIN_BASE64_LENGTH) return null;
  const mime = startsPicture(text);
  if (mime !== null) {
    const size = bytesIn(body)?.length;
    return size === undefined ? null : { type: 'picture', mime, size, url: `data:${mime};base64,${body}` };
  }
  const decoded = textIn(body);
  return decoded === null || decoded === '' ? null : { type: 'text', text: decoded };
}

/** Decodes text in base64, in either alphabet; `null` when it is not printable UTF-8. */
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
