// Counts finds in what is installed here: manifests and lock files hold no secret, however much in them looks like one.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toPointer } from '../../../../src/shared/document/path.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { findLeaks } from '../../../../src/engine/leaks/find-leaks.ts';
import { listTextLeaks } from '../../../../src/engine/leaks/find-in-text.ts';
import { runs, SEED } from '../../../runs.ts';
import { makeDocument } from '../support/documents.ts';
import { Chance } from './planting.ts';

const ROOT = join(import.meta.dirname, '../../../../node_modules');
const NAMES =
  /^(?:package\.json|\.package-lock\.json|package-lock\.json|npm-shrinkwrap\.json|composer\.lock|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|Gemfile\.lock)$/;

function* files(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* files(join(folder, entry.name));
    else if (NAMES.test(entry.name)) yield join(folder, entry.name);
  }
}

describe('manifests and lock files', () => {
  it('[NEW-7] hold no secret, as documents and as texts', () => {
    const all = [...files(ROOT)].toSorted();
    const chance = new Chance(SEED);
    const chosen = new Set(Array.from({ length: Math.min(all.length, runs(3000)) }, () => chance.of(all)));
    const found: string[] = [];
    for (const path of chosen.size < all.length / 2 ? chosen : all) {
      const bytes = readFileSync(path);
      const document = makeDocument(bytes);
      const groups = [
        ...(document.isWhole ? finish(findLeaks(document.places)) : []),
        ...finish(listTextLeaks(document.isWhole ? bytes.subarray(0, -2) : bytes)),
      ];
      for (const { kind, severity, first } of groups)
        // Who has written a package is no secret of it.
        if (severity !== 'low')
          found.push(
            ...first.map(
              (leak) => `${path.slice(ROOT.length)} ${kind} ${toPointer(leak.path)} ${leak.line ?? ''} ${leak.masked}`,
            ),
          );
    }
    expect(chosen.size).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });
});
