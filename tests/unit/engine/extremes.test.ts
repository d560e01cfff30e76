// Document sizes at which naive engines overflow, recurse or crawl. `extremes/` runs every function at each of them.

import { describe, expect, it } from 'vitest';
import { formatDocument } from '../../../src/engine/layout/format.ts';
import { packRows } from '../../../src/engine/treeview/row-window.ts';
import { cutText } from '../../../src/engine/textview/text-window.ts';
import { finish } from '../../../src/engine/base/work.ts';
import { unpackRows } from '../../../src/shared/protocol/rows.ts';
import { asByte, asRevision } from '../../../src/shared/units.ts';
import { encode, makeDocument, textOf } from './support/documents.ts';

const DEPTH = 1_000_000;

describe('a document a million levels deep', () => {
  const document = makeDocument('['.repeat(DEPTH) + ']'.repeat(DEPTH));

  it('[PAR-3] is valid', () => {
    expect(document.validity).toBe('valid');
    expect(document.tape.count).toBe(DEPTH * 2);
  });

  it('shows every row, gives the path of the innermost, and compacts', () => {
    document.rows.expandAll();
    expect(document.rows.count).toBe(DEPTH);
    const { rows } = unpackRows(packRows(document.places, document.rows, DEPTH - 3, 60));
    expect(rows.map((row) => row.depth)).toEqual([DEPTH - 3, DEPTH - 2, DEPTH - 1]);
    expect(document.places.path(DEPTH - 1)).toHaveLength(DEPTH - 1);
    expect(finish(formatDocument(document, { style: 'compact', indent: '', maxLineLength: 80 })).size).toBe(DEPTH * 2);
  });

  it('takes an edit in the middle', () => {
    const inverse = document.apply([{ start: asByte(DEPTH), end: asByte(DEPTH), insert: encode('1,"x"') }]);
    finish(document.settle());
    expect(document.validity).toBe('valid');
    expect(document.tape.count).toBe(DEPTH * 2 + 2);
    document.apply(inverse);
    finish(document.settle());
    expect(document.tape.count).toBe(DEPTH * 2);
  });

  it('refuses to indent what would not fit, and stays as it is', () => {
    const work = formatDocument(document, { style: 'format', indent: '        ', maxLineLength: 80 });
    expect(() => finish(work)).toThrow(expect.objectContaining({ code: 'too-large' }));
    expect(document.validity).toBe('valid');
  });
});

describe('100,000 opening brackets and nothing else', () => {
  it('[PAR-4] is invalid at its end, and readable as text', () => {
    const document = makeDocument('['.repeat(100_000));
    expect(document.validity).toBe('invalid');
    expect(document.error?.place?.offset).toBe(100_000);
    expect(document.error?.message).toContain('ends too early');
    const request = {
      anchor: { byte: asByte(50_000) },
      linesBefore: 800,
      linesAfter: 800,
      bytesBefore: 1000,
      bytesAfter: 1000,
    };
    const window = cutText(document, asRevision(1), request);
    expect(window.overlong).toBe(true);
    expect(window.range).toEqual({ start: 49_000, end: 51_000 });
  });
});

describe('a million children', () => {
  const document = makeDocument(
    `{"list":[${Array.from({ length: 1_000_000 }, (_, index) => index).join(',')}],"after":{"x":null}}`,
  );
  const list = document.places.atPath(['list']);

  it('finds any of them by its position, and the position of any', () => {
    for (const ordinal of [0, 1023, 1024, 1025, 999_999]) {
      const child = document.children.nth(list, ordinal);
      expect(document.places.path(child)).toEqual(['list', ordinal]);
      expect(document.places.atPath(['list', ordinal])).toBe(child);
    }
    expect(document.children.nth(list, 1_000_000)).toBe(-1);
    expect(document.children.count(list)).toBe(1_000_000);
  });

  it('keeps finding them after an edit', () => {
    const child = document.children.nth(list, 500_000);
    const { start, end } = document.places.range(child);
    document.apply([{ start: asByte(start), end: asByte(end), insert: encode('[1,2,3],"x"') }]);
    finish(document.settle());
    expect(document.children.count(list)).toBe(1_000_001);
    expect(document.places.path(document.places.atPath(['after', 'x']))).toEqual(['after', 'x']);
    expect(
      textOf(document)
        .slice(document.places.range(document.children.nth(list, 500_002)).start)
        .startsWith('500001,'),
    ).toBe(true);
  });
});
