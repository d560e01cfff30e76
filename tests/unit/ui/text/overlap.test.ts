import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asByte, asRevision } from '../../../../src/shared/units.ts';
import { encodeUtf8 } from '../../../../src/shared/bytes/utf8.ts';
import type { EditorChange } from '../../../../src/ui/text/window/text-change.ts';
import { changesBetween } from '../../../../src/ui/text/window/overlap.ts';
import { TextSlice } from '../../../../src/ui/text/window/slice.ts';

const NO_FOLDS = { version: 0, bytes: 0, lines: 0, allBytes: 0, allLines: 0 };

function sliceOf(document: Uint8Array, revision: number, start = 0, end = document.length): TextSlice {
  return new TextSlice({
    revision: asRevision(revision),
    range: { start: asByte(start), end: asByte(end) },
    bytes: document.slice(start, end),
    gaps: [],
    folds: NO_FOLDS,
    firstLine: 0,
    firstColumn: 0,
    firstIndent: '',
    startsInString: false,
    startsAtDepth: 0,
    outer: [],
    anchor: asByte(start),
    size: document.length,
    lineCount: 1,
    overlong: false,
  });
}

/** The text after changes, listed from last to first, as the editor applies them. */
function change(text: string, changes: readonly EditorChange[]): string {
  const offset = (line: number, column: number): number =>
    text
      .split('\n')
      .slice(0, line - 1)
      .join('\n').length +
    (line > 1 ? 1 : 0) +
    column -
    1;
  return changes.reduce((before, { range, text: insert }) => {
    const start = offset(range.startLineNumber, range.startColumn);
    const end = offset(range.endLineNumber, range.endColumn);
    return before.slice(0, start) + insert + before.slice(end);
  }, text);
}

const piece = fc.constantFrom('a', '"', '{', ' ', '\n', '\r\n', '\r', 'é', '€', '😀');
const content = fc.array(piece, { minLength: 4, maxLength: 40 }).map((parts) => parts.join(''));
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('[TXT-2] from one window to the next', () => {
  it('changes only the ends where both are slices of one text', () => {
    fc.assert(
      fc.property(content, fc.tuple(share, share, share, share), (text, cuts) => {
        const bytes = encodeUtf8(text);
        const [a = 0, b = 0, c = 0, d = 0] = cuts.map((cut) => Math.floor(cut * bytes.length));
        const old = sliceOf(bytes, 1, Math.min(a, b), Math.max(a, b));
        const next = sliceOf(bytes, 1, Math.min(c, d), Math.max(c, d));
        const changes = changesBetween(old, next);
        if (changes !== null) expect(change(old.text(), changes)).toBe(next.text());
      }),
    );
  });

  it('changes only the middle where the text changed', () => {
    fc.assert(
      fc.property(content, content, content, content, (front, before, after, back) => {
        const old = sliceOf(encodeUtf8(front + before + back), 1);
        const next = sliceOf(encodeUtf8(front + after + back), 2);
        const changes = changesBetween(old, next);
        if (changes !== null) expect(change(old.text(), changes)).toBe(next.text());
      }),
    );
  });

  it('keeps all but one character when one was typed', () => {
    const [only] = changesBetween(sliceOf(encodeUtf8('[1, 2, 3]'), 1), sliceOf(encodeUtf8('[1, 25, 3]'), 2)) ?? [];
    expect(only).toEqual({ range: { startLineNumber: 1, startColumn: 6, endLineNumber: 1, endColumn: 6 }, text: '5' });
  });

  it('starts anew while a document is loaded: its last window may have ended inside a character', () => {
    const bytes = encodeUtf8('a'.repeat(1000));
    expect(changesBetween(sliceOf(bytes, 1, 0, 500), sliceOf(bytes, 1, 0, 510))).toHaveLength(1);
    expect(changesBetween(sliceOf(bytes.subarray(0, 900), 1, 0, 500), sliceOf(bytes, 1, 0, 510))).toBeNull();
  });

  it('starts anew where little is common', () => {
    const bytes = encodeUtf8('a'.repeat(1000));
    expect(changesBetween(sliceOf(bytes, 1, 0, 400), sliceOf(bytes, 1, 380, 900))).toBeNull();
  });
});
