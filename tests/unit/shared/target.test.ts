// Targets of "Go to" as users type them, and their place in a document.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJavaScript, toJsonPath, toPointer } from '../../../src/shared/document/path.ts';
import { parseTarget } from '../../../src/shared/document/target.ts';
import { locate } from '../../../src/workers/document/locate.ts';
import { encode, jsonText, makeDocument } from '../engine/support/documents.ts';
import { runs } from '../../runs.ts';

describe('a target', () => {
  it.each([
    ['12', { type: 'line', line: 11, column: 0 }],
    [' 12 : 5 ', { type: 'line', line: 11, column: 4 }],
    ['12,5', { type: 'line', line: 11, column: 4 }],
    ['0', { type: 'line', line: 0, column: 0 }],
    ['@1234', { type: 'offset', offset: 1234 }],
    ['offset 1234', { type: 'offset', offset: 1234 }],
    ['Byte 0', { type: 'offset', offset: 0 }],
    ['$.a[3]["x"]', { type: 'path', path: ['a', 3, 'x'] }],
    ['/a/3', { type: 'path', path: ['a', '3'] }],
    ['a[3].x', { type: 'path', path: ['a', 3, 'x'] }],
    [' /a\t', { type: 'path', path: ['a\t'] }],
    [' $.a ', { type: 'path', path: ['a'] }],
    ['$', { type: 'path', path: [] }],
  ])('is read from %j', (text, target) => {
    expect(parseTarget(text)).toEqual(target);
  });

  it('is none in an empty text, and an error with a place in a wrong path', () => {
    expect(parseTarget('  ')).toBeNull();
    expect(() => parseTarget('$.a[')).toThrow(expect.objectContaining({ code: 'syntax' }));
  });
});

describe('locating', () => {
  it('a line and a column is the inverse of the place of a byte', () => {
    fc.assert(
      fc.property(jsonText, fc.double({ min: 0, max: 1, noNaN: true }), (text, share) => {
        const document = makeDocument(text);
        const at = Array.from(text)
          .slice(0, Math.floor(share * text.length))
          .join('');
        // There is no place between CR and LF of one line end.
        fc.pre(!(at.endsWith('\r') && text[at.length] === '\n'));
        const offset = encode(at).length;
        const place = document.lines.placeOf(offset);
        expect(locate(document, { type: 'line', ...place })).toMatchObject({ ...place, offset, isExact: true });
      }),
      { numRuns: runs(500) },
    );
  });

  it('finds every value by every spelling of its path', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const document = makeDocument(text);
        const { tape, places } = document;
        for (let entry = 0; entry < tape.count; entry += 1) {
          if (tape.isClosing(entry)) continue;
          const path = places.path(entry);
          const found = places.atPath(path);
          // Of duplicate keys, the first one's value cannot be addressed.
          if (found < 0) continue;
          const { start } = places.range(found);
          for (const spell of [toJsonPath, toPointer, toJavaScript]) {
            const target = parseTarget(spell(path));
            if (target?.type !== 'path') continue;
            expect(locate(document, target)).toMatchObject({ offset: start, isExact: true });
          }
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('stops at the end of a line, of the document, and of what a path leads to', () => {
    const document = makeDocument('{\r\n  "é": [1, 2]\n}');
    expect(locate(document, { type: 'line', line: 0, column: 99 })).toMatchObject({
      line: 0,
      column: 1,
      isExact: false,
    });
    expect(locate(document, { type: 'line', line: 1, column: 99 })).toMatchObject({
      line: 1,
      column: 13,
      isExact: false,
    });
    expect(locate(document, { type: 'line', line: 9, column: 0 })).toMatchObject({
      line: 2,
      column: 1,
      isExact: false,
    });
    expect(locate(document, { type: 'offset', offset: 999 })).toMatchObject({ offset: 19, isExact: false });
    expect(locate(document, { type: 'path', path: ['é', 7, 'x'] })).toMatchObject({ path: ['é'], isExact: false });
    const invalid = makeDocument('{');
    expect(() => locate(invalid, { type: 'path', path: [] })).toThrow(
      expect.objectContaining({ code: 'invalid-document' }),
    );
    expect(locate(invalid, { type: 'line', line: 0, column: 1 })).toMatchObject({ offset: 1, path: [], range: null });
  });
});
