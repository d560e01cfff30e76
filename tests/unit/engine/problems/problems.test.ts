// The problems in a document, compared with a simple walk over the same text.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import { MAX_LISTED, type ProblemKind } from '../../../../src/shared/protocol/problems.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { findProblems } from '../../../../src/engine/problems/problems.ts';
import { runs } from '../../../runs.ts';
import { encode, jsonText, makeDocument } from '../support/documents.ts';

const find = (source: string | Uint8Array, dialect: Dialect = 'json') =>
  finish(findProblems(makeDocument(source, 1 << 20, dialect)));
const group = (source: string | Uint8Array, kind: ProblemKind, dialect: Dialect = 'json') =>
  find(source, dialect).groups.find((one) => one.kind === kind);
/** The text at each problem of a kind. */
const spelt = (source: string, kind: ProblemKind, dialect: Dialect = 'json'): string[] =>
  (group(source, kind, dialect)?.first ?? []).map(({ start, end }) =>
    new TextDecoder().decode(encode(source).subarray(start, end)),
  );

/** The offsets of duplicate keys and inexact numbers in a valid text, by reading it from left to right. */
function plainWalk(text: string): { duplicates: number[]; numbers: number[] } {
  const duplicates: number[] = [];
  const numbers: number[] = [];
  const open: (Set<string> | null)[] = [];
  const token = /[\s,:]*(?:([[{])|([\]}])|("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[-+.\deE]*)|(true|false|null))/suy;
  for (token.lastIndex = text.startsWith('\uFEFF') ? 1 : 0; ;) {
    const match = token.exec(text);
    if (match === null) break;
    const [, opening, closing, string, colon, number] = match;
    const at = match.index + match[0].search(/[^\s,:]/);
    if (opening !== undefined) open.push(opening === '{' ? new Set() : null);
    else if (closing !== undefined) open.pop();
    else if (string !== undefined && colon !== undefined) {
      const keys = open.at(-1);
      const key = JSON.parse(string) as string;
      if (keys?.has(key) === true) duplicates.push(encode(text.slice(0, at)).length);
      keys?.add(key);
    } else if (number !== undefined && !holds(number)) numbers.push(encode(text.slice(0, at)).length);
  }
  return { duplicates, numbers };
}

/** Whether a number keeps its value when it is parsed as a double and written back. */
function holds(number: string): boolean {
  const back = String(Number(number));
  if (!/\d$/.test(back)) return false;
  const [one, other] = [parts(number), parts(back)];
  const least = one.power < other.power ? one.power : other.power;
  if (one.power - least > 2000n || other.power - least > 2000n) return one.digits === 0n && other.digits === 0n;
  return one.digits * 10n ** (one.power - least) === other.digits * 10n ** (other.power - least);
}

function parts(number: string): { digits: bigint; power: bigint } {
  const [mantissa = '', power = '0'] = number.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = BigInt(whole + fraction) * (mantissa.startsWith('-') ? -1n : 1n);
  return { digits, power: BigInt(power) - BigInt(fraction.length) };
}

describe('[NEW-11] problems', () => {
  it('are the duplicate keys and inexact numbers of a plain walk', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const expected = plainWalk(text);
        const starts = (kind: ProblemKind): number[] => (group(text, kind)?.first ?? []).map(({ start }) => start);
        expect(starts('duplicate')).toEqual(expected.duplicates.slice(0, MAX_LISTED));
        expect(starts('number')).toEqual(expected.numbers.slice(0, MAX_LISTED));
        expect(group(text, 'duplicate')?.count ?? 0).toBe(expected.duplicates.length);
      }),
      { numRuns: runs(4000) },
    );
  });

  it('are duplicate keys however they are spelt, in every dialect', () => {
    expect(spelt('{"a":1,"\\u0061":2,"b":3,"a":4}', 'duplicate')).toEqual(['"\\u0061"', '"a"']);
    expect(spelt('{a:1, \'a\':2, /* a */ "a":3, b:{a:1}}', 'duplicate', 'json5')).toEqual(["'a'", '"a"']);
    expect(spelt('{"a":1}\n{"a":1,"a":2}\n', 'duplicate', 'ndjson')).toEqual(['"a"']);
    expect(spelt('{"\\ud800":1,"\\ufffd":2,"\\"":3,"\\\\":4}', 'duplicate')).toEqual([]);
    const [problem] = group('{"x":\n [{"k":1,"k":2}]}', 'duplicate')?.first ?? [];
    expect(problem).toMatchObject({ line: 1, column: 9, path: ['x', 0, 'k'] });
    expect(problem?.message).toMatch(/"k": line 2 has it/);
  });

  it('are counted exactly in an object of any size, and the first hundred are listed', () => {
    const keys = Array.from({ length: 50_000 }, (_, index) => `"key${index % 40_000}":0`);
    const duplicate = group(`{${keys.join(',')}}`, 'duplicate');
    expect(duplicate?.count).toBe(10_000);
    expect(duplicate?.first).toHaveLength(MAX_LISTED);
    expect(duplicate?.first[0]?.path).toEqual(['key0']);
  });

  it('come with the values of all of them where more are found than listed', () => {
    const many = Array.from({ length: 250 }, (_, at) => (at % 2 === 0 ? '9007199254740993' : '1'));
    const document = makeDocument(`[${many.join()}]`);
    const found = finish(findProblems(document)).groups.find(({ kind }) => kind === 'number');
    expect(found?.first).toHaveLength(MAX_LISTED);
    // The array is entry 0, its items follow.
    expect(found?.nodes).toEqual(Uint32Array.from({ length: 125 }, (_, index) => 1 + index * 2));
    expect(group('[9007199254740993]', 'number')?.nodes).toBeUndefined();
    const records = Array.from({ length: 150 }, (_, at) => (at < 120 ? '{"a":}' : '{}')).join('\n');
    const lines = makeDocument(records, 1 << 20, 'ndjson');
    finish(lines.recoverRecords());
    const broken = finish(findProblems(lines)).groups.find(({ kind }) => kind === 'record');
    expect(broken?.nodes).toHaveLength(120);
    expect(Array.from(broken?.nodes ?? [], (node) => lines.places.kind(node))).toEqual(Array(120).fill('broken'));
  });

  it('are numbers whose value a double changes, and no others', () => {
    const exact = ['1.0', '1e3', '0.1', '-0', '9007199254740992', '1E+2', '1e308', '0.10', '123456789012345678e0'];
    const inexact = ['9007199254740993', '1e400', '-1e400', '0.1000000000000000055', '1e-400', '123456789012345679'];
    expect(spelt(`[${[...exact.slice(0, 8), ...inexact].join(',')}]`, 'number')).toEqual(inexact);
    expect(group('[9007199254740993]', 'number')?.first[0]?.message).toMatch(/read 9007199254740992\.$/);
    expect(group('[1e400]', 'number')?.first[0]?.message).toMatch(/read Infinity\.$/);
    expect(spelt('[0xFF, Infinity, NaN, .5, 0x20000000000001]', 'number', 'json5')).toEqual(['0x20000000000001']);
  });

  it('are as many places of invalid UTF-8 as a decoder replaces', () => {
    const byte = fc.oneof(
      fc.constantFrom(0x22, 0x41, 0x80, 0xbf, 0xc1, 0xc3, 0xe0, 0xa0, 0xed, 0x9f, 0xf0, 0x90, 0xf4, 0x8f, 0xf5),
      fc.integer({ min: 0, max: 255 }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.array(byte, { maxLength: 40 }), (some, more) => {
        const bytes = Uint8Array.from([...some, ...more]);
        const replaced = [...new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)].filter((c) => c === '\uFFFD');
        const own = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
        fc.pre(!new TextDecoder('latin1').decode(bytes).includes('\u00EF\u00BF\u00BD'));
        const found = group(Uint8Array.from([0x21, ...bytes]), 'utf8');
        expect(found?.count ?? 0).toBe(replaced.length);
        for (const { start, end } of found?.first ?? [])
          expect(() => own.decode(bytes.subarray(start - 1, end - 1))).toThrow();
      }),
      { numRuns: runs(4000) },
    );
  });

  it('of an invalid text are the first error and all invalid UTF-8; keys and numbers wait for a valid one', () => {
    const broken = find('{"a":1,"a":}');
    expect(broken.isComplete).toBe(false);
    expect(broken.groups.map(({ kind, count }) => [kind, count])).toEqual([['syntax', 1]]);
    expect(broken.groups[0]?.first[0]).toMatchObject({ start: 11, end: 12, line: 0, column: 11, path: null });
    const bytes = Uint8Array.from([...encode('["a'), 0xff, ...encode('", "'), 0xc3, ...encode('"]')]);
    expect(find(bytes).groups.map(({ kind, count }) => [kind, count])).toEqual([['utf8', 2]]);
    expect(find('[1').groups[0]?.first[0]).toMatchObject({ start: 2, end: 2 });
    // Comments have no value, but their bytes are still checked.
    const comment = Uint8Array.from([...encode('[1] // '), 0xff]);
    expect(group(comment, 'utf8', 'jsonc')?.count).toBe(1);
  });

  it('come with what ends the lines', () => {
    const endsOf = (text: string) => find(text).lineEnds;
    expect(['1', '[\n1]\n', '[\r\n1]\r\n', '[\r1]\r', '[\r\n1]\n', '[\r1]\n'].map(endsOf)).toEqual([
      'none',
      'lf',
      'crlf',
      'cr',
      'mixed',
      'mixed',
    ]);
  });
});
