// A file is as large as its idea: neither cut to stay under a number, nor grown out of sight.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const MAX_LINES = 600;
/** So short a file with a single importer beside it is a part of that file. */
const SHORT_LINES = 25;

const texts = new Map(
  readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('wasm/binary.ts'))
    .map((name) => [join('src', name), readFileSync(join(ROOT, 'src', name), 'utf8')]),
);
const linesOf = (text: string): number => text.split('\n').length - 1;

it(`no file has more than ${MAX_LINES} lines`, () => {
  expect([...texts].filter(([, text]) => linesOf(text) > MAX_LINES).map(([path]) => path)).toEqual([]);
});

it('no short file has a single importer beside it, unless a test or a later load needs it', () => {
  const importers = new Map<string, string[]>();
  const add = (path: string, importer: string): void =>
    void importers.set(path, [...(importers.get(path) ?? []), importer]);
  for (const [path, text] of texts)
    for (const [, how = '', target = ''] of text.matchAll(/(from|import\()\s*'(\.[^']+)'/g))
      add(join(dirname(path), target), how === 'from' ? path : 'a later load');
  for (const name of readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') && !name.endsWith('.tsx')) continue;
    const text = readFileSync(join(ROOT, 'tests', name), 'utf8');
    for (const [, target = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g))
      add(join('tests', dirname(name), target), name);
  }
  const short = [...texts].filter(([path, text]) => {
    const [only, ...others] = importers.get(path) ?? [];
    return linesOf(text) <= SHORT_LINES && only !== undefined && others.length === 0 && dirname(only) === dirname(path);
  });
  expect(short.map(([path]) => path)).toEqual([]);
});
