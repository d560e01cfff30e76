// Checks that test files named by a part of their path, in workflows and documents, exist: moving or renaming one fails here.

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** Folders with files that name tests, and the patterns of their file names. */
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

/** The paths of the files below a folder, relative to the project. */
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
        // Filters end where options begin.
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
