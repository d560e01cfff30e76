// How the text of a file is encoded. Documents are UTF-8 in memory; a file that is changed stays in the encoding it had.

import { isUtf8 } from 'node:buffer';
import type { EncodingName } from '../shared/document/encoding-name.ts';
import { CodedError } from '../shared/errors.ts';
import { findEncoding, fromUtf8, toUtf8 } from '../engine/csv/encoding.ts';
import { Decoder, detectEncoding, Encoder } from '../engine/document/encoding.ts';

/** UTF-16 is what PowerShell writes; `windows-1252` stands for Latin-1 too, of which it is a superset. */
export type FileEncoding = EncodingName | 'windows-1252';

/** The text of a file in UTF-8, and the encoding that `encodeText` gives it back. */
export interface DecodedText {
  readonly text: Uint8Array;
  readonly encoding: FileEncoding;
}

/** Returns the text of a file. UTF-8 is returned as it is. @throws CodedError `unreadable` for half characters in UTF-16 or UTF-32 */
export function decodeText(bytes: Uint8Array, name: string): DecodedText {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8') return { text: bytes, encoding };
  if (encoding === 'windows-1252') return { text: toUtf8(bytes, { encoding, markBytes: 0 }).text, encoding };
  const decoder = new Decoder(encoding);
  const text = decoder.decode(bytes, true);
  if (decoder.replaced > 0)
    throw new CodedError(
      'unreadable',
      `${name} can’t be read: it has characters that are not valid in ${encoding.toUpperCase()}.`,
    );
  return { text, encoding };
}

/** Returns the bytes of a file with this text. @throws CodedError `refused` for characters that the encoding has not */
export function encodeText(text: Uint8Array, encoding: FileEncoding): Uint8Array {
  if (encoding === 'windows-1252') return Buffer.concat(fromUtf8([text], encoding, false));
  return new Encoder(encoding).encode(text, true);
}

function encodingOf(bytes: Uint8Array): FileEncoding {
  const detected = detectEncoding(bytes);
  if (detected !== 'utf-8') return detected;
  if (isUtf8(bytes) && !bytes.includes(0)) return 'utf-8';
  const { encoding } = findEncoding(bytes);
  // UTF-8 with broken characters stays what it is.
  return encoding === 'windows-1252' && hasUtf8Character(bytes) ? 'utf-8' : encoding;
}

/** Whether any character outside of ASCII is valid UTF-8. Text in Latin-1 has hardly ever one. */
function hasUtf8Character(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0xc2 || byte > 0xf4) continue;
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    if (at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length))) return true;
  }
  return false;
}
