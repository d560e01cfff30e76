// Edits of very many values together, compared with the simple way: code paths that only lists of more than a thousand values
// take, and work in slices.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlainIntent } from '../../../../src/shared/protocol/edit-intent.ts';
import type { Splice } from '../../../../src/shared/document/splice.ts';
import { asNode } from '../../../../src/shared/units.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { compareDecimals } from '../../../../src/engine/base/decimals.ts';
import { planEdit } from '../../../../src/engine/edit/edit.ts';
import { mergeDocument } from '../../../../src/engine/patch/merge-patch.ts';
import { storeSortKey, sortWords } from '../../../../src/engine/base/ordering.ts';
import { readNumber } from '../../../../src/engine/sort/sort-keys.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { Random } from '../../../../bench/generate.ts';
import { encode, makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const SCALARS = ['1', '-20.5e3', 'true', 'null', '"x"', '"é 日本"', `"${'long '.repeat(80)}"`];
const SPACES = ['', '', ' ', '\n  ', ' '.repeat(300)];

/** The parts of an array of many scalars: their texts, and the text before each and after the last. */
function manyScalars(count: number, seed: number): { items: string[]; gaps: string[] } {
  const random = new Random(seed);
  const items = Array.from({ length: count }, () => random.pick(SCALARS));
  const gaps = items.map((_, index) => (index === 0 ? '[' : ',') + random.pick(SPACES));
  return { items, gaps: [...gaps, ']'] };
}

const join = (items: readonly string[], gaps: readonly string[]): string =>
  gaps.map((gap, index) => gap + (items[index] ?? '')).join('');

/** Applies an edit, its inverse, and the edit again; returns the resulting text. */
function thereAndBack(document: JsonDocument, intent: PlainIntent): string {
  const apply = (splices: readonly Splice[]): { text: string; back: Splice[] } => {
    const back = document.apply(splices);
    finish(document.settle());
    document.check();
    return { text: textOf(document), back };
  };
  const before = textOf(document);
  const there = apply(finish(planEdit(document.places, intent)));
  const back = apply(there.back);
  expect(back.text).toBe(before);
  expect(apply(back.back).text).toBe(there.text);
  return there.text;
}

describe('[TRE-2] edits of very many values', () => {
  it.each([1, 2, 3])('set values and leave every other byte, seed %i', (seed) => {
    const random = new Random(seed + 100);
    const { items, gaps } = manyScalars(4000, seed);
    const document = makeDocument(join(items, gaps));
    const chosen = items.map((_, index) => index).filter((index) => random.next() < 0.9 || index < 1500);
    const nodes = chosen.map((index) => asNode(index + 1));
    const one = items.slice();
    for (const index of chosen) one[index] = '"set"';
    expect(thereAndBack(document, { type: 'set-all', nodes, jsons: ['"set"'] })).toBe(join(one, gaps));
    const each = items.slice();
    for (const index of chosen) each[index] = `${index}`;
    const jsons = chosen.map((index) => `${index}`);
    expect(thereAndBack(document, { type: 'set-all', nodes, jsons })).toBe(join(each, gaps));
    // In any order.
    const intent: PlainIntent = { type: 'set-all', nodes: nodes.toReversed(), jsons: jsons.toReversed() };
    expect(thereAndBack(document, intent)).toBe(join(each, gaps));
  });

  it('refuse a value inside another that is set, also far behind', () => {
    const document = makeDocument(`[${'1,'.repeat(3000)}[2]]`);
    const nodes = Array.from({ length: 3002 }, (_, index) => asNode(index + 1));
    const intent: PlainIntent = { type: 'set-all', nodes, jsons: ['0'] };
    expect(() => finish(planEdit(document.places, intent))).toThrow(expect.objectContaining({ code: 'refused' }));
  });

  it('merge a patch that sets, adds and removes thousands side by side', () => {
    const members = Array.from({ length: 1200 }, (_, index) => index);
    const before = Object.fromEntries(members.map((id) => [`m${id}`, { gone: id, set: id, inner: {} }]));
    const patch = Object.fromEntries(members.map((id) => [`m${id}`, { gone: null, set: 'x', inner: { [id]: id } }]));
    const after = Object.fromEntries(members.map((id) => [`m${id}`, { set: 'x', inner: { [id]: id } }]));
    const document = makeDocument(JSON.stringify(before));
    document.apply(finish(mergeDocument(document, makeDocument(JSON.stringify(patch)))));
    expect(JSON.parse(textOf(document))).toEqual(after);
  });

  it.each([
    [1, 'ascending'],
    [2, 'descending'],
    [3, 'ascending'],
    [4, 'descending'],
  ] as const)('sort by what is at a path as comparing does, seed %i, %s', (seed, direction) => {
    const random = new Random(seed);
    const values = Array.from({ length: 5000 }, () => random.pick(VALUES)(random));
    const items = values.map((value, index) => {
      const key = random.pick(['"v"', '"v"', '"v"', String.raw`"\u0076"`]);
      const before = random.pick(['', '"a": [{}], ', '"v": 7, ', '"vv": 1, "": 2, ', String.raw`"\"v": 3, "x\\": 4, `]);
      const member = value === '' ? '' : `${key}: ${value}, `;
      return `{${random.pick(SPACES)}${before}${member}"id": ${index}}`;
    });
    const gaps = [...items.map((_, index) => (index === 0 ? '[' : ',') + random.pick(SPACES)), ']'];
    /** Of two numbers with the same nearest double, by their digits. */
    const compareDigits = (a: { value: unknown; text: string }, b: { value: unknown; text: string }): number => {
      if (typeof a.value !== 'number' || typeof b.value !== 'number') return 0;
      return compareDecimals(a.text, b.text) * (direction === 'ascending' ? 1 : -1);
    };
    const expected = items
      .map((item, index) => ({
        item,
        index,
        value: (JSON.parse(item) as { v?: unknown }).v,
        text: values[index] || '7',
      }))
      .toSorted((a, b) => compareValues(a.value, b.value, direction) || compareDigits(a, b) || a.index - b.index)
      .map(({ item }) => item);
    const by = { type: 'path', path: ['v'] } as const;
    const document = makeDocument(join(items, gaps));
    expect(thereAndBack(document, { type: 'sort', nodes: [asNode(0)], by, direction })).toBe(join(expected, gaps));
  });
});

describe('[TRE-2] the numbers that items are sorted by', () => {
  it('are read as Number reads them', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
      fc
        .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.nat({ max: 20 }))
        .map(([minus, digits, point]) => {
          const text = digits.toString().padStart(point + 1, '0');
          const cut = text.length - point;
          return `${minus ? '-' : ''}${text.slice(0, cut)}${point > 0 ? '.' : ''}${text.slice(cut)}`;
        }),
    );
    fc.assert(
      fc.property(number, (text) => {
        const bytes = encode(` ${text} `);
        expect(readNumber(bytes, 1, bytes.length - 1)).toBe(Number(text));
      }),
      { numRuns: runs(3000) },
    );
  });

  it('are put in order as comparing them does, equals as they were', () => {
    const double = fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -3, max: 3 }), fc.constantFrom(-0, 0));
    fc.assert(
      fc.property(fc.array(double, { maxLength: 300 }), fc.boolean(), (values, rising) => {
        const words = { low: new Uint32Array(values.length), high: new Uint32Array(values.length) };
        for (const [index, value] of values.entries()) storeSortKey(words, index, value);
        const order = finish(sortWords(words, rising ? 'ascending' : 'descending')).indexes;
        const at = (index: number): number => values[index] ?? 0;
        const compare = (a: number, b: number): number => (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0);
        const indexes = values.map((_, index) => index);
        expect([...order]).toEqual(indexes.toSorted((a, b) => (rising ? 1 : -1) * compare(a, b) || a - b));
      }),
      { numRuns: runs(1000) },
    );
  });
});

