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

/** What stores documents, drafts, tokens or settings: files, folders, packages. */
const STORING = [
  'src/ui/main.tsx',
  'src/ui/app/service-worker.ts',
  'src/ui/account/',
  'src/ui/app/app.tsx',
  'src/ui/app/app-store.ts',
  'src/ui/app/routing.ts',
  'src/ui/document-dialogs/dialogs.tsx',
  'src/ui/document-dialogs/open-dialog.tsx',
  'src/ui/document-dialogs/recovery-dialog.tsx',
  'src/ui/sharing/save-to-cloud.ts',
  'src/ui/documents/save/autosave.ts',
  'src/ui/documents/cloud/',
  'src/ui/documents/documents.ts',
  'src/ui/documents/save/external-changes.ts',
  'src/ui/documents/incoming/fetch-document.ts',
  'src/ui/documents/disk/shown-files.ts',
  'src/ui/documents/storage/',
  'src/ui/page/',
  'idb',
  'workbox-window',
];
const isOf = (file: string, rule: string): boolean => (rule.endsWith('/') ? file.startsWith(rule) : file === rule);

describe('[EMB-1] the embed page', () => {
  it.each([
    ['starts', false],
    ['is complete, with everything that it may load later,', true],
  ])('%s without the code that stores documents, drafts, tokens or settings', (_, later) => {
    const files = closureOf(ENTRY, later);
    expect(files.size).toBeGreaterThan(100);
    const breaches = [...files].filter(([file]) => STORING.some((rule) => isOf(file, rule)));
    expect(breaches.map(([file, by]) => `${file}, by ${by}`)).toEqual([]);
  });

  it('is checked against files and packages that the app’s own page contains', () => {
    const product = [...closureOf('src/ui/main.tsx', true).keys()];
    expect(STORING.filter((rule) => !product.some((file) => isOf(file, rule)))).toEqual([]);
  });
});
