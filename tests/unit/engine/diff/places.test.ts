// Queries on a finished comparison: the aligned place on the other side, entries for a list, changed characters.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markOf, type Side } from '../../../../src/shared/protocol/compare.ts';
import { differenceOf } from '../../../../src/workers/jobs/difference.ts';
import type { Comparison } from '../../../../src/engine/diff/result/compare.ts';
import { counterpartOf, counterpartsOf } from '../../../../src/engine/diff/result/counterparts.ts';
import { differencePlace } from '../../../../src/engine/diff/result/difference-place.ts';
import { Entries } from '../../../../src/engine/diff/result/entries.ts';
import { changedText } from '../../../../src/engine/diff/result/text-changes.ts';
import { canonical, childrenIn, closeText, compareTexts } from './model.ts';
import { runs } from '../../../runs.ts';

/** The pairs of matching nodes, from the marks alone: the unmarked children of matching containers, by key or in order. */
function pairsOf({ sides, marks }: Comparison): Map<number, number> {
  const [a, b] = [sides.left.places, sides.right.places];
  const pairs = new Map<number, number>();
  const waiting: [number, number][] = [[0, 0]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [left, right] = pair;
    pairs.set(left, right);
    if (a.kind(left) !== b.kind(right) || markOf(marks.left, left)?.mark === 'update') continue;
    const ours = childrenIn(a, left).filter((child) => markOf(marks.left, child)?.mark !== 'delete');
    const theirs = childrenIn(b, right).filter((child) => markOf(marks.right, child)?.mark !== 'create');
    for (const child of ours) {
      const at = a.kind(left) === 'array' ? 0 : theirs.findIndex((other) => b.key(other) === a.key(child));
      waiting.push([child, theirs.splice(at, 1)[0] ?? -1]);
    }
  }
  return pairs;
}

describe('counterparts', () => {
  it('are the partners, and the way back; what has none is level with what is before it, or around it', () => {
    fc.assert(
      fc.property(closeText, closeText, (left, right) => {
        const comparison = compareTexts(left, right);
        const { sides, marks } = comparison;
        const pairs = pairsOf(comparison);
        const back = new Map([...pairs].map(([one, other]) => [other, one]));
        const check = (side: Side, own: Map<number, number>): void => {
          const { places, tape } = sides[side];
          for (let node = 0; node < tape.count; node += 1) {
            const { node: level, isExact } = counterpartOf(comparison, side, node);
            if (tape.isClosing(node)) continue;
            const partner = own.get(node);
            if (partner !== undefined) {
              expect([node, level, isExact]).toEqual([node, partner, true]);
              continue;
            }
            expect(isExact).toBe(false);
            const top = markOf(marks[side], node)?.node ?? -1;
            const parent = places.parent(top);
            if (!own.has(parent) || markOf(marks[side], top)?.mark === 'update') continue;
            const before = childrenIn(places, parent).findLast((child) => child < top && own.has(child));
            expect(level).toBe(own.get(before ?? parent));
          }
        };
        check('left', pairs);
        check('right', back);
      }),
      { numRuns: runs(300) },
    );
  });

  it('inside of equal values are found by key and position, in any order', () => {
    const left = '{"a":{"b":[1,{"c":2,"d":[3]}],"e":1},"x":1}';
    const right = '{"x":2,"a":{"e":1,"b":[1,{"d":[3],"c":2}]}}';
    const comparison = compareTexts(left, right);
    const [a, b] = [comparison.sides.left.places, comparison.sides.right.places];
    for (const path of [['a'], ['a', 'e'], ['a', 'b', 1, 'd', 0], ['a', 'b', 1, 'c'], ['x']]) {
      expect(counterpartOf(comparison, 'left', a.atPath(path))).toEqual({ node: b.atPath(path), isExact: true });
      expect(counterpartOf(comparison, 'right', b.atPath(path))).toEqual({ node: a.atPath(path), isExact: true });
    }
    expect([...counterpartsOf(comparison, 'left', Uint32Array.of(0, a.atPath(['x'])))]).toEqual([
      0,
      1,
      b.atPath(['x']),
      1,
    ]);
  });

  it('where order is ignored, are equal', () => {
    const comparison = compareTexts('[1,[2,1],3,1]', '[3,1,1,[1,2]]', { ignoreOrder: true });
    const { left, right } = comparison.sides;
    const seen = new Set<number>();
    for (let node = 0; node < left.tape.count; node += 1) {
      if (left.tape.isClosing(node)) continue;
      const { node: level, isExact } = counterpartOf(comparison, 'left', node);
      expect(isExact).toBe(true);
      seen.add(level);
      if (!left.tape.isOpening(node)) expect(canonical(right.places, level)).toBe(canonical(left.places, node));
    }
    expect(seen.size).toBe(7);
  });
});

