// A test that replaces a module has a process of its own: where an earlier file has loaded the module, the replacement has no effect.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** Apart, so that this file is not one of them. */
const MOCKING = ['vi.mo', 'ck('].join('');

const testsIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.test\.tsx?$/.test(path));
const replaces = (path: string): boolean => readFileSync(join(ROOT, path), 'utf8').includes(MOCKING);

it('are all files that replace a module', () => {
  const config = readFileSync(join(ROOT, 'vitest.config.ts'), 'utf8');
  const replacing = ['tests/unit', 'tests/conformance'].flatMap(testsIn).filter(replaces);
  expect(replacing.filter((path) => !config.includes(`'${path}'`))).toEqual([]);
  expect(replacing.length).toBeGreaterThan(0);
});

it('is none in a browser, where waiting for a replacement can last forever: https://github.com/vitest-dev/vitest/issues/10747', () => {
  expect(testsIn('tests/browser').filter(replaces)).toEqual([]);
});
