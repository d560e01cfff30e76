// The ids of requirements that tests, sources and documents refer to are listed in docs/requirements.md.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const listed = [...readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8').matchAll(/^- ([A-Z]{3}-\d+): .+/gm)].map(
  ([, id = '']) => id,
);
const areas = new Set(listed.map((id) => id.slice(0, 3)));

/** Ids in a text: in brackets, or on a line that refers to requirements, of any area; elsewhere of the areas that exist. */
const idsIn = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) =>
      [...line.matchAll(/(?<!\w)(\[)?([A-Z]{3})-\d+\b(\])?/g)]
        .filter(
          ([, open, area = '', close]) =>
            areas.has(area) || (open !== undefined && close !== undefined) || /@see requirement/.test(line),
        )
        .map(([id]) => id.replaceAll(/[[\]]/g, '')),
    );

it('lists every requirement once', () => {
  expect(listed.length).toBeGreaterThan(100);
  expect(listed.filter((id, index) => listed.indexOf(id) !== index)).toEqual([]);
});

it('lists each requirement that a test, a source or a document names', () => {
  const files = ['src', 'tests', 'bench', 'scripts', 'docs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|mjs|css|md)$/.test(name))
      .map((name) => join(folder, name)),
  );
  const named = files.flatMap((file) => idsIn(readFileSync(join(ROOT, file), 'utf8')).map((id) => `${file}: ${id}`));
  expect(named.length).toBeGreaterThan(1000);
  expect(named.filter((name) => !listed.includes(name.slice(name.lastIndexOf(' ') + 1)))).toEqual([]);
});
