// Times in ISO 8601, as JavaScript reads those that it reads.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readIsoTime } from '../../../src/shared/document/iso-time.ts';

it('[TAB-2] are read as `Date.parse` reads them', () => {
  const zone = fc.constantFrom('', 'Z', '+02:00', '-11:30');
  const two = (least: number, most: number) =>
    fc.integer({ min: least, max: most }).map((value) => String(value).padStart(2, '0'));
  const date = fc.tuple(fc.integer({ min: 0, max: 9999 }), two(0, 13), two(0, 32));
  fc.assert(
    fc.property(
      date,
      two(0, 23),
      two(0, 59),
      two(0, 59),
      fc.constantFrom('', '.5', '.123'),
      zone,
      ([year, month, day], h, m, s, part, offset) => {
        const text = `${String(year).padStart(4, '0')}-${month}-${day}`;
        const time = `${text}T${h}:${m}:${s}${part}${offset}`;
        const expected = Date.parse(offset === '' ? `${time}Z` : time);
        // A day that a month does not have is one of the next month for `Date.parse`.
        const ms = Date.parse(`${text}T00:00Z`);
        const isThere = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
        expect(readIsoTime(time)).toBe(Number.isNaN(expected) || !isThere ? null : expected);
        if (isThere) expect(readIsoTime(text)).toBe(Date.parse(`${text}T00:00Z`));
      },
    ),
    { numRuns: 2000 },
  );
});

it.each([
  '2024-02-30',
  '2023-02-29',
  '2024-13-01',
  '24-05-01',
  '2024-05-01T',
  '2024-05-01T10',
  '2024-05-01T25:00',
  '2024-05-01T10:00:61',
  '2024-05-01T10:00:00.',
  '2024-05-01T10:00:00+2',
  '2024-05-01T10:00:00+02:',
  '2024-05-01x10:00',
  '2024-05-01T10:00:00Zz',
  '20240501',
  ' 2024-05-01',
])('[TAB-2] %s is none', (text) => expect(readIsoTime(text)).toBeNull());

it.each([
  ['2024-05-01 10:20', '2024-05-01T10:20:00Z'],
  ['2024-05-01t10:20z', '2024-05-01T10:20:00Z'],
  ['2024-05-01T10:20:30.123456789+0530', '2024-05-01T04:50:30.123Z'],
  ['2024-05-01T10:20-03', '2024-05-01T13:20:00Z'],
  ['2024-02-29T24:00', '2024-03-01T00:00:00Z'],
])('[TAB-2] %s is %s', (text, same) => expect(Math.floor(readIsoTime(text) ?? 0)).toBe(Date.parse(same)));
