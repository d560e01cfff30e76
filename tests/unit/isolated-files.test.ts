// A test that replaces a module has a process of its own: where an earlier file has loaded the module, the replacement has no effect.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** Apart, so that this file is not one of them. */
const MOCKING = ['vi.mo', 'ck('].join('');

it('are all files that replace a module', () => {
  const config = readFileSync(join(ROOT, 'vitest.config.ts'), 'utf8');
  const files = ['tests/unit', 'tests/conformance'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.test\.tsx?$/.test(path)),
  );
  const replacing = files.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes(MOCKING));
  expect(replacing.filter((path) => !config.includes(`'${path}'`))).toEqual([]);
  expect(replacing.length).toBeGreaterThan(0);
});
