// The url's hash as data (RTE-1). `left` and `right` hold compound keys, `source.id`, split at the first
// dot; values are percent-encoded (`hash-value.ts`).
//
//   #left=url.https%3A%2F%2Fexample.org%2Fa.json&right=json.%5B1%5D
//   #/section?left=…&right=…
//
//   #mode=tree&path=%24.a&left=…              what is to be done with them stands before them (`link-options.ts`)
//
// A typed or pasted link is often not encoded: `&` parts that name no panel, or one for the second time, belong to the value
// before them. So do those that an unencoded address has and that name no document.

import { DOCUMENT_SOURCES, type CompoundKey } from '../../model/compound-key.ts';
import { CodedError } from '../../../shared/errors.ts';
import { KEY_FAILED } from '../../strings/documents/opening.ts';
import { percentDecoded, readHashValue } from './hash-value.ts';

/** The beginning of a key, encoded or not. */
const NAMES_DOCUMENT = new RegExp(`^(?:${DOCUMENT_SOURCES.join('|')})\\.`);

/** What a hash says. Compound keys are decoded and not yet checked. */
export interface Route {
  readonly section: string | null;
  readonly left: string | null;
  readonly right: string | null;
  /** What stands before the documents, as it is: `mode=tree&path=$.a`. @see link-options.ts */
  readonly options?: string;
}

/** Reads a hash, with or without its `#`. Never throws. */
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

/** What an address of the old kind names: `?id=`, `?url=` or `?json=`. Never throws. @see requirements RTE-4 */
export function parseSearch(search: string): CompoundKey | null {
  const values = new URLSearchParams(search);
  const [id, url, json] = ['id', 'url', 'json'].map((name) => values.get(name));
  if (id) return { source: 'cloud', id };
  // An address that nobody has encoded stays as it is, and goes on to the end.
  const typed = /[?&]url=([a-z][a-z0-9+.-]*:\/\/.*)$/is.exec(search)?.[1];
  if (typed !== undefined) return { source: 'url', id: typed };
  if (url) return { source: 'url', id: url };
  return json ? { source: 'json', id: json } : null;
}

/** Writes a hash with its `#`; empty where there is nothing to say. The inverse of `parseRoute`. */
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

/** Whether a value has the form of a compound key at all: a word and a dot. */
export function isCompoundKey(value: string): boolean {
  return value.indexOf('.') > 0;
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

function readValue(value: string | null): string | null {
  return (value && readHashValue(value)) || null;
}

/** Half a surrogate pair, as a text in the browser's storage may have it, has no encoding. */
function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
