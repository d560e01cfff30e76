// The modules of the embed page. A host must not be able to read the user's stored data, so the code that could is not part of
// the page.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const ENTRY = 'src/embed/page/main.tsx';

/** The files that a file imports, directly or not, type-only imports excepted; with `later`, also through dynamic imports. */
function closureOf(entry: string, later: boolean): Map<string, string> {
  const found = new Map([[entry, '']]);
  for (const [file] of found) {
    if (!/\.tsx?$/.test(file)) continue;
    const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^(?:import|export) type [^;]*;/gm, '');
    const statics = [...text.matchAll(/^(?:import|export)\b[^;'()]*'([^']+)'/gm)];
    const dynamics = later ? [...text.matchAll(/\bimport\('([^']+)'\)/g)] : [];
    for (const [, specifier = ''] of [...statics, ...dynamics]) {
      const target = specifier.startsWith('.') ? join(dirname(file), specifier) : specifier;
      if (!found.has(target)) found.set(target, file);
    }
  }
  return found;
}

/** Modules that store documents, drafts, tokens or settings. */
const KEEPING = [
  /^idb$/,
  /^workbox/,
  /^src\/ui\/documents\/storage\/(?!stored-content|document-meta|names|shelf)/,
  /^src\/ui\/documents\/cloud\/(?!failure|access\.ts)/,
  /^src\/ui\/documents\/(?:documents|autosave|shown-files|external-changes|fetch-document)\.ts$/,
  /^src\/ui\/account\//,
  /^src\/ui\/page\//,
  /^src\/ui\/(?:offline|main)\./,
  /^src\/ui\/app\/(?:app|app-store|routing)\./,
];

describe('[EMB-1] the embed page', () => {
  it.each([
    ['begins', false],
    ['is, with all that it may load later,', true],
  ])('%s without what keeps documents, drafts, tokens or settings', (_, later) => {
    const files = closureOf(ENTRY, later);
    expect(files.size).toBeGreaterThan(100);
    // The check can fail: the app's own page does contain the modules that are forbidden here.
    const product = closureOf('src/ui/main.tsx', later);
    for (const rule of KEEPING.slice(2, 8)) expect([...product.keys()].some((file) => rule.test(file))).toBe(true);
    const breaches = [...files].filter(([file]) => KEEPING.some((rule) => rule.test(file)));
    expect(breaches.map(([file, by]) => `${file}, by ${by}`)).toEqual([]);
  });
});
