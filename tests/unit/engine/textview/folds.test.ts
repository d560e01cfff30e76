// Folding: which lines are hidden, how folds follow edits, and windows of the visible text. Compared with a simple reading of
// the same lines.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FoldRequest } from '../../../../src/shared/protocol/textview.ts';
import { asByte, asRevision } from '../../../../src/shared/units.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { foldRange, foldRanges } from '../../../../src/engine/textview/foldable.ts';
import { foldText, readFoldMarks } from '../../../../src/engine/textview/fold-edit.ts';
import { ShownText } from '../../../../src/engine/textview/shown-text.ts';
import { cutText } from '../../../../src/engine/textview/text-window.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { edits, jsonText, makeDocument, textOf, toSplices } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

// A lone CR followed by an LF would become one line end. Edits from the editor keep them apart, random splices do not.
const text = jsonText.map((json) => json.replaceAll('\r\n', '\n'));

const request: fc.Arbitrary<(size: number) => FoldRequest> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('fold', 'fold', 'fold', 'unfold', 'toggle', 'fold-recursively', 'unfold-recursively'),
      fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
    )
    .map(([type, places]) => (size: number): FoldRequest => {
      return { type: type as 'fold', offsets: places.map((place) => asByte(place % (size + 1))) };
    }),
  fc.constantFrom<FoldRequest>({ type: 'fold-all' }, { type: 'unfold-all' }).map((made) => () => made),
  fc.integer({ min: 1, max: 4 }).map((level) => (): FoldRequest => ({ type: 'fold-level', level })),
);

/** The numbers and the bytes of the visible lines. */
function naive(document: JsonDocument): { lines: number[]; bytes: Uint8Array } {
  const { starts, ends } = document.folds.all;
  const hidden = (offset: number): boolean => starts.some((start, at) => offset >= start && offset < (ends[at] ?? 0));
  const lines: number[] = [];
  const bytes: number[] = [];
  for (let line = 0; line < document.lines.lineCount; line += 1) {
    const start = document.lines.startOfLine(line);
    if (hidden(start) && start < document.size) continue;
    lines.push(line);
    bytes.push(...document.memory.text(start, document.lines.startOfLine(line + 1)));
  }
  return { lines, bytes: Uint8Array.from(bytes) };
}

function compare(document: JsonDocument): void {
  document.folds.check();
  const shown = new ShownText(document);
  const { lines, bytes } = naive(document);
  expect(shown.lineCount).toBe(lines.length);
  expect(shown.size).toBe(bytes.length);
  expect(shown.text(0, document.size)).toEqual(bytes);
  for (const [index, line] of lines.entries()) {
    const start = document.lines.startOfLine(line);
    expect(shown.startOfLine(index)).toBe(start);
    expect(shown.lineAt(start)).toBe(index);
    expect(shown.offsetOf(shown.shownOf(start))).toBe(start);
  }
}

