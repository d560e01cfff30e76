// Where free lines stand among the lines of the editor.

import { describe, expect, it } from 'vitest';
import { asByte } from '../../../../src/shared/units.ts';
import { zonesOf } from '../../../../src/ui/text/rendering/filler-places.ts';

const slice = (
  firstLine: number,
  lines: number,
  folds: readonly (readonly [after: number, lines: number])[] = [],
  rest = 0,
) => ({
  firstLine,
  lines,
  foldedLines: folds.map(([after]) => after),
  gaps: { list: folds.map(([, hidden]) => ({ lines: hidden })) },
  end: asByte(100),
  size: 100 + rest,
});
const zones = (of: ReturnType<typeof slice>, ...fillers: number[]) =>
  zonesOf(of, Uint32Array.from(fillers)).map(({ after, lines }) => [after, lines]);

describe('[CMP-3] free lines', () => {
  it('come before their line of the document, also at both ends', () => {
    expect(zones(slice(0, 10), 0, 1, 3, 2, 10, 4)).toEqual([
      [0, 1],
      [3, 2],
      [10, 4],
    ]);
  });

  it('belong to the window that holds the line before them', () => {
    expect(zones(slice(20, 10, [], 50), 5, 1, 20, 1, 21, 2, 30, 3, 31, 4)).toEqual([
      [1, 2],
      [10, 3],
    ]);
  });

  it('come after the line that is shown before hidden ones, together with others there', () => {
    // The editor shows the lines 0 to 2, then 8 and 9.
    const folded = slice(0, 5, [[3, 5]]);
    expect(zones(folded, 2, 1, 3, 1, 5, 2, 8, 3, 9, 4)).toEqual([
      [2, 1],
      [3, 6],
      [4, 4],
    ]);
  });
});
