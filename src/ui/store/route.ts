// The url's hash as data (RTE-1). `left` and `right` hold compound keys, `source.id`, split at the first
// dot; values are percent-encoded.
//
//   #left=url.https%3A%2F%2Fexample.org%2Fa.json&right=json.%5B1%5D
//   #/section?left=…&right=…
//
// A pasted link is often not encoded: `&` parts that name neither panel belong to the value before them.

import { CodedError } from '../../shared/errors.ts';
import { KEY_FAILED } from '../texts/opening.ts';

export const DOCUMENT_SOURCES = ['local', 'cloud', 'url', 'json'] as const;
export type DocumentSource = (typeof DOCUMENT_SOURCES)[number];

/** What a hash says. Compound keys are decoded and not yet checked. */
export interface Route {
  readonly section: string | null;
  readonly left: string | null;
  readonly right: string | null;
}

/** A document's address. */
export interface CompoundKey {
  readonly source: DocumentSource;
  readonly id: string;
}

/** The key of a document that is kept under an id. */
export type ShelfKey = CompoundKey & { readonly source: 'local' | 'cloud' };

/** Whether a key is of this browser, or of the cloud. */
export function isShelfKey(key: CompoundKey): key is ShelfKey {
  return key.source === 'local' || key.source === 'cloud';
}

/** Reads a hash, with or without its `#`. Never throws. */
export function parseRoute(hash: string): Route {
  let rest = hash.startsWith('#') ? hash.slice(1) : hash;
  let section: string | null = null;
  if (rest.startsWith('/')) {
    const mark = rest.indexOf('?');
    section = decode(mark < 0 ? rest.slice(1) : rest.slice(1, mark)) || null;
    rest = mark < 0 ? '' : rest.slice(mark + 1);
  }
  const values = { left: '', right: '' };
  let current: keyof typeof values | null = null;
  for (const part of rest.split('&')) {
    const [, name, value = ''] = /^(left|right)=(.*)$/s.exec(part) ?? [];
    if (name === 'left' || name === 'right') {
      current = name;
      values[name] = value;
    } else if (current !== null) {
      values[current] += `&${part}`;
    }
  }
  return { section, left: decode(values.left) || null, right: decode(values.right) || null };
}

/** What an address of the old kind names: `?id=`, `?url=` or `?json=`. Never throws. @see requirements RTE-4 */
export function parseSearch(search: string): CompoundKey | null {
  const values = new URLSearchParams(search);
  const [id, url, json] = ['id', 'url', 'json'].map((name) => values.get(name));
  if (id) return { source: 'cloud', id };
  if (url) return { source: 'url', id: url };
  return json ? { source: 'json', id: json } : null;
}

/** Writes a hash with its `#`; empty where there is nothing to say. The inverse of `parseRoute`. */
export function formatRoute({ section, left, right }: Route): string {
  const values = [
    left !== null && `left=${encodeURIComponent(left)}`,
    right !== null && `right=${encodeURIComponent(right)}`,
  ];
  const query = values.filter((value) => value !== false).join('&');
  if (section !== null) return `#/${encodeURIComponent(section)}${query && `?${query}`}`;
  return query && `#${query}`;
}

/**
 * Splits a compound key at its first dot.
 * @throws CodedError `unreadable` for an unknown source or a missing id, with the sentence to show
 */
export function parseCompoundKey(key: string): CompoundKey {
  const dot = key.indexOf('.');
  const name = dot < 0 ? key : key.slice(0, dot);
  const source = DOCUMENT_SOURCES.find((known) => known === name);
  if (source === undefined) {
    throw new CodedError('unreadable', KEY_FAILED.source(name));
  }
  const id = dot < 0 ? '' : key.slice(dot + 1);
  if (id === '') throw new CodedError('unreadable', KEY_FAILED.id);
  return { source, id };
}

/** `source.id`. */
export function formatCompoundKey({ source, id }: CompoundKey): string {
  return `${source}.${id}`;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
