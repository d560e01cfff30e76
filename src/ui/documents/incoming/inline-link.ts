// Documents inside the page's address: `json.`, followed by the text itself, or by the compressed text if the address would be
// long.
//
//   json.{"a":1}
//   json.gz.H4sIAAAAAAAAA6tWSlSyMqwFANJ4…      gzip, as base64url (RFC 4648, section 5)
//   json.json5.{a:1}    json.ndjson.gz.H4s…    in another dialect than JSON
//
// A document worker unpacks a compressed text, as it does a file: one layer, and never on the page's own thread.

import { DIALECTS, type Dialect } from '../../../shared/document/dialect.ts';
import { CodedError } from '../../../shared/errors.ts';
import { beginsAsGzip } from '../../../shared/bytes/first-bytes.ts';
import { KEY_FAILED } from '../../strings/documents/opening.ts';

/** No text in any dialect begins like this. */
export const PACKED = 'gz.';

/** A document as it is in an address. */
export interface Inline {
  /** The text, or gzip. */
  readonly content: Blob;
  readonly dialect: Dialect;
}

/** Reads the document from the part of an address after `json.`. @throws CodedError `unreadable` */
export function readInline(id: string): Inline {
  const dialect = DIALECTS.find((known) => id.startsWith(prefixOf(known)) && known !== 'json') ?? 'json';
  const text = id.slice(prefixOf(dialect).length);
  if (!text.startsWith(PACKED)) return { content: new Blob([text]), dialect };
  const bytes = fromBase64Url(text.slice(PACKED.length));
  if (bytes === null || !beginsAsGzip(bytes)) throw new CodedError('unreadable', KEY_FAILED.inline);
  return { content: new Blob([bytes]), dialect };
}

/** What a text in a dialect begins with. */
export function prefixOf(dialect: Dialect): string {
  return dialect === 'json' ? '' : `${dialect}.`;
}

/** Returns `null` for a text that is not base64url. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return null;
  }
}
