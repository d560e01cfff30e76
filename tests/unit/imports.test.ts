// The directions of imports, as docs/architecture.md draws them: a breach fails here.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** What a file under a folder may import: of ours by folder, of packages by name. The longest folder that fits counts. */
const RULES: Readonly<
  Record<string, { readonly ours: readonly string[]; readonly packages: readonly string[] | 'any' }>
> = {
  'src/shared': { ours: ['src/shared'], packages: [] },
  'src/workers/engine': { ours: ['src/workers/engine', 'src/shared'], packages: ['lossless-json'] },
  'src/workers': {
    ours: ['src/workers', 'src/shared'],
    packages: [
      'comlink',
      'fflate',
      'jsonrepair',
      'json-p3',
      '@jmespath-community/jmespath',
      '@jsonquerylang/jsonquery',
      'jq-wasm',
      'lodash',
    ],
  },
  'src/server': { ours: ['src/server', 'src/shared'], packages: 'any' },
  'src/ui': { ours: ['src/ui', 'src/shared'], packages: 'any' },
};

/** Views that must not know of each other. */
const APART = ['src/ui/text', 'src/ui/tree', 'src/ui/table'];

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) {
      if (name !== 'wasm') yield* sources(path);
    } else if (/\.tsx?$/.test(name)) yield path;
  }
}

/** The specifiers of static and dynamic imports; a worker's address in `new URL` is none. */
function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/\b(?:from\s+|import\s*\(?\s*)'([^']+)'/g)].map((match) => match[1] ?? '');
}

const files = [...sources(join(ROOT, 'src'))].map((path) => relative(ROOT, path).split(sep).join('/'));

describe('imports', () => {
  it.each(files)('%s keeps to its layer', (file) => {
    const folder = Object.keys(RULES)
      .filter((candidate) => file.startsWith(`${candidate}/`))
      .toSorted((a, b) => b.length - a.length)[0];
    const rule = folder === undefined ? undefined : RULES[folder];
    expect(rule, 'no rule for this folder').toBeDefined();
    for (const imported of importsOf(join(ROOT, file))) {
      // A part of a package that the package does not name.
      const specifier = imported.replace(/^(?:\.\.\/)+node_modules\//, '');
      if (!specifier.startsWith('.')) {
        const name = specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/');
        if (rule?.packages !== 'any') expect(rule?.packages).toContain(name);
        if (name.startsWith('node:')) expect(file, 'only the server runs in Node').toMatch(/^src\/server\//);
        continue;
      }
      const target = join(dirname(file), specifier).split(sep).join('/');
      expect(
        rule?.ours.some((ours) => target.startsWith(`${ours}/`)),
        `${file} imports ${specifier}`,
      ).toBe(true);
      for (const one of APART) {
        if (!file.startsWith(`${one}/`)) continue;
        for (const other of APART)
          if (other !== one) expect(target.startsWith(`${other}/`), `${file} imports ${specifier}`).toBe(false);
      }
    }
  });
});