describe('[CMP-1] entries', () => {
  it('[CMP-7] have paths, short values, and say which one it is of duplicate keys', () => {
    const left = `{"a":1,"a":{"x":1},"long":"${'é'.repeat(200)}"}`;
    const right = '{"a":1,"a":{"x":[1,2]},"long":"","new":{"k":null}}';
    const entries = new Entries(compareTexts(left, right)).describe(0, 10);
    expect(
      entries.map(({ change, left: one, right: other }) => [
        change,
        one?.path,
        one?.ordinals,
        other?.path,
        other?.value,
      ]),
    ).toEqual([
      ['update', ['a', 'x'], [1, null], ['a', 'x'], '[1, 2]'],
      ['update', ['long'], null, ['long'], '""'],
      ['create', undefined, undefined, ['new'], '{k: null}'],
    ]);
    expect(entries[1]?.left?.value).toMatch(/^"é+…$/);
    expect(new Entries(compareTexts('[1]', '[2]')).describe(1, 5)).toEqual([]);
  });
});

describe('changed text', () => {
  const within = (left: string, right: string): [string[], string[], boolean] | null => {
    const comparison = compareTexts(left, right);
    const found = changedText(comparison, 0, differenceOf);
    if (found === null) return null;
    const read = (side: Side): string[] =>
      found[side].map(({ start, end }) =>
        new TextDecoder().decode(comparison.sides[side].document.memory.text(start, end)),
      );
    return [read('left'), read('right'), found.complete];
  };

  it('is told in bytes, with whole escapes and characters', () => {
    expect(within('["the quick fox"]', '["the slow fox"]')).toEqual([['quick'], ['slow'], true]);
    expect(within('["a\\nb 日本語 c"]', '["a\\tb 日木語 c"]')).toEqual([['\\n', '本'], ['\\t', '木'], true]);
    expect(within('["x 🚀 y"]', '["x 🎉 y"]')).toEqual([['🚀'], ['🎉'], true]);
    expect(within('["caf\\u00e9 one"]', '["café two"]')).toEqual([['one'], ['two'], true]);
    // Two equal units between two changes are merged into one change, three are not.
    expect(within('["a--b"]', '["x--y"]')).toEqual([['a--b'], ['x--y'], true]);
    expect(within('["a---b"]', '["x---y"]')).toEqual([['a', 'b'], ['x', 'y'], true]);
    expect(within('["same"]', '["same, and more"]')).toEqual([[''], [', and more'], true]);
    expect(within('[1]', '["1"]')).toBeNull();
    expect(within('[1]', '[1,2]')).toBeNull();
  });

  it('[CMP-1] never begins or ends inside an emoji, a flag or a letter with its accents', () => {
    expect(within('["a 👍 b"]', '["a 👍🏽 b"]')).toEqual([['👍'], ['👍🏽'], true]);
    expect(within('["a 👨‍👩‍👧 b"]', '["a 👨‍👩‍👦 b"]')).toEqual([['👨‍👩‍👧'], ['👨‍👩‍👦'], true]);
    expect(within('["🇩🇪"]', '["🇩🇰"]')).toEqual([['🇩🇪'], ['🇩🇰'], true]);
    expect(within('["cafe"]', '["cafe\u0301"]')).toEqual([['e'], ['e\u0301'], true]);
    expect(within('["ne\u0301e"]', '["ne\u0300e"]')).toEqual([['e\u0301'], ['e\u0300'], true]);
    expect(within('["한국"]', '["한굴"]')).toEqual([['국'], ['굴'], true]);
    const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const text = fc
      .array(fc.constantFrom('👍', '🏽', '‍', '👩', 'e', '́', '̀', '🇩', '🇪', 'a', ' ', 'ᄀ', 'ᅡ'), { maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [left, right] = [`x${one}x`, `x${other}x`].map((value) => JSON.stringify([value])) as [string, string];
        const comparison = compareTexts(left, right);
        if (comparison.count === 0) return;
        const found = changedText(comparison, 0, differenceOf);
        for (const side of ['left', 'right'] as const) {
          const { memory, size } = comparison.sides[side].document;
          const whole = new TextDecoder().decode(memory.text(2, size - 2));
          const starts = new Set([...clusters.segment(whole)].map(({ index }) => index).concat(whole.length));
          for (const { start, end } of found?.[side] ?? [])
            for (const at of [start, end])
              expect(starts.has(new TextDecoder().decode(memory.text(2, at)).length)).toBe(true);
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('is bounded for very long strings', () => {
    const [left, right] = ['a', 'b'].map((letter) =>
      JSON.stringify([`${'x '.repeat(400_000)}${letter}${' y'.repeat(10)}`]),
    ) as [string, string];
    expect(within(left, right)).toEqual([['a'], ['b'], false]);
  });

  it('left out on either side, what stays is the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), fc.string(), (one, other, common) => {
        const [left, right] = [`${one} ${common} ${one}`, `${common}${other} ${common}`].map((text) =>
          JSON.stringify([text]),
        ) as [string, string];
        const comparison = compareTexts(left, right);
        if (comparison.count === 0) return;
        const found = changedText(comparison, 0, differenceOf);
        const rest = (side: Side): string => {
          const { memory, size } = comparison.sides[side].document;
          let at = 2;
          const parts: string[] = [];
          for (const { start, end } of [...(found?.[side] ?? []), { start: size - 2, end: size }]) {
            expect(start).toBeGreaterThanOrEqual(at);
            parts.push(new TextDecoder().decode(memory.text(at, start)));
            at = end;
          }
          return parts.join('');
        };
        expect(rest('left')).toBe(rest('right'));
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('[CMP-4] the place of a value among the differences', () => {
  // In order: + $[0], ~ $[1].a, + $[2].c, - $[3], + $[5]
  const left = '[{"a":0},{"a":1},{"a":2,"b":2},{"a":3},{"a":4}]';
  const right = '[9,{"a":0},{"a":"x"},{"a":2,"c":1,"b":2},{"a":4},8]';
  const comparison = compareTexts(left, right);
  const placeOf = (side: Side, path: (string | number)[]) => {
    const { current, before } = differencePlace(comparison, side, path);
    return `${current} after ${before}`;
  };

  it('is behind those that only the other side has, where they would be before it', () => {
    expect(placeOf('left', [])).toBe('-1 after -1');
    expect(placeOf('left', [0])).toBe('-1 after 0');
    expect(placeOf('left', [1, 'a'])).toBe('1 after 0');
    expect(placeOf('left', [2])).toBe('-1 after 1');
    expect(placeOf('left', [2, 'a'])).toBe('-1 after 1');
    expect(placeOf('left', [3])).toBe('3 after 2');
    expect(placeOf('left', [4])).toBe('-1 after 3');
    expect(placeOf('right', [1])).toBe('-1 after 0');
    expect(placeOf('right', [4])).toBe('-1 after 3');
    expect(placeOf('right', [5])).toBe('4 after 3');
  });
});
