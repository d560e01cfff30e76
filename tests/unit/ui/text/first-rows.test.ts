// The text shown before the editor has loaded: no character is lost or repeated, and each has the colour that the editor gives
// it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenizeLine } from '../../../../src/ui/text/editor/colours.ts';
import { firstRows } from '../../../../src/ui/text/rendering/first-rows.ts';
import { stretchesOf } from '../../../../src/ui/text/rendering/colour-runs.ts';

const jsonLike = fc.string({ unit: fc.constantFrom(...'{}[]":, \t/\\ab1\n\r😀'.split(/(?:)/u)), maxLength: 400 });
const room = fc.record({ rows: fc.integer({ min: 1, max: 40 }), columns: fc.integer({ min: 1, max: 60 }) });

/** The text of the rows, joined by line. */
function linesOf(rows: ReturnType<typeof firstRows>): string[] {
  const lines: string[] = [];
  for (const { number, stretches } of rows) {
    const text = stretches.map((stretch) => stretch.text).join('');
    if (number === null) lines.push(`${lines.pop()}${text}`);
    else lines.push(text);
  }
  return lines;
}

describe('[TXT-1] the first rows of a text', () => {
  it('are its lines, as far as there is room', () => {
    fc.assert(
      fc.property(jsonLike, room, fc.boolean(), (text, some, isWrapped) => {
        const rows = firstRows(text, some, isWrapped);
        expect(rows.length).toBeLessThanOrEqual(some.rows);
        const shown = linesOf(rows);
        const lines = text.split(/\r\n|\r|\n/);
        for (const [index, line] of shown.entries()) {
          if (index < shown.length - 1 || rows.length < some.rows) expect(line).toBe(lines[index]);
          else expect(lines[index]?.startsWith(line)).toBe(true);
        }
        if (rows.length < some.rows) expect(shown).toHaveLength(lines.length);
        if (isWrapped)
          for (const { stretches } of rows)
            expect(stretches.reduce((sum, one) => sum + one.text.length, 0)).toBeLessThanOrEqual(some.columns);
      }),
    );
  });

  it('have the colours of the lines', () => {
    fc.assert(
      fc.property(jsonLike, room, (text, some) => {
        const line = text.replaceAll(/[\r\n]/g, ' ');
        const letters = (parts: ReturnType<typeof stretchesOf>): string[] =>
          parts.flatMap(({ text: part, scope }) => Array.from({ length: part.length }, () => String(scope)));
        const all = letters(stretchesOf(line, tokenizeLine(line, { inside: 'nothing', depth: 0 }).tokens));
        const shown = firstRows(line, { ...some, rows: 400 }, true).flatMap(({ stretches }) => letters([...stretches]));
        expect(shown).toEqual(all);
      }),
    );
  });

  it('leave a byte order mark out, and number the lines', () => {
    const rows = firstRows('\u{feff}[\r\n1,\r2]\n', { rows: 9, columns: 80 }, false);
    expect(linesOf(rows)).toEqual(['[', '1,', '2]', '']);
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });
});
