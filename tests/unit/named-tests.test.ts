// Test files that workflows and documents name by a part of their path exist: a file that is moved or renamed fails here.

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** Folders, and the names of files in them. */
const NAMING = [
  ['.github/workflows', /\.yml$/],
  ['.', /\.md$/],
  ['docs', /\.md$/],
] as const;
const FOLDERS = {
  'test:unit': ['tests/unit/', 'tests/conformance/'],
  'test:browser': ['tests/browser/'],
  'test:e2e': ['tests/e2e/'],
};

/** Paths of files below a folder, relative to the project. */
const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    posix.join(folder, name.replaceAll('\\', '/')),
  );

it('name test files that exist', () => {
  const tests = filesBelow('tests').filter((path) => /\.test\.tsx?$/.test(path));
  const naming = NAMING.flatMap(([folder, names]) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => names.test(name))
      .map((name) => posix.join(folder, name)),
  );
  const named = naming.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/npm run (test:(?:unit|browser|e2e)) -- ([^\n#]*)/g)].flatMap(
      ([, script, filters]) =>
        // A filter ends where an option begins.
        (filters ?? '')
          .replace(/ -t .*/, '')
          .split(/\s+/)
          .flatMap((filter) => (filter === '' ? [] : [{ file, script, filter }])),
    ),
  );
  expect(named.length).toBeGreaterThan(10);
  const missing = named.filter(
    ({ script, filter }) =>
      !tests.some(
        (path) =>
          path.includes(filter) && FOLDERS[script as keyof typeof FOLDERS].some((folder) => path.startsWith(folder)),
      ),
  );
  expect(missing).toEqual([]);
});
