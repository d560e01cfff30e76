// Schemas that the user did not choose: the one that a document names in `$schema`, and those that SchemaStore's catalogue
// lists for a file name. Finding them does not use the network.

import { unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { DocumentClient } from '../client/document.ts';

/** Longest address, in bytes; longer strings are ignored. */
const MAX_ADDRESS_BYTES = 4000;
const KEY = '$schema';
/** Meta-schemas that are built in and need no fetch. */
const BUILT_IN = /^https?:\/\/json-schema\.org\/(?:draft-0[467]|draft\/(?:2019-09|2020-12))\/schema#?$/;

/** A schema that can be used once the user has allowed its host. */
export interface SchemaOffer {
  readonly url: string;
  readonly host: string;
  /** Its name in the catalogue; `null` if the document names it. */
  readonly name: string | null;
}

/** Returns the value of `$schema` at the root of a document; `null` if there is none. */
export async function readNamed(client: DocumentClient): Promise<string | null> {
  try {
    const { isExact, path, range } = await client.locate({ type: 'path', path: [KEY] });
    if (!isExact || range === null || path.length !== 1 || path[0] !== KEY) return null;
    if (range.end - range.start > MAX_ADDRESS_BYTES) return null;
    const text = decodeUtf8(await client.readRange(range));
    return /^["']/.test(text) ? unquote(text) : null;
  } catch {
    // The document was written: this is called again after that.
    return null;
  }
}

/** Whether an address is that of a built-in meta-schema. */
export function isBuiltIn(uri: string): boolean {
  return BUILT_IN.test(uri);
}

/** Returns the catalogue's schema for a file name; `null` if it has none, or more than one. */
export async function findByName(file: string): Promise<{ readonly name: string; readonly url: string } | null> {
  const { schemas } = (await import('./catalogue.json')).default as unknown as Catalogue;
  const found = schemas.filter(([, , patterns]) => patterns.some((pattern) => matches(pattern, file)));
  const [[name, url] = [], ...others] = found;
  return name === undefined || url === undefined || others.length > 0 ? null : { name, url };
}

interface Catalogue {
  readonly schemas: readonly (readonly [name: string, url: string, patterns: readonly string[]])[];
}

/** Whether a file name matches a pattern with `*` and `?`. */
export function matches(pattern: string, file: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === file;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(file);
}
