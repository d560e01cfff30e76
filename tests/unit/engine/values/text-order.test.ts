// Ordering texts by their prefixes, compared with ordering them by their whole content.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemsOf } from '../../../../src/engine/sort/reorder.ts';
import { orderOf } from '../../../../src/engine/sort/sort.ts';
import { readSortKeys } from '../../../../src/engine/sort/sort-keys.ts';
import { compareNatural, compareTexts } from '../../../../src/engine/sort/natural-order.ts';
import { StringUnits, TextKey } from '../../../../src/engine/sort/packed-text.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { makeDocument } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

describe('[TRE-3] texts', () => {
  const piece = fc.constantFrom(
    'a',
    'A',
    'b',
    '0',
    '1',
    '9',
    '00',
    '12',
    '123456789',
    '1234567890',
    ' ',
    '~',
    '\u0001',
    'é',
    'K',
    'İ',
    '😀',
    '\\',
    '"',
    '\n',
  );
  const text = fc
    .tuple(fc.constantFrom('', 'https://example.com/', 'Item 1', 'ééé'), fc.array(piece, { maxLength: 12 }))
    .map(([start, rest]) => start + rest.join(''));

  it('are put in order as people read them, equals as they were, however they are spelt', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.boolean()), { maxLength: 200 }), fc.boolean(), (values, rising) => {
        const spelt = values.map(([value, escapes]) => (escapes ? escapeAll(value) : JSON.stringify(value)));
        const { places } = makeDocument(`[${spelt.join(',')}]`);
        const items = finish(itemsOf(places, 0));
        const keys = finish(readSortKeys(places, items, { type: 'value' }));
        const order = finish(orderOf(keys, rising ? 'ascending' : 'descending'));
        const at = (index: number): string => values[index]?.[0] ?? '';
        const indexes = values.map((_, index) => index);
        expect([...order]).toEqual(indexes.toSorted((a, b) => (rising ? 1 : -1) * compareTexts(at(a), at(b)) || a - b));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('keep a number whole whose first digits all of them share', () => {
    const numbers = Array.from({ length: 200 }, (_, index) => ((index * 7) % 200) + 1000);
    const { places } = makeDocument(
      JSON.stringify(numbers.map((number) => `Serial number ${number % 100 ? number : number * 10}`)),
    );
    const items = finish(itemsOf(places, 0));
    const order = finish(orderOf(finish(readSortKeys(places, items, { type: 'value' })), 'ascending'));
    const sorted = Array.from(order, (index) => numbers[index] ?? 0).map((number) =>
      number % 100 ? number : number * 10,
    );
    expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
  });

  it('are compared the same by how they begin and go on', () => {
    const [one, other] = [new TextKey(), new TextKey()];
    fc.assert(
      fc.property(text, text, (a, b) => {
        one.read(new StringUnits(a.toLowerCase()));
        other.read(new StringUnits(b.toLowerCase()));
        const words = one.high - other.high || one.low - other.low;
        const wanted = compareNatural(a.toLowerCase(), b.toLowerCase());
        if (words !== 0) expect(Math.sign(words)).toBe(Math.sign(wanted));
        one.follow(new StringUnits(a.toLowerCase()));
        other.follow(new StringUnits(b.toLowerCase()));
        const next = one.high - other.high || one.low - other.low;
        if (words === 0 && next !== 0) expect(Math.sign(next)).toBe(Math.sign(wanted));
      }),
      { numRuns: runs(3000) },
    );
  });
});

function escapeAll(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
  return `"${units.map((unit) => `\\u${unit}`).join('')}"`;
}
