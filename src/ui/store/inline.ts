// Documents inside the page's address: `json.` and the text itself, or compressed for addresses that would be long.
//
//   json.{"a":1}
//   json.gz.H4sIAAAAAAAAA6tWSlSyMqwFANJ4…      gzip, as base64url (RFC 4648, section 5)

import { CodedError } from '../../shared/errors.ts';
import { KEY_FAILED } from '../texts/opening.ts';

/** JSON never begins so. */
const PREFIX = 'gz.';

/** The content that the part behind `json.` stands for. A text that only looks compressed is taken as it is. */
export async function readInline(id: string): Promise<Blob> {
  if (!id.startsWith(PREFIX)) return new Blob([id]);
  try {
    const packed = Uint8Array.from(atob(id.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    return await through(new Blob([packed]), new DecompressionStream('gzip'));
  } catch {
    throw new CodedError('unreadable', KEY_FAILED.inline);
  }
}

/** A content as it stands behind `json.`, compressed. */
export async function packInline(content: Blob): Promise<string> {
  const packed = await through(content, new CompressionStream('gzip'));
  const bytes = new Uint8Array(await packed.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return PREFIX + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function through(content: Blob, stream: GenericTransformStream): Promise<Blob> {
  return new Response(content.stream().pipeThrough(stream)).blob();
}
