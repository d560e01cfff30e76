// Showing only some values: rows and lines against a plain model, and through edits.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NarrowedTo } from '../../../../src/shared/protocol/narrowing.ts';
import type { Splice } from '../../../../src/shared/document/splice.ts';
import { asByte } from '../../../../src/shared/units.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { rewriteDocument } from '../../../../src/engine/layout/rewrite.ts';
import { narrowedLines } from '../../../../src/engine/textview/narrowed-lines.ts';
import { ShownText } from '../../../../src/engine/textview/shown-text.ts';
import { narrowTo, nodesAt } from '../../../../src/engine/treeview/narrowing.ts';
import { planEdit } from '../../../../src/engine/edit/edit.ts';
import { asNode } from '../../../../src/shared/units.ts';
import { unpackRows } from '../../../../src/shared/protocol/rows.ts';
import { packRows } from '../../../../src/engine/treeview/row-window.ts';
import { encode, jsonText, makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const ABOUT: NarrowedTo = { kind: 'matches', detail: 'x' };
const INDENTED = { style: 'format', indent: '  ', maxLineLength: 80, escapeUnicode: false } as const;

function narrow(document: JsonDocument, nodes: readonly number[], whole = false, also = new Uint32Array()): void {
  const found = { nodes: Uint32Array.from(nodes), around: new Uint32Array(), whole };
  document.rows.narrow(finish(narrowTo(document.tape, ABOUT, found)), 'meanwhile');
  document.folds.narrow(() => finish(narrowedLines(document, also)));
  document.rows.check();
  document.folds.check();
}

function widen({ rows, folds }: JsonDocument): void {
  rows.widen();
  folds.widen();
}

const valuesOf = ({ tape }: JsonDocument): number[] =>
  Array.from({ length: tape.count }, (_, entry) => entry).filter((entry) => !tape.isClosing(entry));
const rowsOf = ({ rows }: JsonDocument): number[] => Array.from({ length: rows.count }, (_, row) => rows.entryAt(row));
const pathsOf = (document: JsonDocument): string[] =>
  rowsOf(document).map((entry) => document.places.path(entry).join('.'));

function linesOf(document: JsonDocument): string[] {
  const shown = new ShownText(document);
  return new TextDecoder().decode(shown.text(0, document.size)).split('\n');
}

function indented(value: unknown): JsonDocument {
  return makeDocument(JSON.stringify(value, null, 2));
}

const at = (document: JsonDocument, path: string): number =>
  document.places.atPath(path === '' ? [] : path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)));

/** Replaces the first occurrence of a text, as one splice. */
function replace(document: JsonDocument, from: string, to: string): void {
  const start = textOf(document).indexOf(from);
  expect(start).toBeGreaterThanOrEqual(0);
  apply(document, [{ start: asByte(start), end: asByte(start + from.length), insert: encode(to) }]);
}

function apply(document: JsonDocument, splices: readonly Splice[]): Splice[] {
  const back = document.apply(splices);
  finish(document.settle());
  document.check();
  return back;
}

