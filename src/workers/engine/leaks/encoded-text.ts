// Texts inside a text: JSON in a string, base64, percent-encoded addresses. What is read is searched like the text around it.

import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { Secret, TextContext } from './secret.ts';
import { nameOfItem, nameOfMember } from './value-names.ts';

/** Searches a text. */
type Search = (text: string, context: TextContext) => Secret[];

/** A part of a text that holds another one. */
export interface DecodedPart {
  /** The characters that were decoded. */
  readonly encoded: string;
  /** Searches what they stand for; `name` is that of the text around them. */
  readonly secrets: (search: Search, name: string | null) => Secret[];
}

const BASE64 = /(?<![\w+/=-])(?:[A-Za-z0-9+/]{16,}={0,2}|[\w-]{16,}={0,2})(?![\w+/=-])/g;
const HEX = /^[0-9a-f]+$/i;
const DATA_URL = /data:([\w.+-]{1,40}\/[\w.+-]{1,60})?(?:;[\w=-]{1,40}){0,3};base64,/g;
const PERCENT = /%[0-9A-Fa-f]{2}/;
/** Control characters that texts don't have. */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const BINARY = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F\uFFFD]/;

/** Returns the parts of a text that hold another one. */
export function decodedParts(text: string): DecodedPart[] {
  const parts: DecodedPart[] = [];
  const value = /^\s*[[{"]/.test(text) ? readJson(text) : undefined;
  if (value !== undefined) return [{ encoded: text, secrets: (search, name) => secretsOf(value, name, search) }];
  // Images and fonts are long, and hold no text.
  const isData = DATA_URL.test(text);
  DATA_URL.lastIndex = 0;
  if (text.length >= 16 && (!isData || /data:(?:text|application\/json)/.test(text))) {
    for (const [encoded] of text.matchAll(BASE64)) {
      if (HEX.test(encoded)) continue;
      const inner = readBase64(encoded);
      if (inner !== null) parts.push({ encoded, secrets: (search, name) => search(inner, { name }) });
    }
  }
  if (PERCENT.test(text)) {
    const inner = readPercent(text);
    if (inner !== text) parts.push({ encoded: text, secrets: (search, name) => search(inner, { name }) });
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

function readPercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The secrets of a value and of everything in it, on an explicit stack: it may be nested as deeply as it likes. */
function secretsOf(root: unknown, rootName: string | null, search: Search): Secret[] {
  const found: Secret[] = [];
  const stack: { readonly value: unknown; readonly context: TextContext }[] = [
    { value: root, context: { name: rootName } },
  ];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, context } = next;
    if (typeof value === 'string') {
      found.push(...search(value, context));
    } else if (typeof value === 'number') {
      if (value > 1e12) found.push(...search(String(value), context));
    } else if (Array.isArray(value)) {
      const items: readonly unknown[] = value;
      items.forEach((item, index) => {
        const before = items[index - 1];
        const name = nameOfItem(typeof before === 'string' ? before : null, index, items.length, context.name);
        stack.push({ value: item, context: { name } });
      });
    } else if (typeof value === 'object' && value !== null) {
      const members = new Map(Object.entries(value));
      for (const [key, member] of members) {
        found.push(...search(key, { name: null }));
        const name = nameOfMember(key, (sibling) => {
          const named = members.get(sibling);
          return typeof named === 'string' ? named : null;
        });
        stack.push({ value: member, context: { name } });
      }
    }
  }
  return found;
}
