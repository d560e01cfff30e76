// References of workflows, documents and comments: files that they name exist, so that a move or a new name fails here.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { BREAKS } from '../mutations/list.mjs';

const ROOT = join(import.meta.dirname, '../..');
/** Folders, and the names of files in them that name tests. */
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
/** The name of a source file, with some of the folders that it is in. */
const FILE_NAME = /(?<![\w/.…@-])(?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs)(?![\w-])/g;

/** Paths of files below a folder, relative to the project. */
const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    posix.join(folder, name.replaceAll('\\', '/')),
  );

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

it('name test files that exist', () => {
  const tests = filesBelow('tests').filter((path) => /\.test\.tsx?$/.test(path));
  const naming = NAMING.flatMap(([folder, names]) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => names.test(name))
      .map((name) => posix.join(folder, name)),
  );
  const named = naming.flatMap((file) =>
    [...read(file).matchAll(/npm run (test:(?:unit|browser|e2e)) -- ([^\n#]*)/g)].flatMap(([, script, filters]) =>
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

it('name source files that exist', () => {
  const sources = ['src', 'bench', 'scripts', 'tests'].flatMap(filesBelow);
  const top = readdirSync(ROOT);
  const all = [...sources, ...top];
  const documents = [...top, ...filesBelow('docs'), ...sources].filter((path) => path.endsWith('.md'));
  const commented = sources.filter((path) => /\.(?:tsx?|mjs)$/.test(path));
  const texts = [
    ...documents.map((path) => [path, read(path)] as const),
    ...commented.map((path) => {
      const comments = read(path)
        .split('\n')
        .filter((line) => /^\s*(?:\/\/|\/?\*)/.test(line));
      return [path, comments.join('\n')] as const;
    }),
  ];
  const missing = texts.flatMap(([path, text]) =>
    [...text.matchAll(FILE_NAME)]
      .map(([name]) => name.replace(/^(?:\.{1,2}\/)+/, ''))
      .filter((name) => !all.some((file) => file === name || file.endsWith(`/${name}`)))
      .map((name) => `${path} names ${name}`),
  );
  expect(missing).toEqual([]);
});

it('name source files in the folders that the document names', () => {
  const folders = ['.', ...['src', 'bench', 'scripts', 'tests'].flatMap(filesBelow)].filter(
    (path) => !/\.\w+$/.test(path) && statSync(join(ROOT, path)).isDirectory(),
  );
  const sources = filesBelow('src');
  const missing: string[] = [];
  for (const document of filesBelow('docs').filter((path) => path.endsWith('.md'))) {
    const text = read(document);
    // Folders by their path, or by the path of a file in them, from any folder above.
    const paths = [...text.matchAll(/(?<![\w/.…@-])(?:\.\.\/)*((?:[\w-]+\/)*[\w-]+)(?:\/(?:[\w.-]+)?)?(?![\w-])/g)].map(
      ([, path = '']) => path,
    );
    for (const path of paths.slice()) if (path.includes('/')) paths.push(posix.dirname(path));
    const named = new Set([
      '.',
      ...folders.filter((folder) => paths.some((path) => `/${folder}`.endsWith(`/${path}`))),
    ]);
    let table = '';
    for (const line of text.split('\n')) {
      if (!line.startsWith('|')) table = '';
      table = /^\| files? of `([\w/-]+)`/.exec(line)?.[1] ?? table;
      const cell = table === '' ? line : (line.split('|')[1] ?? '');
      for (const [name] of cell.matchAll(FILE_NAME)) {
        // A table names its folder, and files in it or in folders below it.
        const isThere =
          table === ''
            ? name.includes('/') || [...named].some((folder) => existsSync(join(ROOT, folder, name)))
            : sources.some((path) => path.includes(`/${table}/`) && path.endsWith(`/${name}`));
        if (!isThere) missing.push(`${document} names ${name}${table === '' ? '' : ` in ${table}`}`);
      }
    }
  }
  expect(missing).toEqual([]);
});

it('name lines to break, and tests that notice it, that exist', () => {
  const faults = BREAKS.flatMap(({ file, find, tests }) => {
    const count = existsSync(join(ROOT, file)) ? read(file).split(find).length - 1 : 0;
    return [
      ...(count === 1 ? [] : [`${file} has ${count} times: ${find}`]),
      ...tests.filter((test) => !existsSync(join(ROOT, test))).map((test) => `${test} does not exist`),
    ];
  });
  expect(BREAKS.length).toBeGreaterThan(40);
  expect(faults).toEqual([]);
});
