import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextGap, TextWindow } from '../../../../src/shared/protocol/textview.ts';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import { checkSplices, type Splice } from '../../../../src/shared/document/splice.ts';
import { asByte, asRevision } from '../../../../src/shared/units.ts';
import { decodeUtf8, encodeUtf8 } from '../../../../src/shared/bytes/utf8.ts';
import type { EditorChange } from '../../../../src/ui/text/window/text-change.ts';
import { TextSlice } from '../../../../src/ui/text/window/slice.ts';
import { runs } from '../../../runs.ts';

const NO_FOLDS = { version: 0, bytes: 0, lines: 0, allBytes: 0, allLines: 0 };

/** A slice of `document` from `start` to `end`. */
function sliceOf(
  document: Uint8Array,
  start = 0,
  end = document.length,
  firstColumn = 0,
  folded: Partial<TextWindow> = {},
): TextSlice {
  const window: TextWindow = {
    revision: asRevision(1),
    range: { start: asByte(start), end: asByte(end) },
    bytes: document.slice(start, end),
    gaps: [],
    folds: NO_FOLDS,
    firstLine: 0,
    firstColumn,
    firstIndent: '',
    startsInString: false,
    startsAtDepth: 0,
    outer: [],
    anchor: asByte(start),
    size: document.length,
    lineCount: 1,
    overlong: false,
    ...folded,
  };
  return new TextSlice(window);
}

function applySplices(document: Uint8Array, splices: readonly Splice[]): Uint8Array {
  checkSplices(splices, document.length);
  const parts: number[] = [];
  let read = 0;
  for (const { start, end, insert } of splices) {
    parts.push(...document.subarray(read, start), ...insert);
    read = end;
  }
  return Uint8Array.from([...parts, ...document.subarray(read)]);
}

const fold = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** Stands in for Monaco: a text with `\n` only, changed by ranges of lines and columns. */
class Editor {
  constructor(public text: string) {}

  positionAt(offset: number): { lineNumber: number; column: number } {
    const before = this.text.slice(0, offset).split('\n');
    return { lineNumber: before.length, column: (before.at(-1) ?? '').length + 1 };
  }

  /** One change event: replaces disjoint ranges, listed from last to first. */
  change(edits: readonly { start: number; end: number; text: string }[]): EditorChange[] {
    const sorted = edits.toSorted((a, b) => b.start - a.start || b.end - a.end);
    const changes = sorted.map(({ start, end, text }) => {
      const from = this.positionAt(start);
      const to = this.positionAt(end);
      return {
        range: {
          startLineNumber: from.lineNumber,
          startColumn: from.column,
          endLineNumber: to.lineNumber,
          endColumn: to.column,
        },
        text: fold(text),
      };
    });
    for (const { start, end, text } of sorted)
      this.text = this.text.slice(0, start) + fold(text) + this.text.slice(end);
    return changes;
  }
}

const piece = fc.constantFrom('a', '"', '{', ' ', '\n', '\r\n', '\r', 'é', '€', '😀', '\u{feff}', '\u{2028}', '\0');
const content = fc.array(piece, { maxLength: 24 }).map((parts) => parts.join(''));
const broken = fc
  .array(fc.constantFrom(0x41, 0x0a, 0x0d, 0x80, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0xc3), { maxLength: 24 })
  .map((bytes) => Uint8Array.from(bytes));
const places = fc.array(
  fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.nat({ max: 4 }), text: content }),
  { minLength: 1, maxLength: 5 },
);

/** Disjoint ranges of a text that split no surrogate pair, like those of Monaco's cursors. */
function rangesIn(
  text: string,
  wishes: readonly { at: number; length: number; text: string }[],
): { start: number; end: number; text: string }[] {
  const inPair = (at: number): boolean => /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1));
  let free = 0;
  const ranges = [];
  for (const wish of wishes.toSorted((a, b) => a.at - b.at)) {
    let start = Math.max(free, Math.floor(wish.at * text.length));
    if (inPair(start)) start += 1;
    let end = Math.min(text.length, start + wish.length);
    if (inPair(end)) end += 1;
    if (start > text.length) break;
    ranges.push({ start, end, text: wish.text });
    free = end + 1;
  }
  return ranges;
}

