// Taking differences over: the chosen ones disappear, and nothing else is changed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CHANGE_WORDS,
  COMPARE_DEFAULTS,
  type MergeSelection,
  type Side,
} from '../../../../src/shared/protocol/compare.ts';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import { checkSplices } from '../../../../src/shared/document/splice.ts';
import { asNode } from '../../../../src/shared/units.ts';
import { compareDocuments } from '../../../../src/engine/diff/result/compare.ts';
import { mergeChanges } from '../../../../src/engine/diff/output/merge.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { jsonText, makeDocument, spliceBytes } from '../support/documents.ts';
import { canonical, closeText, compareTexts, linesOf } from './model.ts';
import { runs } from '../../../runs.ts';

const ALL: MergeSelection = { type: 'all' };

/** The text of one side after taking differences over. */
function merge(
  left: string,
  right: string,
  toward: Side,
  selection: MergeSelection = ALL,
  dialects: readonly [Dialect, Dialect] = ['json', 'json'],
): string {
  const comparison = compareTexts(left, right, {}, dialects);
  const splices = finish(mergeChanges(comparison, selection, toward));
  const { document } = comparison.sides[toward];
  checkSplices(splices, document.size);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(spliceBytes(document.memory.text().slice(), splices));
}

function expectEqual(text: string, wanted: string, dialects: readonly [Dialect, Dialect] = ['json', 'json']): void {
  const [one, other] = [makeDocument(text, 1 << 20, dialects[0]), makeDocument(wanted, 1 << 20, dialects[1])];
  expect(one.error).toBeNull();
  expect(canonical(one.places, 0)).toBe(canonical(other.places, 0));
}

