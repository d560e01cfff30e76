// Files packed with gzip, which are read unpacked.

import { gunzipSync } from 'node:zlib';
import { beginsAsGzip } from '../shared/bytes/first-bytes.ts';
import { CodedError } from '../shared/errors.ts';
import { codeOf } from './file-errors.ts';

const REASONS: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'its gzip data is cut off',
  ERR_BUFFER_TOO_LARGE: 'it is too large unpacked',
  ERR_OUT_OF_RANGE: 'it is too large unpacked',
};

/** Returns the bytes of a file, unpacked if they are gzip. @throws CodedError `unreadable` for gzip that is cut off or damaged */
export function unpacked(bytes: Uint8Array, name: string): Uint8Array {
  if (!beginsAsGzip(bytes)) return bytes;
  try {
    return gunzipSync(bytes);
  } catch (error) {
    const reason = REASONS[codeOf(error)] ?? 'its gzip data is damaged';
    throw new CodedError('unreadable', `${name} can’t be read: ${reason}.`);
  }
}