describe('[TXT-2] a slice of the document', () => {
  it('shows the text of its bytes, every line end as one', () => {
    fc.assert(
      fc.property(content, (text) => {
        const slice = sliceOf(encodeUtf8(text));
        const shown = fold(text.startsWith('\u{feff}') ? text.slice(1) : text);
        expect(slice.text()).toBe(shown);
        expect(slice.lines).toBe(shown.split('\n').length);
      }),
    );
  });

  it('leaves out at both ends what a cut went through', () => {
    const parts = encodeUtf8('😀a\r\n😀');
    const cuts = [
      [1, 5, 'a'],
      [2, 6, 'a'],
      [3, 7, 'a\n'],
      [4, 8, 'a\n'],
      [4, 10, 'a\n'],
      [0, 11, '😀a\n😀'],
    ] as const;
    for (const [start, end, shown] of cuts) expect(sliceOf(parts, start, end).text(), `${start} to ${end}`).toBe(shown);
  });

  it('finds the byte of every place and the place of every such byte', () => {
    fc.assert(
      fc.property(fc.oneof(content.map(encodeUtf8), broken), (bytes) => {
        const slice = sliceOf(bytes);
        const editor = new Editor(slice.text());
        for (let at = 0; at <= editor.text.length; at += 1) {
          if (/^[\ud800-\udbff][\udc00-\udfff]/.test(editor.text.slice(at - 1, at + 1))) continue;
          const position = editor.positionAt(at);
          const byte = slice.offsetAt(position);
          expect(slice.positionAt(byte)).toEqual(position);
          expect(slice.text(0, byte)).toBe(editor.text.slice(0, at));
        }
      }),
    );
  });

  it('turns any events into splices that make the same text, and counts along', () => {
    fc.assert(
      fc.property(content, fc.array(places, { minLength: 1, maxLength: 4 }), (text, events) => {
        const slice = sliceOf(encodeUtf8(text));
        let document = encodeUtf8(text);
        const editor = new Editor(slice.text());
        for (const wishes of events) {
          const { revision } = slice;
          const { splices, exact } = slice.apply(editor.change(rangesIn(editor.text, wishes)));
          document = applySplices(document, splices);
          expect(exact).toBe(true);
          expect(slice.revision).toBe(splices.length > 0 ? revision + 1 : revision);
          expect(slice.bytes).toEqual(document);
          expect(slice.text()).toBe(editor.text);
          expect(slice.size).toBe(document.length);
          expect(slice.lines).toBe(editor.text.split('\n').length);
        }
      }),
    );
  });

  it('follows events that Monaco merged, where a later change is in the text that the earlier left', () => {
    fc.assert(
      fc.property(content, places, places, (text, first, second) => {
        const slice = sliceOf(encodeUtf8(text));
        const editor = new Editor(slice.text());
        const merged = [
          ...editor.change(rangesIn(editor.text, first)),
          ...editor.change(rangesIn(editor.text, second)),
        ];
        const document = applySplices(encodeUtf8(text), slice.apply(merged).splices);
        expect(slice.bytes).toEqual(document);
        expect(slice.text()).toBe(editor.text);
      }),
    );
  });

  it('keeps the bytes that no change covers, broken or not', () => {
    fc.assert(
      fc.property(broken, broken, broken, content, (front, middle, back, insert) => {
        const bytes = Uint8Array.from([...front, 0x41, ...middle, 0x41, ...back]);
        const slice = sliceOf(bytes);
        const start = slice.positionAt(front.length + 1);
        const end = slice.positionAt(front.length + 1 + middle.length);
        const range = {
          startLineNumber: start.lineNumber,
          startColumn: start.column,
          endLineNumber: end.lineNumber,
          endColumn: end.column,
        };
        slice.apply([{ range, text: fold(insert) }]);
        expect(slice.bytes.subarray(0, front.length + 1)).toEqual(bytes.subarray(0, front.length + 1));
        expect(slice.bytes.subarray(slice.bytes.length - back.length)).toEqual(back);
      }),
    );
  });

  it('[TXT-1] keeps what is folded where it is, unless it was selected', () => {
    const line = fc.tuple(fc.constantFrom('', 'a', 'é€', '😀"'), fc.boolean());
    fc.assert(
      fc.property(fc.array(line, { maxLength: 9 }), places, fc.boolean(), (lines, wishes, takesFolded) => {
        // The first and the last line are always visible.
        const all = [['{', false] as const, ...lines, ['}', false] as const];
        const texts = all.map(([text], index) => encodeUtf8(index + 1 < all.length ? `${text}\n` : text));
        const gaps: TextGap[] = [];
        const shown: number[] = [];
        const hidden: Uint8Array[] = [];
        for (const [index, text] of texts.entries()) {
          const last = gaps.at(-1);
          if (!(all[index]?.[1] ?? false)) shown.push(...text);
          else if (last?.at === shown.length) {
            gaps[gaps.length - 1] = { at: last.at, bytes: last.bytes + text.length, lines: last.lines + 1 };
            hidden[hidden.length - 1] = joinBytes([hidden.at(-1) ?? text, text]);
          } else {
            gaps.push({ at: shown.length, bytes: text.length, lines: 1 });
            hidden.push(text);
          }
        }
        const document = joinBytes(texts);
        const slice = sliceOf(document, 0, document.length, 0, { bytes: Uint8Array.from(shown), gaps });
        for (const gap of gaps) expect(slice.offsetOf(gap.at - 1) + 1 + gap.bytes).toBe(slice.offsetOf(gap.at));
        const editor = new Editor(slice.text());
        const { splices } = slice.apply(editor.change(rangesIn(editor.text, wishes)), null, takesFolded);
        const after = applySplices(document, splices);
        expect(slice.text()).toBe(editor.text);
        expect(slice.size).toBe(after.length);
        expect(slice.end).toBe(after.length);
        // The slice's bytes, with the folded ones put back, are the document.
        const kept = slice.gaps.list.map(
          (gap) => hidden[gaps.findIndex(({ bytes, at }) => bytes === gap.bytes && at >= 0)],
        );
        if (!takesFolded) expect(slice.gaps.list.map(({ bytes }) => bytes)).toEqual(gaps.map(({ bytes }) => bytes));
        const contents = takesFolded ? kept : hidden;
        if (new Set(gaps.map(({ bytes }) => bytes)).size < gaps.length && takesFolded) return;
        const parts: Uint8Array[] = [];
        let at = 0;
        for (const [index, gap] of slice.gaps.list.entries()) {
          parts.push(slice.bytes.subarray(at, gap.at), contents[index] ?? new Uint8Array());
          at = gap.at;
        }
        expect(joinBytes([...parts, slice.bytes.subarray(at)])).toEqual(after);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('types the line end that the document has', () => {
    const insertions = ['a\nb\n', 'a\r\nb\r\n', 'a\rb\r', 'a\r\nb\r\nc\n'].map((text) => {
      const slice = sliceOf(encodeUtf8(text));
      const { splices } = slice.apply([
        { range: { startLineNumber: 1, startColumn: 2, endLineNumber: 1, endColumn: 2 }, text: '\n' },
      ]);
      return decodeUtf8(splices[0]?.insert ?? new Uint8Array());
    });
    expect(insertions).toEqual(['\n', '\r\n', '\r', '\r\n']);
  });

  it('says so when broken parts meet and become one character', () => {
    const slice = sliceOf(Uint8Array.of(0xe2, 0x41, 0x82, 0xac));
    const range = { startLineNumber: 1, startColumn: 2, endLineNumber: 1, endColumn: 3 };
    expect(slice.apply([{ range, text: '' }]).exact).toBe(false);
    expect(slice.text()).toBe('€');
  });

  it('replaces all of a selection that reaches beyond it', () => {
    const document = encodeUtf8('aaa\nbbb\nccc\nddd\n');
    const slice = sliceOf(document, 4, 12);
    const range = { startLineNumber: 1, startColumn: 1, endLineNumber: 3, endColumn: 1 };
    const { splices } = slice.apply([{ range, text: 'x' }], { start: asByte(0), end: asByte(document.length) });
    expect(decodeUtf8(applySplices(document, splices))).toBe('x');
    expect([slice.base, slice.size, slice.text(), slice.isWhole]).toEqual([0, 1, 'x', true]);
  });

  it('leaves out a character that the window was cut through', () => {
    const document = encodeUtf8('"😀😀😀"');
    const slice = sliceOf(document, 3, 11);
    expect([slice.base, slice.end, slice.text()]).toEqual([5, 9, '😀']);
  });

  it('[TXT-1] takes blanks off a cut line, which Enter would give to the next one', () => {
    const document = encodeUtf8('[1, \t 2,\n  3]');
    const cut = sliceOf(document, 3, document.length, 3);
    expect([cut.base, cut.firstColumn, cut.text()]).toEqual([6, 6, '2,\n  3]']);
    const whole = sliceOf(document, 9);
    expect([whole.base, whole.firstColumn, whole.text()]).toEqual([9, 0, '  3]']);
  });
});
