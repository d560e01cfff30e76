// Puts a document into an address, as `inline-link.ts` reads it. Loaded when something is shared.

import { DIALECTS, type Dialect } from '../../../shared/document/dialect.ts';
import type { Compress } from '../storage/content-form.ts';
import { PACKED, prefixOf } from './inline-link.ts';

/** Bytes converted to characters per call, limited by the number of arguments that a call may have. */
const CHUNK = 32_768;

/** Returns a text in readable form, to be put after `json.`; `null` where it would be mistaken for another form. */
export function plainInline(text: string, dialect: Dialect): string | null {
  const prefixes = [PACKED, ...DIALECTS.map((known) => prefixOf(known)).filter((prefix) => prefix !== '')];
  return prefixes.some((prefix) => text.startsWith(prefix)) ? null : prefixOf(dialect) + text;
}

/** Returns a content in compressed form, to be put after `json.`; `null` where that would exceed `most` characters. */
export async function packInline(
  content: Blob,
  dialect: Dialect,
  compress: Compress,
  most: number,
): Promise<string | null> {
  const packed = await compress(content);
  const prefix = prefixOf(dialect) + PACKED;
  if (prefix.length + Math.ceil((packed.size * 4) / 3) > most) return null;
  return prefix + toBase64Url(new Uint8Array(await packed.arrayBuffer()));
}

function toBase64Url(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return btoa(parts.join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