/** Makes random values of every kind; an empty text means no value. */
const VALUES: readonly ((random: Random) => string)[] = [
  (random) => `${random.int(50)}`,
  (random) => `${(random.int(2e9) - 1e9) / 1000}`,
  (random) => `-${random.int(3)}.${random.int(1e6)}e${random.int(400)}`,
  (random) => random.pick(['0', '-0', '0.0', '1e400', '-1e400', '9007199254740993', '9007199254740992', '1E2']),
  (random) => JSON.stringify(`${random.pick(['item', 'Item', 'ïtem'])} ${random.pick(['', '0'])}${random.int(30)}`),
  (random) => random.pick(['null', 'true', 'false', '[1]', '{"v": 1}', '']),
];

/** The order described in the README, in its simplest form; `undefined` is a missing value. */
function compareValues(a: unknown, b: unknown, direction: 'ascending' | 'descending'): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const sign = direction === 'ascending' ? 1 : -1;
  const rank = (value: unknown): number => (typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : 2);
  if (rank(a) !== rank(b)) return sign * (rank(a) - rank(b));
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -sign : a > b ? sign : 0;
  if (typeof a === 'string' && typeof b === 'string') return sign * compareTexts(a, b);
  const kind = (value: unknown): string =>
    value === null
      ? 'null'
      : Array.isArray(value)
        ? 'array'
        : typeof value === 'object'
          ? 'object'
          : JSON.stringify(value);
  return sign * compareTexts(kind(a), kind(b));
}

function compareTexts(a: string, b: string): number {
  const parts = (text: string): string[] => text.toLowerCase().match(/\d+|\D/g) ?? [];
  const [one, two] = [parts(a), parts(b)];
  for (const [index, part] of one.entries()) {
    const other = two[index];
    if (other === undefined) return 1;
    const both = /\d/.test(part) && /\d/.test(other);
    const difference = both ? Number(part) - Number(other) : part.charCodeAt(0) - other.charCodeAt(0);
    if (difference !== 0) return difference;
  }
  return one.length - two.length || (a < b ? -1 : a > b ? 1 : 0);
}
