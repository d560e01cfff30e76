// Possible meanings of numbers and strings.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedByDouble, dateOf } from '../../../../src/ui/text/language/value-meaning.ts';

describe('dateOf', () => {
  it('[TXT-1] reads seconds, milliseconds and ISO 8601', () => {
    expect(dateOf('number', '1700000000')).toMatchObject({ date: new Date(1_700_000_000_000), unit: 'seconds' });
    expect(dateOf('number', '1700000000123')).toMatchObject({
      date: new Date(1_700_000_000_123),
      unit: 'milliseconds',
    });
    expect(dateOf('string', '"1700000000"')).toMatchObject({ unit: 'seconds' });
    expect(dateOf('string', '"2024-02-29T12:00:00Z"')?.date).toEqual(new Date(Date.UTC(2024, 1, 29, 12)));
    expect(dateOf('string', '"2024-02-29"')).toMatchObject({ hasTime: false, unit: null });
  });

  it.each(['12', '1e9', '-1700000000', '17000000000', '99999999999999'])('[TXT-1] takes %s for a number', (text) => {
    expect(dateOf('number', text)).toBeNull();
  });

  it.each(['""', '"2024"', '"2024-13-45"', '"at 2024-02-29"', '"12:00"'])('[TXT-1] takes %s for a text', (text) => {
    expect(dateOf('string', text)).toBeNull();
  });
});

describe('changedByDouble', () => {
  it.each([
    ['9007199254740993', '9007199254740992'],
    ['0.1000000000000000055', '0.1'],
    ['1e400', 'Infinity'],
    ['1e-400', '0'],
    ['-12345678901234567890', '-12345678901234567000'],
  ])('[TXT-1] knows what %s would be', (text, expected) => {
    expect(changedByDouble(text)).toBe(expected);
  });

  it.each(['0', '-0', '0.0', '1.50', '1E+2', '100', '0x1F', '1e21', '.5', 'NaN', 'Infinity', '0e999999999999'])(
    '[TXT-1] leaves %s',
    (text) => expect(changedByDouble(text)).toBeNull(),
  );

  it('[TXT-1] finds nothing to say of what JavaScript wrote itself', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(changedByDouble(String(value))).toBeNull();
        expect(changedByDouble(value.toExponential())).toBeNull();
      }),
    );
  });
});
