// The WebAssembly file of jq, beside the program. The package's build puts this in place of `engine/languages/jq/binary.ts`.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the file. @throws Error when that fails */
export function fetchJq(): Promise<Uint8Array> {
  return readFile(join(import.meta.dirname, 'jq.wasm'));
}