describe('showing only some values', () => {
  it('[NEW-11] shows what was found and the containers around it, and nothing else', () => {
    fc.assert(
      fc.property(jsonText, fc.array(fc.nat(), { maxLength: 6 }), fc.boolean(), (text, picks, whole) => {
        const document = makeDocument(text);
        const { places, tape, rows } = document;
        const all = valuesOf(document);
        const found = [...new Set(picks.map((pick) => all[pick % all.length] ?? 0))].toSorted((a, b) => a - b);
        const before = rowsOf(document);
        narrow(document, found, whole);
        const isAround = (entry: number): boolean => found.some((one) => one > entry && one < tape.next(entry));
        const isInside = (entry: number): boolean =>
          found.some((one) => entry > one && entry < tape.next(one) && (whole || !isAround(one)));
        const shown = new Set(
          all.filter((entry) => entry === 0 || found.includes(entry) || isAround(entry) || isInside(entry)),
        );
        const isOpen = (entry: number): boolean =>
          places.steps(entry).every(({ container }) => container === 0 || isAround(container));
        expect(rowsOf(document)).toEqual(all.filter((entry) => shown.has(entry) && isOpen(entry)));
        // Items keep their index in the document, whatever row the window starts at.
        const ordinals = rowsOf(document).map((entry) => places.steps(entry).at(-1)?.ordinal ?? 0);
        for (const first of [0, ordinals.length >> 1])
          expect(unpackRows(packRows(places, rows, first, 100)).rows.map((row) => row.position)).toEqual(
            ordinals.slice(first, first + 100),
          );
        expect(rows.narrowed).toEqual({ ...ABOUT, count: found.length, of: all.length });
        rows.expandAll();
        expect(rowsOf(document)).toEqual(all.filter((entry) => shown.has(entry)));
        // What is asked for is shown as well.
        const hidden = all.find((entry) => !shown.has(entry));
        if (hidden !== undefined) {
          rows.reveal(
            hidden,
            places.steps(hidden).map(({ container }) => container),
          );
          rows.check();
          expect(rows.isVisible(hidden)).toBe(true);
        }
        widen(document);
        expect(rowsOf(document)).toEqual(before);
        rows.check();
      }),
      { numRuns: runs(500) },
    );
  });

  it('[NEW-11] leaves the lines of what was found and of the brackets around it, in any layout and dialect', () => {
    const inLines = fc.array(
      jsonText.map((text) => text.replace(/[\r\n]/g, ' ')),
      { minLength: 1, maxLength: 6 },
    );
    // Specifications rather than documents, whose memory a failure would print.
    const specs = fc.oneof(
      jsonText.map((text) => ({ text, dialect: 'json' as const })),
      jsonText.map((text) => ({ text, dialect: 'formatted' as const })),
      jsonText.map((text) => ({
        text: `// above\n${text.replaceAll(',', '/* , */,\n')}\n// below`,
        dialect: 'jsonc' as const,
      })),
      fc
        .tuple(inLines, fc.constantFrom('', '\n'))
        .map(([texts, end]) => ({ text: texts.join('\n') + end, dialect: 'ndjson' as const })),
    );
    fc.assert(
      fc.property(specs, fc.array(fc.nat(), { maxLength: 6 }), fc.boolean(), ({ text, dialect }, picks, whole) => {
        const document =
          dialect === 'formatted'
            ? finish(rewriteDocument(makeDocument(text), INDENTED))
            : makeDocument(text, 1 << 20, dialect);
        if (!document.isLive) return;
        const { places, tape, lines } = document;
        const all = valuesOf(document);
        const found = [...new Set(picks.map((pick) => all[pick % all.length] ?? 0))].toSorted((a, b) => a - b);
        narrow(document, found, whole);
        const kept = new Set([0, lines.lineCount - 1]);
        const keep = (from: number, to: number): void => {
          for (let line = lines.lineAt(from); line <= lines.lineAt(Math.max(from, to)); line += 1) kept.add(line);
        };
        const hasBrackets = (entry: number): boolean => tape.bracketLength(entry) > 0;
        const itemStart = (entry: number): number => {
          const parent = places.parent(entry);
          return parent < 0 ? tape.start(entry) : places.itemStart(parent, entry);
        };
        /** The lines of a container's brackets, and of its key. */
        const keepBrackets = (entry: number): void => {
          if (!hasBrackets(entry)) return;
          const { start, end } = places.range(entry);
          keep(itemStart(entry), start);
          keep(end - 1, end - 1);
        };
        keepBrackets(0);
        for (const entry of found) {
          if ((whole && hasBrackets(entry)) || !tape.isOpening(entry))
            keep(itemStart(entry), places.range(entry).end - 1);
          else if (whole) keep(0, document.size);
          else keepBrackets(entry);
          for (const { container } of places.steps(entry)) keepBrackets(container);
        }
        const expected = [...kept]
          .toSorted((a, b) => a - b)
          .map((line) =>
            new TextDecoder().decode(document.memory.text(lines.startOfLine(line), lines.startOfLine(line + 1))),
          );
        expect(new TextDecoder().decode(new ShownText(document).text(0, document.size))).toBe(expected.join(''));
      }),
      { numRuns: runs(400) },
    );
  });

  it('[NEW-11] [TRE-5] finds the values that bytes belong to', () => {
    const text = '{"key": "value", "list": [1, {"a": true}, []], "x": {}}';
    const document = makeDocument(text);
    const names = (...parts: string[]): string[] => {
      const bytes = parts.flatMap((part) => [text.indexOf(part), text.indexOf(part) + part.length]);
      return Array.from(finish(nodesAt(document.tape, Uint32Array.from(bytes))), (entry) =>
        document.places.path(entry).join('.'),
      );
    };
    expect(names('key')).toEqual(['key']);
    expect(names('value')).toEqual(['key']);
    expect(names('key": "val')).toEqual(['key']);
    expect(names('value", "list')).toEqual(['key']);
    expect(names('1', '"a"', 'true', '[]', '"x"')).toEqual(['list.0', 'list.1.a', 'list.2', 'x']);
    expect(names('1, {"a')).toEqual(['list.0', 'list.1']);
    expect(names('e}, ')).toEqual(['list.1.a']);
    expect(names('}, []')).toEqual(['list.1', 'list.2']);
  });

  it('[NEW-11] keeps what is shown through edits, and shows what they touch', () => {
    const document = indented({ a: { b: 1, c: 2, d: 3 }, e: [10, 20, 30], f: 4 });
    narrow(document, [at(document, 'a.c'), at(document, 'e.1')]);
    expect(pathsOf(document)).toEqual(['', 'a', 'a.c', 'e', 'e.1']);
    // A value of another length, an item before, a member in what is hidden, and a removed match.
    replace(document, '20', '2000');
    expect(pathsOf(document)).toEqual(['', 'a', 'a.c', 'e', 'e.1']);
    replace(document, ',\n    2000', ',\n    15,\n    2000');
    expect(pathsOf(document)).toEqual(['', 'a', 'a.c', 'e', 'e.1', 'e.2']);
    replace(document, '"f": 4', '"f": {"g": [5, 6]}');
    expect(pathsOf(document)).toEqual(['', 'a', 'a.c', 'e', 'e.1', 'e.2', 'f']);
    expect(document.rows.narrowed).toMatchObject({ count: 4, of: 14 });
    replace(document, '"c": 2,', '');
    expect(pathsOf(document)).toEqual(['', 'a', 'e', 'e.1', 'e.2', 'f']);
    expect(document.rows.narrowed).toMatchObject({ count: 3, of: 13 });
    replace(document, '"d"', '"key"');
    expect(pathsOf(document)).toEqual(['', 'a', 'a.key', 'e', 'e.1', 'e.2', 'f']);
    widen(document);
    expect(pathsOf(document)).toEqual(['', 'a', 'e', 'f']);
    document.check();
  });

  it('[NEW-11] keeps what is shown when much is written at once, and through its undo', () => {
    const list = Array.from({ length: 100 }, (_, id) => ({ id, name: `n${id}` }));
    const document = indented(list);
    const wanted = list.filter(({ id }) => id % 10 === 3).map(({ id }) => `${id}.name`);
    narrow(
      document,
      wanted.map((path) => at(document, path)),
    );
    const around = [...new Set(wanted.flatMap((path) => ['', path.split('.')[0] ?? '', path]))];
    expect(pathsOf(document)).toEqual(around);
    // Replaces every tenth name, from the first to the last.
    const text = textOf(document);
    const splices = wanted.map((path) => {
      const from = text.indexOf(`"n${path.split('.')[0]}"`);
      return { start: asByte(from), end: asByte(from + 4), insert: encode('["new", 1]') };
    });
    splices.forEach((splice, index) => {
      if (index > 0) expect(splice.start).toBeGreaterThan(splices[index - 1]?.end ?? 0);
    });
    const back = apply(
      document,
      splices.map(({ start, insert }) => ({ start, end: asByte(text.indexOf('"', start + 1) + 1), insert })),
    );
    expect(pathsOf(document)).toEqual(around);
    expect(document.rows.narrowed).toMatchObject({ count: 10, of: 321 });
    apply(document, back);
    expect(pathsOf(document)).toEqual(around);
    expect(document.rows.narrowed).toMatchObject({ count: 10, of: 301 });
  });

  it('[NEW-11] moves with items that are sorted', () => {
    const document = indented([1, 5, [[4, 0], 2], 3]);
    narrow(document, [at(document, '2.0.1'), at(document, '3')]);
    expect(pathsOf(document)).toEqual(['', '2', '2.0', '2.0.1', '3']);
    const splices = finish(
      planEdit(document.places, {
        type: 'sort',
        nodes: [asNode(0)],
        by: { type: 'value' },
        direction: 'descending',
      }),
    );
    const back = apply(document, splices);
    const sorted: unknown = JSON.parse(textOf(document));
    expect(sorted).toEqual([[[4, 0], 2], 5, 3, 1]);
    expect(pathsOf(document)).toEqual(['', '0', '0.0', '0.0.1', '2']);
    apply(document, back);
    expect(pathsOf(document)).toEqual(['', '2', '2.0', '2.0.1', '3']);
  });

  it('[NEW-11] brings the folds back, moved by the edits of the meantime', () => {
    const document = indented({ a: [1, 2], b: [3, 4], c: [5, 6] });
    const { folds, lines } = document;
    const fold = (first: number, end: number): void =>
      folds.add({ starts: Uint32Array.of(lines.startOfLine(first)), ends: Uint32Array.of(lines.startOfLine(end)) });
    fold(2, 4);
    const folded = linesOf(document);
    narrow(document, [at(document, 'b.1')]);
    expect(linesOf(document)).toEqual(['{', '  "b": [', '    4', '  ],', '}']);
    replace(document, '4', '44');
    folds.check();
    expect(linesOf(document)).toEqual(['{', '  "b": [', '    44', '  ],', '}']);
    widen(document);
    folds.check();
    expect(linesOf(document)).toEqual(folded.map((line) => line.replace('4', '44')));
  });

  it('[TRE-5] closes what was opened for one visit with the next, but not what the user has opened', () => {
    const document = indented({ a: { b: { c: 1 } }, d: { e: 2 }, f: 3 });
    const { rows, places } = document;
    const visit = (path: string): void => {
      const entry = at(document, path);
      rows.visit(
        entry,
        places.steps(entry).map(({ container }) => container),
      );
      rows.check();
    };
    visit('a.b.c');
    expect(pathsOf(document)).toEqual(['', 'a', 'a.b', 'a.b.c', 'd', 'f']);
    visit('d.e');
    expect(pathsOf(document)).toEqual(['', 'a', 'd', 'd.e', 'f']);
    // The user closes and opens one of them again: it is theirs.
    rows.collapse(at(document, 'd'));
    rows.expand(at(document, 'd'));
    visit('a.b.c');
    // An edit before it moves what is to be closed.
    replace(document, '"a"', '"new": [1, 2], "a"');
    visit('f');
    expect(pathsOf(document)).toEqual(['', 'new', 'a', 'd', 'd.e', 'f']);
  });

  it('[TRE-5] folds again what was opened for one visit with the next', () => {
    const document = indented({ a: { b: 1, c: 2 }, d: { e: 3, f: 4 }, g: 5 });
    const { folds, lines } = document;
    const text = textOf(document);
    const offsetOf = (part: string): number => text.indexOf(part);
    folds.add({
      starts: Uint32Array.of(lines.startOfLine(2), lines.startOfLine(6)),
      ends: Uint32Array.of(lines.startOfLine(4), lines.startOfLine(8)),
    });
    const folded = linesOf(document);
    folds.visit(offsetOf('"c"'));
    expect(linesOf(document)).toContain('    "c": 2');
    folds.visit(offsetOf('"b"'));
    expect(linesOf(document)).toContain('    "c": 2');
    folds.visit(offsetOf('"f"'));
    expect(linesOf(document)).not.toContain('    "c": 2');
    expect(linesOf(document)).toContain('    "f": 4');
    folds.visit(offsetOf('"g"'));
    expect(linesOf(document)).toEqual(folded);
    folds.check();
  });
});
