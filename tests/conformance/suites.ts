// The public suites lie beside the project, in a folder that only its makers have. Tests read them from
// there and skip, with one line, where it is absent.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export const ROOT = join(import.meta.dirname, '../../../shared/conformance');

/** Whether the suite is here; says so once when it is not. */
export function hasSuite(name: string, root = ROOT): boolean {
  const found = existsSync(join(root, name));
  if (!found) process.stdout.write(`conformance/${name}: not on this machine, skipped\n`);
  return found;
}

/** The files of a suite's folder with their bytes, unpacked; none where it is absent. */
export function* suiteFiles(folder: string): Generator<{ name: string; bytes: Uint8Array }> {
  // What is skipped is listed all the same.
  if (!existsSync(join(ROOT, folder))) return;
  for (const name of readdirSync(join(ROOT, folder)).toSorted()) {
    const bytes = readFileSync(join(ROOT, folder, name));
    yield name.endsWith('.gz') ? { name: name.slice(0, -3), bytes: gunzipSync(bytes) } : { name, bytes };
  }
}
