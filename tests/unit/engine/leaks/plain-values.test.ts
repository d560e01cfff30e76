// Values that are passed over in WebAssembly are none that the search value by value would have found.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../../src/engine/base/work.ts';
import { findPlaces } from '../../../../src/engine/leaks/find-leaks.ts';
import { openPlainValues } from '../../../../src/engine/leaks/plain-values.ts';
import { featuresOf } from '../../../../src/engine/leaks/text-features.ts';
import { secretsIn } from '../../../../src/engine/leaks/text-secrets.ts';
import { runs, SEED } from '../../../runs.ts';
import { encode, makeDocument } from '../support/documents.ts';
import { Chance, ordinary, PLANT_KINDS } from './planting.ts';

const KEYS = [
  'id',
  'title',
  'a',
  'name',
  'key',
  'value',
  'email',
  'user',
  'pass',
  'type',
  'kty',
  'd',
  'k',
  'secret',
  'password',
  'cookies',
  'session',
  'sid',
  'pin',
  'pins',
  'vocab',
  'apiKeys',
  'tokens',
  'headers',
  'authorization',
  'default',
  'a key that is longer than sixteen',
  'é',
  'x"y',
  'b\\',
  'long.name.with.dots.password',
  'card',
  'current',
  'data',
];
const PIECES = [
  'x',
  'word',
  'two words',
  '-',
  '--token',
  '-p',
  '184 inlet Lane',
  'a@example.org',
  'jo@firma.de',
  'é@ü.de',
  '+49 170 1234567',
  '4111 1111 1111 1111',
  'DE89370400440532013000',
  'PuTTY-User',
  'eyJ',
  'AKIAIOSFODNN7EXAMPLE',
  '{"password":"hunter22"}',
  '[1,"a"]',
  'PASSWORD=hunter22',
  'https://u:p4ss@host/',
  '100%25',
  '2021-06-19T03:05:04Z',
  '-----BEGIN RSA PRIVATE KEY-----',
  'MIIEowIBAAKCAQEA',
  '-----END RSA PRIVATE KEY-----',
  'aGVsbG8gd29ybGQgaGVsbG8=',
  '',
  'us1',
];
const NUMBERS = ['1', '-2.5', '123456', '12345678', '4111111111111111', '1234567890123', '12345678901234567890', '1e9'];

/** A value of JSON with secrets and others in any place. */
function valueOf(chance: Chance, depth: number): string {
  const choice = chance.below(depth > 4 ? 6 : 10);
  if (choice === 0) return chance.of(NUMBERS);
  if (choice === 1) return chance.of(['true', 'false', 'null']);
  if (choice < 4) return JSON.stringify(chance.of(PIECES) + (chance.below(3) === 0 ? chance.of(PIECES) : ''));
  if (choice === 4) {
    const { before, secret, after } = chance.of(PLANT_KINDS).make(chance);
    return JSON.stringify(before + secret + after);
  }
  if (choice === 5) return JSON.stringify(ordinary(chance, chance.below(99)));
  const length = chance.below(chance.of([2, 3, 4, 9]));
  const items = Array.from({ length }, () => valueOf(chance, depth + 1));
  if (choice < 8) return `[${items.join(chance.of([',', ', ', ',\n  ']))}]`;
  return `{${items.map((item) => `${JSON.stringify(chance.of(KEYS))}${chance.of([':', ': ', ' :\n'])}${item}`).join(',')}}`;
}

function placesIn(text: string, dialect: 'json' | 'ndjson', isFast: boolean): unknown[] {
  const found: unknown[] = [];
  const { places } = makeDocument(text, undefined, dialect);
  finish(
    findPlaces(
      places,
      ({ byteAt, ...place }) =>
        found.push({ ...place, at: place.secrets.map(({ start, end }) => [byteAt(start), byteAt(end)]) }),
      isFast,
    ),
  );
  return found;
}

