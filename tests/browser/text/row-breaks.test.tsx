// Where a long line is broken into rows: the first screen, which is drawn before the editor has loaded, breaks it where Monaco
// does, and neither breaks inside a number or a time.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { rowStarts } from '../../../src/ui/text/rendering/first-rows.ts';
import { View } from '../support/text-view.tsx';
import { integersFrom } from '../../random.ts';

const SEED = 20_261;
const RECORDS = 400;
let view: View;

afterEach(() => view.close());

/** One line of numbers, times, names and addresses. */
function lineOf(): string {
  const random = integersFrom(SEED);
  const word = (): string => random(36 ** 8).toString(36);
  const records = Array.from({ length: RECORDS }, () => ({
    [word()]: [random(1e9) / 1e6, -random(1e6) / 7, random(1e6)],
    at: new Date(1.7e12 + random(1e9)).toISOString(),
    page: `https://${word()}.example/${word()}?a=${word()}&b=${word()}`,
    text: `${word()} ${word()}; ${word()}, (${word()})`,
  }));
  return JSON.stringify(records);
}

describe('a line that is broken into rows', () => {
  it(`[TXT-2] is broken before there is an editor where Monaco breaks it, and no number is: seed ${SEED}`, async () => {
    const line = lineOf();
    view = new View('0');
    await view.open(new Blob([line]));
    const { editor } = view.session;
    const shown = (): string[] =>
      [...(editor.getDomNode()?.querySelectorAll<HTMLElement>('.view-line') ?? [])]
        .toSorted((a, b) => Number.parseFloat(a.style.top) - Number.parseFloat(b.style.top))
        .map((row) => (row.textContent ?? '').replaceAll('\u{a0}', ' '));
    await vi.waitFor(() => expect(shown().length).toBeGreaterThan(10), 10_000);
    const rows = shown().slice(0, -1);
    const starts = rowStarts(line, editor.getLayoutInfo().wrappingColumn, rows.length + 1);
    expect(rows).toEqual(rows.map((_, row) => line.slice(starts[row], starts[row + 1])));
    expect(rows.filter((row) => /[\d.]$/.test(row))).toEqual([]);
  });
});