describe('folds', () => {
  it('[TXT-1] hide whole lines, through commands and edits', () => {
    fc.assert(
      fc.property(text, fc.array(fc.tuple(request, edits), { maxLength: 6 }), (json, steps) => {
        const document = makeDocument(json);
        for (const [make, wanted] of steps) {
          if (document.isLive) {
            const { version } = document.folds;
            const before = naive(document).lines.join();
            const changed = finish(foldText(document, make(document.size)));
            expect(changed).toBe(document.folds.version !== version);
            if (naive(document).lines.join() !== before) expect(changed).toBe(true);
            compare(document);
          }
          document.apply(toSplices(document.size, wanted));
          compare(document);
          finish(document.settle());
          document.check();
        }
      }),
      { numRuns: runs(1500) },
    );
  });

  it('[TXT-1] all in one pass are those found one by one', () => {
    fc.assert(
      fc.property(jsonText, fc.integer({ min: 0, max: 4 }), (json, level) => {
        const document = makeDocument(json);
        const found = new Set<string>();
        for (let entry = 0; entry < document.tape.count; entry += 1) {
          const range = foldRange(document, entry);
          if (range === null || (level > 0 && document.places.steps(entry).length + 1 !== level)) continue;
          found.add(`${range.start}-${range.end}`);
        }
        const { starts, ends } = finish(foldRanges(document, 0, document.tape.count - 1, level));
        expect(Array.from(starts, (start, index) => `${start}-${ends[index]}`)).toEqual([...found]);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('[TXT-1] a window is a part of what is shown, with what is left out', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(request, { maxLength: 3 }),
        fc.nat(),
        fc.nat({ max: 4 }),
        fc.integer({ min: 0, max: 60 }),
        fc.boolean(),
        (json, requests, place, rows, bytes, reveal) => {
          const document = makeDocument(json);
          for (const make of requests) finish(foldText(document, make(document.size)));
          const byte = asByte(place % (document.size + 1));
          const limits = { linesBefore: rows, linesAfter: rows, bytesBefore: bytes, bytesAfter: bytes };
          const window = cutText(document, asRevision(1), { anchor: { byte }, reveal, ...limits });
          if (reveal) expect(window.anchor).toBe(byte);
          expect(window.anchor).toBeGreaterThanOrEqual(window.range.start);
          expect(window.anchor).toBeLessThanOrEqual(window.range.end);
          expect(window.firstLine).toBe(document.lines.lineAt(window.range.start));
          let at = 0;
          let offset: number = window.range.start;
          for (const gap of [...window.gaps, { at: window.bytes.length, bytes: 0, lines: 0 }]) {
            const end = offset + gap.at - at;
            expect(window.bytes.subarray(at, gap.at)).toEqual(document.memory.text(offset, end));
            expect(document.lines.lineAt(end + gap.bytes) - document.lines.lineAt(end)).toBe(gap.lines);
            at = gap.at;
            offset = end + gap.bytes;
          }
          expect(offset).toBe(window.range.end);
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  it('[TXT-1] a caret folds what opens on its line, then what is around it', () => {
    const document = makeDocument('{\n  "a": [\n    1,\n    2\n  ],\n  "b": 2\n}\n');
    const shown = (): string => new TextDecoder().decode(new ShownText(document).text(0, document.size));
    const at = (needle: string) => asByte(textOf(document).indexOf(needle));
    finish(foldText(document, { type: 'fold', offsets: [at('"a"')] }));
    expect(shown()).toBe('{\n  "a": [\n  ],\n  "b": 2\n}\n');
    expect(readFoldMarks(document, { start: asByte(0), end: asByte(document.size) })).toEqual([
      { offset: 0, kind: 'object', count: 2 },
      { offset: at('['), kind: 'array', count: 2 },
    ]);
    finish(foldText(document, { type: 'fold', offsets: [at('"a"')] }));
    expect(shown()).toBe('{\n}\n');
    finish(foldText(document, { type: 'unfold', offsets: [asByte(0)] }));
    expect(shown()).toBe('{\n  "a": [\n  ],\n  "b": 2\n}\n');
    finish(foldText(document, { type: 'toggle', offsets: [at('"a"')] }));
    expect(shown()).toBe(textOf(document));
    finish(foldText(document, { type: 'fold', offsets: [at('2\n}')] }));
    expect(shown()).toBe('{\n}\n');
  });

  it('[TXT-1] revealing a byte opens the folds that hide it, and not one that ends before it', () => {
    const document = makeDocument('[\n  [\n    1\n  ],\n  [\n    2\n  ]\n]');
    finish(foldText(document, { type: 'fold-all' }));
    const bytes = document.memory.text(0, document.size);
    const [, first, second] = Array.from(bytes.entries()).filter(([, byte]) => byte === 0x5b);
    // The first byte after the first inner fold is hidden by the outer fold alone.
    const behind = document.folds.all.ends[1] ?? 0;
    document.folds.reveal(behind);
    expect([...document.folds.all.starts]).toEqual([(first?.[0] ?? 0) + 2, (second?.[0] ?? 0) + 2]);
  });

  it('[TXT-1] a document that takes the place of another has lines of its own', () => {
    const [before, after] = [makeDocument('[\n1\n]'), makeDocument('[\n1\n]')];
    finish(foldText(before, { type: 'fold-all' }));
    finish(foldText(after, { type: 'fold-all' }));
    const versions = [before.folds.version, after.folds.version];
    after.folds.continueVersion(before.folds);
    expect(after.folds.version).toBeGreaterThan(Math.max(...versions));
  });
});