describe('values that are passed over', () => {
  it('are none that may be secrets', () => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (seed, isLines) => {
        const chance = new Chance(seed);
        const values = Array.from({ length: 1 + chance.below(12) }, () => valueOf(chance, 0));
        const text = isLines
          ? values.map((value) => `${value.replaceAll('\n', ' ')}\n`).join('')
          : `[${values.join(',')}]`;
        const dialect = isLines ? 'ndjson' : 'json';
        expect(placesIn(text, dialect, true)).toEqual(placesIn(text, dialect, false));
      }),
      { numRuns: runs(3000), seed: SEED },
    );
  });

  it('have no feature', () => {
    const chars = [
      'a',
      'Z',
      '0',
      '9',
      '-',
      '--',
      ' ',
      '@',
      '%',
      '=',
      ':',
      '://',
      '<',
      '+',
      '/',
      '_',
      '.',
      '{',
      '[',
      'é',
      'ghp_',
      'eyJ',
      'AB12',
      '-us1',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...chars), { maxLength: 24 }), (list) => {
        const bytes = encode(list.join(''));
        const { places } = makeDocument(JSON.stringify({ a: list.join('') }));
        const plain = openPlainValues(places);
        plain?.know(encode('a'));
        expect(plain?.skip(1, 2, true, 0)).toBe(true);
        expect(plain?.isLeft === true ? plain.features : 0).toBe(
          bytes.length < 4 ? 0 : featuresOf(bytes, 0, bytes.length),
        );
      }),
      { numRuns: runs(20_000), seed: SEED },
    );
  });

  it('are none that their place in an array makes secret', () => {
    const items = [
      '"-p"',
      '"--token"',
      '"password"',
      '"Hunter2!xyz"',
      '"plain"',
      '12345678',
      '4111111111111111',
      '"phone"',
      '[]',
      '{}',
      '[1]',
      '{"a":"b"}',
      '1',
      '"x"',
      '[["y"]]',
    ];
    fc.assert(
      fc.property(fc.array(fc.array(fc.constantFrom(...items), { maxLength: 5 }), { maxLength: 12 }), (rows) => {
        const text = `[${rows.map((row) => `{"a":[${row.join(',')}],"b":[[${row.join(',')}],[${row.toReversed().join(',')}]]}`).join(',')}]`;
        expect(placesIn(text, 'json', true)).toEqual(placesIn(text, 'json', false));
      }),
      { numRuns: runs(3000), seed: SEED },
    );
  });

  it('are none in deep documents, with many keys, and in records', () => {
    const record = (id: number): string =>
      `{"id":${id},"title":"plain text","tags":["a word","b word","c${id}"],"o":{"p":{"q":"x ${id}"}}${id % 50 === 0 ? ',"note":"PASSWORD=hunter22"' : ''}}`;
    const records = `[${Array.from({ length: 3000 }, (_, id) => record(id)).join(',')}]`;
    const deep = `${'[{"a":'.repeat(90)}["--password","Hunter2!x","Hunter2!x"]${'}]'.repeat(90)}`;
    const keys = `{${Array.from({ length: 400 }, (_, id) => `"k${id}":"text","p${id}":{"password":"Hunter2!${id}"}`).join(',')}}`;
    for (const text of [records, deep, keys]) {
      const found = placesIn(text, 'json', true);
      expect(found).not.toHaveLength(0);
      expect(found).toEqual(placesIn(text, 'json', false));
    }
  });

  it('are found in a memory that grows meanwhile', () => {
    const text = `[${Array.from({ length: 50_000 }, (_, id) => `{"id":${id},"note":"PASSWORD=hunter${id}"}`).join(',')}]`;
    const { places, memory } = makeDocument(text);
    let [count, slices] = [0, 0];
    const search = findPlaces(places, () => (count += 1));
    for (; search.next().done !== true; slices += 1) if (slices === 0) memory.ensure(memory.span + 1);
    expect([count, slices > 1]).toEqual([50_000, true]);
  });

  it('finds the same addresses of people with and without characters beyond ASCII', () => {
    const parts = [
      'a',
      'Z',
      '1',
      '_',
      '.',
      '+',
      '/',
      '%',
      "'",
      '-',
      '@',
      '@',
      'ab.de',
      'example.org',
      'x@y.com',
      ' ',
      'K',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 20 }), (list) => {
        const text = list.join('');
        const emails = (of: string): unknown[] =>
          secretsIn(of, { name: null }).filter(({ kind, end }) => kind === 'email' && end <= text.length);
        expect(emails(text)).toEqual(emails(`${text} é`));
      }),
      { numRuns: runs(5000), seed: SEED },
    );
  });
});
