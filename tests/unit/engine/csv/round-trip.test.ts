// Random documents out as typed CSV and in again: the same values, numbers as they are spelt.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import type { CsvWriteOptions } from '../../../../src/shared/protocol/csv.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { readTable } from '../../../../src/engine/csv/read.ts';
import { runs } from '../../../runs.ts';
import { exported, sortedNames } from '../support/csv.ts';

const number = fc.constantFrom(
  '0',
  '-0',
  '1.10',
  '1e5',
  '1E+400',
  '9007199254740993',
  '12345678901234567890123',
  '0.000',
  '-7.5e-3',
);
const hostile = fc.constantFrom(
  '',
  ' ',
  '"',
  '""',
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\r\n',
  '\r',
  "'",
  "'=1",
  '=1+1',
  '＝1',
  '-5',
  '@x',
  '00123',
  '1',
  'true',
  'null',
  '[1]',
  '{}',
  'sep=;',
  '#a',
  '\u0000',
  '\ufeff',
  '\u0085',
  '\u2028',
  '🦀',
  'é',
  '2024-01-01',
);
const text = fc.oneof(
  hostile,
  fc.array(hostile, { maxLength: 4 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);
const string = text.map((value) => JSON.stringify(value));
const scalar = fc.oneof(number, fc.constantFrom('true', 'false', 'null'), string);
const key = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'a', '__proto__', 'constructor', '10', '2', '', 'a.b', '.', 'x:json', 'y:text'),
  text,
);

function objectOf(value: fc.Arbitrary<string>, minLength = 0): fc.Arbitrary<string> {
  return fc
    .uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, minLength, maxLength: 5 })
    .map((members) => `{${members.map(([name, one]) => `${JSON.stringify(name)}:${one}`).join(',')}}`);
}

const nested = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    objectOf(tie('value')),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
  ),
})).value;
/** At least one row has a name: an array of nothing but `{}` has no CSV. */
const rows = fc
  .tuple(objectOf(nested, 1), fc.array(objectOf(nested), { maxLength: 6 }))
  .map(([first, others]) => `[${[first, ...others].join(',')}]`);
const options = fc.record({
  separator: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('LF' as const, 'CRLF' as const, 'CR' as const),
  mark: fc.boolean(),
  formulas: fc.constantFrom('keep' as const, 'escape' as const),
  nested: fc.constantFrom('flatten' as const, 'json' as const),
  encoding: fc.constantFrom('utf-8' as const, 'utf-16le' as const, 'utf-16be' as const),
});

function there(document: string, how: CsvWriteOptions, nest: boolean): string {
  const bytes = exported(document, how);
  return sortedNames(
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(joinBytes(finish(readTable(bytes, { nest })).json)),
  );
}

/**
 * Whether a name with a dot, at the top of a row, holds an object or an array. Flattened it is the one name that can't be told
 * from a path: what marks it as a name stands where `:json` does.
 */
function hasDottedContainer(document: string): boolean {
  return (JSON.parse(document) as Record<string, unknown>[]).some((row) =>
    Object.entries(row).some(([name, value]) => name.includes('.') && typeof value === 'object' && value !== null),
  );
}

describe('[TAB-4] typed CSV', () => {
  it('comes back with the same values and number tokens', () => {
    fc.assert(
      fc.property(rows, options, (document, how) => {
        fc.pre(how.nested === 'json' ? true : !hasDottedContainer(document));
        // UTF-16 is known by its mark: by its zero bytes only where most characters are Latin.
        const mark = how.mark || how.encoding !== 'utf-8';
        expect(there(document, { ...how, mark, form: 'typed' }, how.nested === 'flatten')).toBe(sortedNames(document));
      }),
      { numRuns: runs(10_000) },
    );
  });
});
