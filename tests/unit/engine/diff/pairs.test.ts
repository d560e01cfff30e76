// Compare on pairs with known differences: random mutations, pairs of the corpus generator, and two versions of real files.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANGE_WORDS, readChange } from '../../../../src/shared/protocol/compare.ts';
import { toPointer } from '../../../../src/shared/document/path.ts';
import { mergeChanges } from '../../../../src/engine/diff/output/merge.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { hasSuite, suiteFiles } from '../../../conformance/suites.ts';
import { checkComparison, compareTexts } from './model.ts';
import { runs } from '../../../runs.ts';

// The script runs only if it is the main module, which it is not if started through a symbolic link.
const GENERATOR = join(import.meta.dirname, '../../../../../shared/corpus/generate.mjs');

/** A record with an `id`, or without one. */
const record = (id: number, named: boolean): Record<string, unknown> => ({
  ...(named ? { id } : {}),
  title: `title ${id * 7}`,
  size: id * 31,
  tags: [`tag ${id}`, 'common'],
  place: { lat: id / 8, lng: -id },
});

interface Mutation {
  readonly at: number;
  readonly what: 'remove' | 'insert' | 'set' | 'add' | 'drop' | 'tag' | 'nested';
}

function mutate(items: readonly Record<string, unknown>[], mutations: readonly Mutation[]): unknown[] {
  const by = new Map(mutations.map(({ at, what }) => [at, what]));
  return items.flatMap((item, index): unknown[] => {
    const { size, ...rest } = item;
    switch (by.get(index)) {
      case 'remove':
        return [];
      case 'insert':
        return [record(1000 + index, 'id' in item), item];
      case 'set':
        return [{ ...item, size: -1 }];
      case 'add':
        return [{ ...item, more: null }];
      case 'drop':
        return [{ ...rest }];
      case 'tag':
        return [{ ...item, tags: ['new', `tag ${String(size)}`, 'common'] }];
      case 'nested':
        return [{ ...item, place: { lat: 0.5, lng: item['place'] } }];
      default:
        return [item];
    }
  });
}

describe('[CMP-2] compare', () => {
  const mutation = fc.record<Mutation>({
    at: fc.nat({ max: 39 }),
    what: fc.constantFrom('remove', 'insert', 'set', 'add', 'drop', 'tag', 'nested'),
  });

  it('finds no more differences than there were independent mutations', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(mutation, { selector: ({ at }) => at, maxLength: 12 }),
        fc.boolean(),
        (mutations, named) => {
          const items = Array.from({ length: 40 }, (_, index) => record(index, named));
          const comparison = compareTexts(JSON.stringify(items), JSON.stringify(mutate(items, mutations), null, 1));
          checkComparison(comparison);
          // A change in a nested value may count as two, and so may a changed tag.
          const most = mutations.reduce((sum, { what }) => sum + (what === 'nested' || what === 'tag' ? 2 : 1), 0);
          expect(comparison.count).toBeLessThanOrEqual(most);
        },
      ),
      { numRuns: runs(150) },
    );
  });

  const shapes = ['records', 'deep', 'numbers', 'strings', 'wide', 'geo', 'logs'];
  it.skipIf(!existsSync(GENERATOR))('finds exactly what the corpus generator changed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'diptych-pairs-'));
    const [left, right, expected] = ['left', 'right', 'expected'].map((name) => join(folder, `${name}.json`)) as [
      string,
      string,
      string,
    ];
    try {
      for (const shape of shapes) {
        const args = ['pair', '--shape', shape, '--size', '200KB', '--changes', '12', '--seed', shape];
        execFileSync(
          process.execPath,
          [realpathSync(GENERATOR), ...args, '--left', left, '--right', right, '--expected', expected],
          {
            stdio: 'ignore',
          },
        );
        const comparison = compareTexts(readFileSync(left), readFileSync(right));
        const { differences } = JSON.parse(readFileSync(expected, 'utf8')) as {
          differences: { kind: string; left: string | null; right: string | null }[];
        };
        const { sides, changes, count } = comparison;
        const found = Array.from({ length: changes.length / CHANGE_WORDS }, (_, index) => {
          const change = readChange(changes, index);
          return {
            kind: { create: 'add', update: 'replace', delete: 'remove' }[change.kind],
            left: change.left === null ? null : toPointer(sides.left.places.path(change.left)),
            right: change.right === null ? null : toPointer(sides.right.places.path(change.right)),
          };
        });
        const key = ({ kind, left: one, right: other }: (typeof differences)[number]): string =>
          `${shape} ${kind} ${one} ${other}`;
        expect(found.map(key).toSorted()).toEqual(differences.map(key).toSorted());
        expect(count).toBe(differences.length);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.skipIf(!hasSuite('real-pairs'))('follows real files from one version to the next, and back', () => {
    const files = new Map([...suiteFiles('real-pairs')].map(({ name, bytes }) => [name, bytes]));
    const pairs = [...files.keys()].filter((name) => name.endsWith('.before.json'));
    expect(pairs.length).toBeGreaterThan(0);
    for (const name of pairs) {
      const before = files.get(name) ?? new Uint8Array();
      const after = files.get(name.replace('.before.', '.after.')) ?? new Uint8Array();
      const comparison = compareTexts(before, after);
      checkComparison(comparison);
      expect(compareTexts(after, before).count).toBe(comparison.count);
      const { document } = comparison.sides.left;
      document.apply(finish(mergeChanges(comparison, { type: 'all' }, 'left')));
      finish(document.settle());
      expect(compareTexts(document.memory.text().slice(), after).count).toBe(0);
      process.stdout.write(`${name}: ${comparison.count} differences\n`);
    }
  });
});
