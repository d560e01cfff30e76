// The public test suites are in a folder beside the project, on the developers' machines only. Where it is absent, the tests
// that read it are skipped with a line of output.

import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export const ROOT = join(import.meta.dirname, '../../../shared/conformance');

/** Whether a suite is present. Prints a line if it is not. */
export function hasSuite(name: string, root = ROOT): boolean {
  const found = existsSync(join(root, name));
  if (!found) {
    process.stdout.write(`conformance/${name}: not on this machine, skipped\n`);
    // `npm test` names all of them in its last line.
    const list = process.env['DIPTYCH_ABSENT_SUITES'];
    if (list !== undefined) appendFileSync(list, `${name}\n`);
  }
  return found;
}

/** Yields the files of a suite's folder with their unpacked bytes; none where the folder is absent. */
export function* suiteFiles(folder: string): Generator<{ name: string; bytes: Uint8Array }> {
  // Vitest lists skipped tests too, and calls this for them.
  if (!existsSync(join(ROOT, folder))) return;
  for (const name of readdirSync(join(ROOT, folder)).toSorted()) {
    const bytes = readFileSync(join(ROOT, folder, name));
    yield name.endsWith('.gz') ? { name: name.slice(0, -3), bytes: gunzipSync(bytes) } : { name, bytes };
  }
}
