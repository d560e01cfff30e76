// The free lines that keep two texts level.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../../src/engine/base/work.ts';
import { levelLines } from '../../../../src/engine/diff/result/level-lines.ts';
import { runs } from '../../../runs.ts';
import { compareTexts } from './model.ts';

/** The lines of a text with free ones between them, which are shown as `~`. */
function withFillers(text: string, fillers: Uint32Array): string[] {
  const lines = text.split('\n');
  const shown: string[] = [];
  let at = 0;
  for (let line = 0; line <= lines.length; line += 1) {
    for (; at < fillers.length && (fillers[at] ?? 0) <= line; at += 2)
      shown.push(...Array.from({ length: fillers[at + 1] ?? 0 }, () => '~'));
    if (line < lines.length) shown.push(lines[line] ?? '');
  }
  return shown;
}

function level(left: unknown, right: unknown, ...indents: readonly (number | undefined)[]): [string[], string[]] {
  const [one, other] = [JSON.stringify(left, null, indents[0] ?? 2), JSON.stringify(right, null, indents[1] ?? 2)];
  const fillers = finish(levelLines(compareTexts(one, other)));
  return [withFillers(one, fillers.left), withFillers(other, fillers.right)];
}

const trimmed = (lines: readonly string[]): string => lines.map((line) => line.trim()).join(' / ');

describe('[CMP-3] two texts beside each other', () => {
  it('stand level where something was added, removed, or became longer', () => {
    const [left, right] = level({ a: 1, c: [1, 2, 3], d: 0, e: 5 }, { a: 1, b: { x: 1 }, c: [1, 3], d: [0, 0], e: 5 });
    expect(trimmed(left)).toBe(
      '{ / "a": 1, / ~ / ~ / ~ / "c": [ / 1, / 2, / 3 / ], / "d": 0, / ~ / ~ / ~ / "e": 5 / }',
    );
    expect(trimmed(right)).toBe(
      '{ / "a": 1, / "b": { / "x": 1 / }, / "c": [ / 1, / ~ / 3 / ], / "d": [ / 0, / 0 / ], / "e": 5 / }',
    );
  });

  it('count pairs that cross only as far as they can stand level', () => {
    const [left, right] = level({ z: 1, a: 1, b: 1, c: 2 }, { a: 1, b: 1, c: 3, z: 1 });
    for (const key of ['"a"', '"b"', '"c"']) {
      const isIt = (line: string): boolean => line.includes(key);
      expect(left.findIndex(isIt)).toBe(right.findIndex(isIt));
    }
    expect(left.length).toBe(right.length);
  });

  it('are of the same height, with everything that has not changed at the same one', () => {
    const value = fc.oneof(
      fc.nat(9),
      fc.array(fc.nat(9), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('x', 'y'), fc.nat(9)),
    );
    const document = fc.array(fc.option(value, { nil: undefined }), { minLength: 12, maxLength: 12 });
    const objectOf = (values: readonly unknown[]): Record<string, unknown> =>
      Object.fromEntries(values.flatMap((one, index) => (one === undefined ? [] : [[`key${index}`, one]])));
    fc.assert(
      fc.property(document, document, fc.constantFrom(undefined, 0, 4), (one, other, indent) => {
        const [left, right] = level(objectOf(one), objectOf(other), 2, indent === 0 ? undefined : indent);
        expect(left.length).toBe(right.length);
        for (let index = 0; index < 12; index += 1) {
          if (one[index] === undefined || other[index] === undefined) continue;
          const isIt = (line: string): boolean => line.includes(`"key${index}":`);
          expect(left.findIndex(isIt)).toBe(right.findIndex(isIt));
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('have no free lines where they are laid out too differently', () => {
    const long = Array.from({ length: 30_000 }, (_, index) => [index]);
    const one = JSON.stringify(long, null, 2);
    const fillers = finish(levelLines(compareTexts(one, JSON.stringify([...long.slice(1), 5]))));
    expect([fillers.left.length, fillers.right.length].every((length) => length <= 40_000)).toBe(true);
  });
});
