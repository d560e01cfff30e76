// What the views read: rows, windows of text, places. Compared with a simple reading of the same document.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Path } from '../../../../src/shared/document/path.ts';
import { unpackRows } from '../../../../src/shared/protocol/rows.ts';
import { asByte, asRevision } from '../../../../src/shared/units.ts';
import { countUtf16 } from '../../../../src/shared/bytes/utf8.ts';
import { packAncestors, packRows } from '../../../../src/engine/treeview/row-window.ts';
import { cutText } from '../../../../src/engine/textview/text-window.ts';
import { encode, jsonText, makeDocument } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

/** A row, from a recursive walk over the parsed value; keys and positions in the order of the text. */
interface PlainRow {
  readonly depth: number;
  readonly path: Path;
}

describe('lines', () => {
  it('[TXT-1] an LF typed behind a CR at the end of a chunk is the same line end', () => {
    // A chunk has 65,536 bytes.
    const document = makeDocument(`[${' '.repeat(65_534)}\r${' '.repeat(65_536)}]`);
    expect(document.lines.lineCount).toBe(2);
    document.apply([{ start: asByte(65_536), end: asByte(65_536), insert: encode('\n') }]);
    document.lines.check();
    expect(document.lines.lineCount).toBe(2);
    expect(document.lines.startOfLine(1)).toBe(65_537);
  });
});

