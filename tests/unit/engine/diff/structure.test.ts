// Comparing structure alone: the judged cases that are kept beside the repository, and laws.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../../src/workers/engine/base/work.ts';
import { compareStructure, type StructureDifference } from '../../../../src/workers/engine/diff/result/structure.ts';
import { jsonText, makeDocument } from '../support/documents.ts';

const FILE = join(import.meta.dirname, '../../../../../shared/cases/merge/structure.json');
const cases = existsSync(FILE)
  ? (JSON.parse(readFileSync(FILE, 'utf8')) as (StructureDifference & {
      readonly id: string;
      readonly a: string;
      readonly b: string;
    })[])
  : [];
const compare = (a: string, b: string): StructureDifference =>
  finish(compareStructure(makeDocument(a).places, makeDocument(b).places));

describe('structure alone', () => {
  it.skipIf(cases.length === 0)('[CMP-3] differs as judged, in all cases', () => {
    for (const { id, a, b, appeared, vanished, typeChanged } of cases)
      expect(compare(a, b), id).toEqual({ appeared, vanished, typeChanged });
  });

  it('[CMP-3] is the same for a document and itself, and mirrored from the other side', () => {
    fc.assert(
      fc.property(jsonText, jsonText, (a, b) => {
        expect(compare(a, a)).toEqual({ appeared: [], vanished: [], typeChanged: [] });
        const [there, back] = [compare(a, b), compare(b, a)];
        expect([back.appeared, back.vanished]).toEqual([there.vanished, there.appeared]);
        expect(back.typeChanged.map(({ path }) => path)).toEqual(there.typeChanged.map(({ path }) => path));
      }),
      { numRuns: 100, seed: 728_445 },
    );
  });

  it('[CMP-3] is told at any depth', () => {
    const deep = '['.repeat(20_000);
    expect(compare(`${deep}1${']'.repeat(20_000)}`, `${deep}"x"${']'.repeat(20_000)}`).typeChanged).toHaveLength(1);
  });
});