describe('merging', () => {
  it('all makes one side equal to the other, either way', () => {
    fc.assert(
      fc.property(closeText, closeText, (left, right) => {
        expectEqual(merge(left, right, 'left'), right);
        expectEqual(merge(left, right, 'right'), left);
      }),
      { numRuns: runs(250) },
    );
  });

  it('all works in any layout and with duplicate keys', () => {
    fc.assert(
      fc.property(jsonText, jsonText, (left, right) => {
        expectEqual(
          merge(`{"a":${left},"b":[${left},1]}`, ` {"b" : [ ${right}, 1 ], "a":${right}}`, 'left'),
          ` {"b" : [ ${right}, 1 ], "a":${right}}`,
        );
      }),
      { numRuns: runs(150) },
    );
  });

  it('all leaves nothing that counts, whatever is ignored', () => {
    const options = fc.record({
      ignoreOrder: fc.boolean(),
      ignorePaths: fc.constantFrom(
        [],
        [['a']],
        [
          ['*', 'b'],
          ['*', '*', 'id'],
        ],
      ),
      tolerance: fc.constantFrom(0, 1),
    });
    fc.assert(
      fc.property(closeText, closeText, options, (left, right, chosen) => {
        const comparison = compareTexts(left, right, chosen);
        const { document } = comparison.sides.left;
        const text = spliceBytes(document.memory.text().slice(), finish(mergeChanges(comparison, ALL, 'left')));
        expect(linesOf(compareTexts(text, right, chosen))).toEqual([]);
      }),
      { numRuns: runs(250) },
    );
  });

  it('some leaves exactly the others', () => {
    // Without arrays, whose items may be matched differently afterwards, and without duplicate keys, where the second
    // difference depends on the first.
    const objects = closeText.filter((text) => !text.includes('[')).map((text) => JSON.stringify(JSON.parse(text)));
    fc.assert(
      fc.property(objects, objects, fc.nat(), (left, right, seed) => {
        const comparison = compareTexts(left, right);
        const count = comparison.changes.length / CHANGE_WORDS;
        if (count === 0) return;
        const indexes = Uint32Array.of(seed % count);
        const after = merge(left, right, 'left', { type: 'changes', indexes });
        const lines = linesOf(comparison);
        expect(linesOf(compareTexts(after, right)).toSorted()).toEqual(lines.toSpliced(seed % count, 1).toSorted());
      }),
      { numRuns: runs(200) },
    );
  });

  it.each<[string, string, string, string]>([
    ['a value', '{\n  "a": 1,\n  "b" :2\n}', '{"a":5,"b":2.0}', '{\n  "a": 5,\n  "b" :2\n}'],
    [
      'a member',
      '{\n  "a": 1\n}',
      '{"a":1,"b":{"c":[1]}}',
      '{\n  "a": 1,\n  "b": {\n    "c": [\n      1\n    ]\n  }\n}',
    ],
    ['items in front', '[ 3, 4 ]', '[1,2,3,4]', '[ 1, 2, 3, 4 ]'],
    ['all items', '[1, 2]', '[[3],[4],[5]]', '[[3], [4], [5]]'],
    ['a move', '[[1], [2], [3]]', '[[3],[1],[2]]', '[[3], [1], [2]]'],
    ['nothing', '{"a": 1.0}', '{ "a":1 }', '{"a": 1.0}'],
  ])('%s keeps the rest byte for byte', (_, left, right, wanted) => {
    expect(merge(left, right, 'left')).toBe(wanted);
  });

  it('of a node takes what is at or below it, with both halves of a move', () => {
    const [left, right] = ['{"a":[1,2,3],"b":{"c":1,"d":2}}', '{"a":[2,3,1],"b":{"c":2,"e":3}}'];
    const { places } = makeDocument(left);
    const at = (path: readonly string[]): MergeSelection => ({
      type: 'node',
      side: 'left',
      node: asNode(places.atPath(path)),
    });
    expect(merge(left, right, 'left', at(['b']))).toBe('{"a":[1,2,3],"b":{"c":2,"e":3}}');
    expect(merge(left, right, 'left', at(['b', 'c']))).toBe('{"a":[1,2,3],"b":{"c":2,"d":2}}');
    expect(merge(left, right, 'left', at(['a']))).toBe('{"a":[2,3,1],"b":{"c":1,"d":2}}');
    expect(merge(left, right, 'left', at(['a', '0']))).toBe('{"a":[2,3,1],"b":{"c":1,"d":2}}');
  });

  it('keeps duplicate keys in their order', () => {
    expectEqual(merge('{"x":0,"a":1,"a":2}', '{"a":1,"a":2,"x":0,"a":3}', 'left'), '{"x":0,"a":1,"a":2,"a":3}');
    expectEqual(merge('{"y":0,"x":0}', '{"x":0,"n":1,"y":0,"n":2}', 'left'), '{"x":0,"y":0,"n":1,"n":2}');
  });

  it.each<[Dialect, string, Dialect, string]>([
    ['jsonc', '{\n  // one\n  "a": 1, // two\n  "b": [1, 2] // three\n}', 'json', '{"a":2,"b":[3],"c":null}'],
    ['json', '{"a":1,"l":[1,2,3]}', 'json5', "{a: +.5, /* x */ 'b': {c: 0xff, 'd\"': 'it\\'s'}, l: [[{}], 1,],}"],
    ['json5', "{a: 1, 'b': [1, 2,],}", 'json', '{"a":1,"b":[2,{"x":1}],"c":"d"}'],
    ['ndjson', '{"id":1}\n{"id":2}\n', 'json', '[{"id":2,"x":[1]},{"id":3}]'],
    ['json', '[{"id":1}]', 'ndjson', '{"id":1,"a":2}\n{"id":3}\n'],
  ])('%s becomes equal to %s in another dialect', (dialect, left, other, right) => {
    expectEqual(merge(left, right, 'left', ALL, [dialect, other]), right, [dialect, other]);
    expectEqual(merge(left, right, 'right', ALL, [dialect, other]), left, [other, dialect]);
    expect(linesOf(compareTexts(left, left, {}, [dialect, dialect]))).toEqual([]);
  });

  it('is one list for very many differences', () => {
    const items = Array.from({ length: 30_000 }, (_, id) => ({ id, name: `n${id}`, tags: [id] }));
    const changed = items.flatMap((item, id) =>
      id % 3 === 0
        ? []
        : id % 3 === 1
          ? [
              { ...item, name: 'new' },
              { id: -id, name: 'added', tags: [] },
            ]
          : [{ ...item, tags: [1, id] }],
    );
    const left = makeDocument(JSON.stringify(items));
    const right = makeDocument(JSON.stringify(changed));
    const comparison = finish(compareDocuments(left, right, COMPARE_DEFAULTS));
    expect(comparison.count).toBe(40_000);
    left.apply(finish(mergeChanges(comparison, ALL, 'left')));
    finish(left.settle());
    expect(finish(compareDocuments(left, right, COMPARE_DEFAULTS)).count).toBe(0);
  });
});