describe('rows', () => {
  it('[TRE-1] every row of every expansion is there, in order, with its depth and path', () => {
    fc.assert(
      fc.property(fc.json(), fc.array(fc.nat(), { maxLength: 6 }), (text, toggles) => {
        const document = makeDocument(text);
        const { rows, tape, places } = document;
        rows.expandAll();
        const closed = new Set<number>();
        for (const toggle of toggles) {
          const entry = rows.entryAt(toggle % rows.count);
          if (!tape.isOpening(entry)) continue;
          rows.collapse(entry);
          closed.add(entry);
        }
        const expected: PlainRow[] = [];
        for (let entry = 0; entry < tape.count; entry += 1) {
          if (tape.isClosing(entry)) continue;
          const path = places.path(entry);
          expected.push({ depth: path.length, path });
          if (closed.has(entry)) entry = tape.closing(entry);
        }
        expect(rows.count).toBe(expected.length);
        rows.check();
        const window = unpackRows(packRows(places, rows, 0, expected.length + 5)).rows;
        expect(window.map((row) => ({ depth: row.depth, path: places.path(row.node) }))).toEqual(expected);
        for (const [index, row] of window.entries()) {
          expect(rows.rowOf(row.node)).toBe(index);
          expect(rows.entryAt(index)).toBe(row.node);
          const last = row.key ?? row.position;
          if (row.depth > 0) expect(places.path(row.node).at(-1)).toBe(last);
          expect(places.atPath(places.path(row.node))).toBe(row.node);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('[TRE-1] any window is that part of the whole', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), fc.integer({ min: 1, max: 9 }), (text, first, count) => {
        const document = makeDocument(text);
        document.rows.expandAll();
        const all = unpackRows(packRows(document.places, document.rows, 0, document.rows.count)).rows;
        const start = first % document.rows.count;
        const part = unpackRows(packRows(document.places, document.rows, start, count));
        expect(part.first).toBe(start);
        expect(part.rows).toEqual(all.slice(start, start + count));
      }),
      { numRuns: runs(300) },
    );
  });

  it('[TRE-1] expands to a level, a subtree, all, and collapses them', () => {
    const document = makeDocument('{"a":{"b":{"c":1}},"d":[[[]]]}');
    const { rows } = document;
    const counts = [0, 1, 2, 3, 4].map((level) => {
      rows.expandToLevel(level);
      rows.check();
      return rows.count;
    });
    expect(counts).toEqual([1, 3, 5, 7, 7]);
    rows.expandToLevel(1);
    rows.expandSubtree(1);
    expect(rows.count).toBe(5);
    rows.collapseSubtree(1);
    rows.expand(1);
    expect(rows.count).toBe(4);
    rows.check();
  });

  it('previews what is in a collapsed container, and cuts what is long', () => {
    const document = makeDocument(`[{"id":1,"a b":"${'x'.repeat(60)}","n":[1],"e":{}},"${'é'.repeat(2000)}"]`);
    const { rows } = unpackRows(packRows(document.places, document.rows, 1, 2));
    expect(rows[0]?.text).toBe(`{id: 1, "a b": "${'x'.repeat(39)}…", n: […1], e: {}}`);
    expect(rows[1]).toMatchObject({ textCut: true, kind: 'string' });
    expect(rows[1]?.text).toBe(`"${'é'.repeat(511)}`);
  });

  it('[TRE-1] a preview counts what lies deeper, as far as that is cheap, and is about a line', () => {
    const many = (count: number): string => `[${Array.from({ length: count }, () => 0).join()}]`;
    const preview = (text: string): string | undefined => {
      const document = makeDocument(`[${text}]`);
      return unpackRows(packRows(document.places, document.rows, 1, 1)).rows[0]?.text;
    };
    expect(preview(`{"a":${many(99)},"b":${many(100)},"c":${many(5000)},"d":{"x":1,"y":[]}}`)).toBe(
      '{a: […99], b: […99+], c: […99+], d: {…2}}',
    );
    expect(preview(many(5000))).toBe(`[${'0, '.repeat(41)}…]`);
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(encode(preview(`[${text}]`) ?? '').length).toBeLessThan(320);
      }),
    );
    // A short, flat container is previewed completely.
    const scalars = fc.array(fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.constant('a"b')), {
      maxLength: 9,
    });
    fc.assert(
      fc.property(scalars, (list) => {
        expect(JSON.parse(preview(JSON.stringify(list)) ?? '')).toEqual(list);
      }),
    );
  });

  it('[TRE-1] the rows that stay on top are the containers around the first row below them', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), fc.integer({ min: 0, max: 6 }), (text, at, limit) => {
        const { places, rows } = makeDocument(text);
        rows.expandAll();
        const first = at % rows.count;
        const all = unpackRows(packRows(places, rows, 0, rows.count)).rows;
        const { indexes, rows: packed } = packAncestors(places, rows, first, limit);
        const sticky = unpackRows(packed).rows;
        expect(sticky).toEqual(Array.from(indexes, (index) => all[index]));
        expect(sticky.length).toBeLessThanOrEqual(limit);
        // Counts the rows covered by sticky rows, to find the first uncovered one.
        let covered = 0;
        const isCovered = (): boolean =>
          covered < Math.min(limit, all[first + covered]?.depth ?? 0) && first + covered + 1 < all.length;
        while (isCovered()) covered += 1;
        const below = places.steps(all[first + covered]?.node ?? 0).map(({ container }) => rows.rowOf(container));
        expect([...indexes]).toEqual(limit === 0 ? [] : below.slice(-limit));
      }),
      { numRuns: runs(500) },
    );
  });

  it('[PAR-2] shows duplicate and hostile keys as they are', () => {
    const document = makeDocument('{"__proto__":1,"a":2,"a":3,"":4,"constructor":5,"\\u0061":6}');
    const { rows } = unpackRows(packRows(document.places, document.rows, 1, 9));
    expect(rows.map((row) => row.key)).toEqual(['__proto__', 'a', 'a', '', 'constructor', 'a']);
    expect(rows.at(-1)?.rawKey).toBe('"\\u0061"');
  });
});

