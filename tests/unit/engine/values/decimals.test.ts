// Law: every comparison of the engine is that of exact decimals. Numbers of up to forty digits lie close together, so that many
// share a double.
// @see requirements TAB-2, TRE-5, TRF-1

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCALAR_OPERATORS, type ScalarOperator } from '../../../../src/shared/protocol/wizard.ts';
import { compareDecimals } from '../../../../src/engine/base/decimals.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { planEdit } from '../../../../src/engine/edit/edit.ts';
import { resolveIntent } from '../../../../src/engine/edit/resolve-intent.ts';
import { orderItems } from '../../../../src/engine/sort/sort.ts';
import { TableIndex } from '../../../../src/engine/table/column/table-index.ts';
import { arrangeRows } from '../../../../src/engine/table/row-order.ts';
import { asNode } from '../../../../src/shared/units.ts';
import { runText } from '../../../conformance/queries.ts';
import { makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

/** A number as digits × 10^power, and one of its spellings. */
interface Spelt {
  readonly digits: bigint;
  readonly power: number;
  readonly text: string;
}

/** By aligning both numbers to one power of ten. */
function compareExactly(a: Spelt, b: Spelt): number {
  const power = Math.min(a.power, b.power);
  const difference = a.digits * 10n ** BigInt(a.power - power) - b.digits * 10n ** BigInt(b.power - power);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const OFFSETS = fc.integer({ min: -3, max: 3 }).map(BigInt);
/** Neighbours of a few numbers, at the limits of a double and beyond. */
const decimal: fc.Arbitrary<Spelt> = fc
  .tuple(
    fc.constantFrom(0n, 9_007_199_254_740_992n, 123_456_789_012_345_678_901_234_567_890n, 5n, 10n ** 17n),
    OFFSETS,
    fc.constantFrom(0, 0, -2, -20, 400, -400),
    fc.boolean(),
    fc.nat(2),
  )
  .map(([base, offset, power, isNegative, style]) => {
    const digits = (base + offset) * (isNegative ? -1n : 1n);
    return { digits, power, text: spell(digits, power, style) };
  });

/** Spells a number with an exponent, with a fraction, or with a zero more. */
function spell(digits: bigint, power: number, style: number): string {
  const sign = digits < 0n ? '-' : '';
  const whole = String(digits < 0n ? -digits : digits);
  if (power === 0) return sign + whole + ['', '.0', 'e0'][style];
  if (style === 0 || Math.abs(power) > 50) return `${sign}${whole}${style === 1 ? 'E' : 'e'}${power}`;
  const padded = whole.padStart(1 - power, '0');
  return `${sign}${padded.slice(0, power)}.${padded.slice(power)}${style === 1 ? '' : '0'}`;
}

const holds: Readonly<Record<ScalarOperator, (order: number) => boolean>> = {
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};
const operator = fc.constantFrom(...SCALAR_OPERATORS);
const lists = fc.array(decimal, { maxLength: 40 });
const textsOf = (numbers: readonly Spelt[]): string[] => numbers.map(({ text }) => text);
const arrayOf = (numbers: readonly Spelt[]): string => `[${textsOf(numbers).join(',')}]`;
const rowsOf = (numbers: readonly Spelt[]): string => `[${numbers.map(({ text }) => `{"id":${text}}`).join(',')}]`;
const itemsOf = (text: string): string[] =>
  text
    .slice(1, -1)
    .split(',')
    .filter((item) => item !== '');

describe('numbers compare by their exact values', () => {
  it('two at a time', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(Math.sign(compareDecimals(a.text, b.text))).toBe(compareExactly(a, b));
      }),
      { numRuns: runs(5000) },
    );
    expect(compareDecimals('1e400', '2e400')).toBeLessThan(0);
    expect(['NaN', 'Infinity', '1e400', '-Infinity', '0'].toSorted(compareDecimals)).toEqual([
      '-Infinity',
      '0',
      '1e400',
      'Infinity',
      'NaN',
    ]);
  });

  it('[TRE-5] when they are sorted, and equal ones keep their order', () => {
    fc.assert(
      fc.property(lists, fc.boolean(), (numbers, isAscending) => {
        const direction = isAscending ? 'ascending' : 'descending';
        const { order } = finish(orderItems(makeDocument(arrayOf(numbers)).places, 0, { type: 'value' }, direction));
        const sign = isAscending ? 1 : -1;
        const sorted = numbers.toSorted((a, b) => sign * compareExactly(a, b));
        expect([...order].map((index) => numbers[index]?.text)).toEqual(textsOf(sorted));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('[TAB-2] in the sort and the filters of a table', () => {
    fc.assert(
      fc.property(lists, decimal, operator, (numbers, literal, sign) => {
        const document = makeDocument(rowsOf(numbers));
        const { places } = document;
        const path = ['id'];
        const arrange = (filter: Parameters<typeof arrangeRows>[1]['filters'][number]): (string | undefined)[] => {
          const sorts = [{ path, direction: 'ascending' as const }];
          const rows = finish(arrangeRows(new TableIndex(places, 0, document), { filters: [filter], sorts })) ?? [];
          return [...rows].map((row) => numbers[row]?.text);
        };
        const sorted = numbers.toSorted(compareExactly);
        expect(arrange({ type: 'compare', path, operator: sign, literal: literal.text })).toEqual(
          textsOf(sorted.filter((number) => holds[sign](compareExactly(number, literal)))),
        );
        const five = { digits: 5n, power: 0, text: '5' };
        expect(arrange({ type: 'one-of', path, literals: [literal.text, five.text] })).toEqual(
          textsOf(sorted.filter((number) => [literal, five].some((one) => compareExactly(number, one) === 0))),
        );
      }),
      { numRuns: runs(1000) },
    );
  });

  it('[TRF-1] in “Keep only matching items”, and in the wizard and the paths of Transform', async () => {
    await fc.assert(
      fc.asyncProperty(lists, decimal, operator, async (numbers, literal, sign) => {
        const kept = textsOf(numbers.filter((number) => holds[sign](compareExactly(number, literal))));
        const document = makeDocument(arrayOf(numbers));
        const filter = { path: [], operator: sign, literal: literal.text };
        const { intent } = finish(resolveIntent(document.places, { type: 'filter', nodes: [asNode(0)], filter }));
        if (intent !== null) document.apply(finish(planEdit(document.places, intent)));
        expect(itemsOf(textOf(document))).toEqual(kept);
        const { text, notes } = await runText('jsonpath', arrayOf(numbers), `$[?@ ${sign} ${literal.text}]`);
        expect(itemsOf(text)).toEqual(kept);
        expect(notes).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });

  it('[TRF-1] with Infinity, NaN and hexadecimal numbers of JSON5', () => {
    const numbers = [
      'NaN',
      'Infinity',
      '1e400',
      '0x20000000000001',
      '9007199254740992',
      '-Infinity',
      '9007199254740993',
    ];
    const { places } = makeDocument(`[${numbers.join(',')}]`, 1 << 20, 'json5');
    const { order } = finish(orderItems(places, 0, { type: 'value' }, 'ascending'));
    expect([...order].map((index) => numbers[index])).toEqual([
      '-Infinity',
      '9007199254740992',
      '0x20000000000001',
      '9007199254740993',
      '1e400',
      'Infinity',
      'NaN',
    ]);
  });
});
