// Schemas that nobody chose: the one that a document names in `$schema`, and those that SchemaStore's catalogue lists for the
// name of a file. Finding them fetches nothing from elsewhere.

import { unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { DocumentClient } from '../client/document.ts';

/** An address that is longer, in bytes, is none. */
const LONGEST = 4000;
const KEY = '$schema';
/** Meta-schemas that need no fetch. */
const BUILT_IN = /^https?:\/\/json-schema\.org\/(?:draft-0[467]|draft\/(?:2019-09|2020-12))\/schema#?$/;

/** A schema that could be used once a person has agreed to its host. */
export interface SchemaOffer {
  readonly url: string;
  readonly host: string;
  /** What the catalogue calls it; `null` for one that the document names. */
  readonly name: string | null;
}

/** What a document names in `$schema`, at its root; `null` for nothing. */
export async function readNamed(client: DocumentClient): Promise<string | null> {
  try {
    const { isExact, path, range } = await client.locate({ type: 'path', path: [KEY] });
    if (!isExact || range === null || path.length !== 1 || path[0] !== KEY) return null;
    if (range.end - range.start > LONGEST) return null;
    const text = decodeUtf8(await client.readRange(range));
    return /^["']/.test(text) ? unquote(text) : null;
  } catch {
    // Written meanwhile: it is looked for again.
    return null;
  }
}

/** Whether an address is that of a meta-schema which is built in. */
export function isBuiltIn(uri: string): boolean {
  return BUILT_IN.test(uri);
}

/** The catalogue's schema for the name of a file; `null` where it has none, or more than one. */
export async function findByName(file: string): Promise<{ readonly name: string; readonly url: string } | null> {
  const { schemas } = (await import('./catalogue.json')).default as unknown as Catalogue;
  const found = schemas.filter(([, , patterns]) => patterns.some((pattern) => matches(pattern, file)));
  const [[name, url] = [], ...others] = found;
  return name === undefined || url === undefined || others.length > 0 ? null : { name, url };
}

interface Catalogue {
  readonly schemas: readonly (readonly [name: string, url: string, patterns: readonly string[]])[];
}

/** Whether a name is as a pattern with `*` and `?` says. */
export function matches(pattern: string, file: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === file;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(file);
}
