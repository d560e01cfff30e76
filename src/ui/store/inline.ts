// Documents inside the page's address: `json.` and the text itself, or compressed for addresses that would be long.
//
//   json.{"a":1}
//   json.gz.H4sIAAAAAAAAA6tWSlSyMqwFANJ4…      gzip, as base64url (RFC 4648, section 5)
//   json.json5.{a:1}    json.ndjson.gz.H4s…    in another dialect than JSON

import { DIALECTS, type Dialect } from '../../shared/dialect.ts';
import { CodedError } from '../../shared/errors.ts';
import { KEY_FAILED } from '../texts/opening.ts';

/** No JSON begins so, and no text in another dialect. */
const PACKED = 'gz.';

/** A document as it is in an address. */
export interface Inline {
  readonly content: Blob;
  readonly dialect: Dialect;
}

/** The document that the part behind `json.` stands for. @throws CodedError `unreadable` */
export async function readInline(id: string): Promise<Inline> {
  const dialect = DIALECTS.find((known) => id.startsWith(prefixOf(known)) && known !== 'json') ?? 'json';
  const text = id.slice(prefixOf(dialect).length);
  if (!text.startsWith(PACKED)) return { content: new Blob([text]), dialect };
  try {
    const packed = Uint8Array.from(atob(text.slice(PACKED.length).replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    return { content: await through(new Blob([packed]), new DecompressionStream('gzip')), dialect };
  } catch {
    throw new CodedError('unreadable', KEY_FAILED.inline);
  }
}

/** A text as it stands behind `json.` for a person to read; `null` where it would be taken for something else. */
export function plainInline(text: string, dialect: Dialect): string | null {
  const prefixes = [PACKED, ...DIALECTS.map((known) => prefixOf(known)).filter((prefix) => prefix !== '')];
  return prefixes.some((prefix) => text.startsWith(prefix)) ? null : prefixOf(dialect) + text;
}

/** A content as it stands behind `json.`, compressed. */
export async function packInline(content: Blob, dialect: Dialect = 'json'): Promise<string> {
  const packed = await through(content, new CompressionStream('gzip'));
  const bytes = new Uint8Array(await packed.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return prefixOf(dialect) + PACKED + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function prefixOf(dialect: Dialect): string {
  return dialect === 'json' ? '' : `${dialect}.`;
}

function through(content: Blob, stream: GenericTransformStream): Promise<Blob> {
  return new Response(content.stream().pipeThrough(stream)).blob();
}