describe('text windows', () => {
  it('[TXT-2] are exact slices that hold their anchor, whatever the limits', () => {
    const characters = fc.constantFrom('a', 'é', '🚀', '\n', '\r', '\r\n', '"', ' ', '\t');
    const texts = fc
      .tuple(fc.constantFrom('', '', '\uFEFF'), fc.oneof(jsonText, fc.string({ unit: characters, maxLength: 200 })))
      .map((parts) => parts.join(''));
    const limits = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(
        texts,
        fc.nat(),
        limits,
        limits,
        fc.integer({ min: 0, max: 5 }),
        (text, at, bytesBefore, bytesAfter, lines) => {
          const document = makeDocument(text);
          const bytes = encode(text);
          const anchor = asByte(at % (bytes.length + 1));
          const request = { anchor: { byte: anchor }, linesBefore: lines, linesAfter: lines, bytesBefore, bytesAfter };
          const window = cutText(document, asRevision(1), request);
          const { start, end } = window.range;
          expect(start).toBeLessThanOrEqual(anchor);
          expect(end).toBeGreaterThanOrEqual(Math.min(anchor, bytes.length));
          if (anchor < bytes.length) expect(end).toBeGreaterThan(start);
          expect(window.bytes).toEqual(bytes.slice(start, end));
          // No character and no line end is split.
          expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(window.bytes)).not.toContain('\uFFFD');
          if (end < bytes.length) expect([bytes[end - 1], bytes[end]]).not.toEqual([0x0d, 0x0a]);
          const before = new TextDecoder('utf-8', { ignoreBOM: true })
            .decode(bytes.slice(0, start))
            .split(/\r\n|\n|\r/);
          expect(window.firstLine).toBe(before.length - 1);
          expect(window.firstColumn).toBe(before.at(-1)?.length);
          // The byte order mark precedes the first line's indentation.
          expect(window.firstIndent).toBe(/^\uFEFF?([ \t]*)/.exec(before.at(-1) ?? '')?.[1]);
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  it('say whether they start inside a string', () => {
    const text = '{"key with \\" quote":"value, [1]","n":[1,"x"]}';
    const document = makeDocument(text);
    let inString = false;
    for (let at = 0; at < text.length; at += 1) {
      const request = { anchor: { byte: asByte(at) }, linesBefore: 0, linesAfter: 0, bytesBefore: 0, bytesAfter: 4 };
      const window = cutText(document, asRevision(1), request);
      expect([window.range.start, window.startsInString]).toEqual([at, inString]);
      if (text[at] === '"' && text[at - 1] !== '\\') inString = !inString;
    }
  });
});

describe('lines', () => {
  it('[TXT-3] offsets, lines, columns and UTF-16 units convert into each other', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', '日', '🚀', '\n', '\r', '\r\n'), maxLength: 300 }),
        (text) => {
          const { lines } = makeDocument(text, 5);
          const bytes = encode(text);
          const starts = [
            0,
            ...[...text.matchAll(/\r\n|\n|\r/g)].map(
              (match) => encode(text.slice(0, match.index + match[0].length)).length,
            ),
          ];
          expect(lines.lineCount).toBe(starts.length);
          expect(lines.unitCount).toBe(text.length);
          for (const [line, start] of starts.entries()) expect(lines.startOfLine(line)).toBe(start);
          let offset = 0;
          for (const character of text) {
            const units = countUtf16(bytes, 0, offset);
            expect(lines.unitsBefore(offset)).toBe(units);
            expect(lines.offsetOfUnit(units)).toBe(offset);
            const line = starts.findLastIndex((start) => start <= offset);
            expect(lines.placeOf(offset)).toEqual({ line, column: countUtf16(bytes, starts[line] ?? 0, offset) });
            offset += encode(character).length;
          }
        },
      ),
      { numRuns: runs(400) },
    );
  });
});

describe('errors', () => {
  it.each([
    ['[1 2]', 'A comma is missing after this value.', 2],
    ['{"a": [1, 2, "b": 1}', 'An array has no keys: perhaps a bracket "]" is missing before this one.', 13],
    ['{"a":1,}', 'There is a comma too many before "}": JSON allows no trailing comma.', 6],
    ['[tru]', 'Expected a value, found tru: perhaps it is true.', 1],
    ['["a\tb"]', 'Inside a string, a tab is written \\t.', 3],
    ['[01]', 'JSON has no number 01: a number has no leading zeros.', 1],
    ['{"a"', 'The text ends too early: the bracket "{" in line 1 is not closed.', 4],
    ['1 "x"', 'There is text after the end of the document.', 2],
    [' \n', 'The document is empty.', 0],
  ])('[PAR-3] of %j say what was expected and what is there', (text, message, offset) => {
    const { error } = makeDocument(text);
    expect([error?.message, error?.place?.offset]).toEqual([message, offset]);
  });
});
