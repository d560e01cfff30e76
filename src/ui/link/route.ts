// The hash of the URL as data (RTE-1). `left` and `right` contain compound keys, `source.id`, split at the first dot; values
// are percent-encoded (`hash-value.ts`).
//
//   #left=url.https%3A%2F%2Fexample.org%2Fa.json&right=json.%5B1%5D
//   #/section?left=…&right=…
//
//   #mode=tree&path=%24.a&left=…              options come before the documents (`link-options.ts`)
//
// A typed or pasted link is often not encoded: `&` parts that name no panel, or name it a second time, belong to the value
// before them. So do parts of an unencoded web address that name no document.

import { DOCUMENT_SOURCES, type CompoundKey } from '../model/document-key.ts';
import { CodedError } from '../../shared/errors.ts';
import { KEY_FAILED } from '../strings/documents/opening.ts';
import { percentDecoded, readHashValue } from './hash-value.ts';

/** The start of a key, encoded or not. */
const NAMES_DOCUMENT = new RegExp(`^(?:${DOCUMENT_SOURCES.join('|')})\\.`);

/** The content of a hash. Compound keys are decoded but not validated. */
export interface Route {
  readonly section: string | null;
  readonly left: string | null;
  readonly right: string | null;
  /** The text before the documents, undecoded: `mode=tree&path=$.a`. @see link-options.ts */
  readonly options?: string;
}

/** Parses a hash, with or without `#`. Never throws. */
export function parseRoute(hash: string): Route {
  let rest = hash.startsWith('#') ? hash.slice(1) : hash;
  let section: string | null = null;
  if (rest.startsWith('/')) {
    const mark = rest.indexOf('?');
    section = percentDecoded(mark < 0 ? rest.slice(1) : rest.slice(1, mark)) || null;
    rest = mark < 0 ? '' : rest.slice(mark + 1);
  }
  const values: { left: string | null; right: string | null } = { left: null, right: null };
  let current: keyof typeof values | null = null;
  let options = '';
  for (const part of rest.split('&')) {
    const [, name, value = ''] = /^(left|right)=(.*)$/s.exec(part) ?? [];
    const isPartOfAddress =
      current !== null && /^url\.[^%]*:\/\//.test(values[current] ?? '') && !NAMES_DOCUMENT.test(value);
    if ((name === 'left' || name === 'right') && values[name] === null && !isPartOfAddress) {
      current = name;
      values[name] = value;
    } else if (current !== null) {
      values[current] += `&${part}`;
    } else if (part !== '' && part !== 'left' && part !== 'right') {
      options += `&${part}`;
    }
  }
  const read = { section, left: readValue(values.left), right: readValue(values.right) };
  return options ? { ...read, options: options.slice(1) } : read;
}

/** Parses an old link: `?id=`, `?url=` or `?json=`. Never throws. @see requirements RTE-4 */
export function parseSearch(search: string): CompoundKey | null {
  const values = new URLSearchParams(search);
  const [id, url, json] = ['id', 'url', 'json'].map((name) => values.get(name));
  if (id) return { source: 'cloud', id };
  // An unencoded address stays as it is, and extends to the end.
  const typed = /[?&]url=([a-z][a-z0-9+.-]*:\/\/.*)$/is.exec(search)?.[1];
  if (typed !== undefined) return { source: 'url', id: typed };
  if (url) return { source: 'url', id: url };
  return json ? { source: 'json', id: json } : null;
}

/** Formats a hash with its `#`; empty for an empty route. The inverse of `parseRoute`. */
export function formatRoute({ section, left, right, options }: Route): string {
  const values = [
    options ?? false,
    left !== null && `left=${percentEncoded(left)}`,
    right !== null && `right=${percentEncoded(right)}`,
  ];
  const query = values.filter((value) => value !== false).join('&');
  if (section !== null) return `#/${percentEncoded(section)}${query && `?${query}`}`;
  return query && `#${query}`;
}

/** Whether a value has the form of a compound key: a word and a dot. */
export function isCompoundKey(value: string): boolean {
  return value.indexOf('.') > 0;
}

/**
 * Splits a compound key at its first dot.
 * @throws CodedError `unreadable` for an unknown source or a missing id, with a message for the user
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

function readValue(value: string | null): string | null {
  return (value && readHashValue(value)) || null;
}

/** Lone surrogates, which can occur in stored text, can't be encoded. */
function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
