// Comparing structure alone: the judged cases, and laws.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../../src/engine/base/work.ts';
import { COMPARE_DEFAULTS, MARK_WORDS, markOf, readChange } from '../../../../src/shared/protocol/compare.ts';
import { toPointer } from '../../../../src/shared/document/path.ts';
import { compareStructures } from '../../../../src/engine/diff/result/structure-changes.ts';
import { compareStructure, type StructureDifference } from '../../../../src/engine/diff/result/structure.ts';
import { jsonText, makeDocument } from '../support/documents.ts';

const FILE = join(import.meta.dirname, '../../../cases/merge/structure.json');
const cases = JSON.parse(readFileSync(FILE, 'utf8')) as (StructureDifference & {
  readonly id: string;
  readonly a: string;
  readonly b: string;
})[];
const compare = (a: string, b: string): StructureDifference =>
  finish(compareStructure(makeDocument(a).places, makeDocument(b).places));

describe('structure alone', () => {
  it('[CMP-3] differs as judged, in all cases', () => {
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

  it('[NEW-13] is marked at the first value that shows it, and around it, each difference once', () => {
    fc.assert(
      fc.property(jsonText, jsonText, (a, b) => {
        const [left, right] = [makeDocument(a), makeDocument(b)];
        const { appeared, vanished, typeChanged } = finish(compareStructure(left.places, right.places));
        const found = finish(compareStructures(left, right, { ...COMPARE_DEFAULTS, structureOnly: true }));
        expect(found.count).toBe(appeared.length + vanished.length + typeChanged.length);
        const paths = { create: [] as string[], delete: [] as string[], update: [] as string[] };
        for (let index = 0; index < found.count; index += 1) {
          const { kind, left: one, right: other } = readChange(found.changes, index);
          const [document, node] = one === null ? [right, other ?? -1] : [left, one];
          const path = document.places
            .steps(node)
            .map(({ container, child }) =>
              document.places.kind(container) === 'array' ? '*' : document.places.key(child),
            );
          paths[kind].push(toPointer(path));
        }
        expect(paths.create.toSorted()).toEqual(appeared);
        expect(paths.delete.toSorted()).toEqual(vanished);
        expect(paths.update.toSorted()).toEqual(typeChanged.map(({ path }) => path));
        const root = (side: 'left' | 'right'): number => markOf(found.marks[side], 0)?.count ?? 0;
        expect([root('left'), root('right')]).toEqual([
          vanished.length + typeChanged.length,
          appeared.length + typeChanged.length,
        ]);
        for (const side of ['left', 'right'] as const) {
          const nodes = found.marks[side].filter((_, at) => at % MARK_WORDS === 0);
          expect(nodes).toEqual(nodes.toSorted());
        }
      }),
      { numRuns: 300, seed: 728_445 },
    );
  });

  it('[CMP-3] is told at any depth', () => {
    const deep = '['.repeat(20_000);
    expect(compare(`${deep}1${']'.repeat(20_000)}`, `${deep}"x"${']'.repeat(20_000)}`).typeChanged).toHaveLength(1);
  });
});
