import { decode, encode as encodeToon } from '@toon-format/toon';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import { decodeUtf8 } from '../../../../src/shared/bytes/utf8.ts';
import type { ValueForm } from '../../../../src/shared/protocol/forms.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { readAnyForm, readFormAs } from '../../../../src/engine/forms/read-form.ts';
import { isTableForm, writeForm } from '../../../../src/engine/forms/write-form.ts';
import { runs } from '../../../runs.ts';
import { makeDocument } from '../support/documents.ts';

const RUNS = { numRuns: runs(2000) };

function write(json: string, form: ValueForm, isList = false): string {
  return decodeUtf8(joinBytes(finish(writeForm(makeDocument(json), form, isList)).pieces));
}

/** Numbers by their spelling, so that no digit is lost. */
const exact = (json: string): unknown =>
  JSON.parse(json, (_, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? { number: numberOf(context?.source ?? '') } : value,
  );

/** A number without the ways in which spellings of the same one differ. */
const numberOf = (spelt: string): string => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(spelt) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const trimmed = digits.replace(/0+$/, '');
  if (trimmed === '') return `${sign}0`;
  return `${sign}${trimmed}e${Number(exponent) - fraction.length + digits.length - trimmed.length}`;
};

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.stringMatching(/^[\n a:#|>-]{0,12}$/),
  fc.constantFrom(
    'true',
    'null',
    'yes',
    'No',
    '~',
    '1',
    '1e3',
    '0x1f',
    '-',
    '- a',
    'a: b',
    '# x',
    '|',
    '@a',
    '&a',
    '*a',
    '!t',
  ),
  fc.constantFrom(
    '2026-01-01',
    '12:30',
    '.inf',
    '---',
    '...',
    '',
    ' ',
    'a\nb',
    'a\n\n b\n',
    '\n',
    'a\n\n',
    '\ta',
    "it's",
    '"',
  ),
  fc.constantFrom(
    'a,b',
    'a|b',
    '[3]: x',
    '{a}',
    '\\',
    String.raw`\n`,
    '<td>',
    'a\tb',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\u007f',
  ),
);
const number = fc.constantFrom(
  '0',
  '-0',
  '1',
  '-12',
  '1.50',
  '1e5',
  '1E+2',
  '1.5e-7',
  '12345678901234567890',
  '1e400',
  '0.1234567890123456789',
);
const scalar = fc.oneof(
  text.map((value) => JSON.stringify(value)),
  number,
  fc.constantFrom('true', 'false', 'null'),
);
const key = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'id', '__proto__', 'a b', 'a.b', '', '0', 'yes', '[2]', '<<', '?'),
  text,
);
const { value: json } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 5 }).map((items) => `[${items.join(',')}]`),
    fc
      .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 5, selector: ([name]) => name })
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
    // Like rows, which have forms of their own.
    fc
      .tuple(
        fc.uniqueArray(key, { minLength: 1, maxLength: 3 }),
        fc.array(fc.array(scalar, { minLength: 3, maxLength: 3 }), { maxLength: 4 }),
      )
      .map(
        ([names, rows]) =>
          `[${rows.map((row) => `{${names.map((name, at) => `${JSON.stringify(name)}:${row[at] ?? ''}`).join(',')}}`).join(',')}]`,
      ),
  ),
}));

describe('forms of values', () => {
  for (const form of ['compact', 'escaped', 'javascript', 'python', 'yaml', 'toon', 'paths'] as const) {
    it(`[NEW-11] are read again as the same values: ${form}`, () => {
      fc.assert(
        fc.property(json, (source) => {
          const written = write(source, form);
          const read = form === 'compact' ? written : readFormAs(written, form);
          expect(read, written).not.toBeNull();
          expect(exact(read ?? ''), written).toEqual(exact(source));
        }),
        RUNS,
      );
    });
  }

  it('[NEW-11] are code of JavaScript that makes the same values', () => {
    fc.assert(
      fc.property(json, (source) => {
        // oxlint-disable-next-line no-eval
        const made: unknown = (0, eval)(`(${write(source, 'javascript')})`);
        const plain: unknown = JSON.parse(source);
        expect(JSON.stringify(made, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))).toBe(
          JSON.stringify(plain),
        );
      }),
      RUNS,
    );
  });

  it('[NEW-11] are YAML and TOON that others read as the same values', () => {
    fc.assert(
      fc.property(json, (source) => {
        const plain: unknown = JSON.parse(source);
        const yaml: unknown = parse(write(source, 'yaml'), { uniqueKeys: false, logLevel: 'silent' });
        expect(JSON.stringify(yaml)).toBe(JSON.stringify(plain));
      }),
      RUNS,
    );
    fc.assert(
      fc.property(json, (source) => {
        fc.pre(!/1e400|"__proto__"/.test(source));
        const plain: unknown = JSON.parse(source);
        expect(decode(write(source, 'toon'))).toEqual(JSON.parse(JSON.stringify(plain)));
        expect(exact(readFormAs(encodeToon(plain), 'toon') ?? '')).toEqual(exact(JSON.stringify(plain)));
      }),
      RUNS,
    );
  });

  it('[NEW-11] are known by themselves where they are containers with something in them', () => {
    const example = '{"name":"Ada","tags":["a","b"],"rows":[{"a":1,"b":"x"},{"a":2,"b":"y"}],"o":{"p":null}}';
    for (const form of ['escaped', 'javascript', 'python', 'yaml', 'toon', 'paths'] as const) {
      const read = readAnyForm(write(example, form));
      expect(JSON.parse(read?.json ?? 'null'), form).toEqual(JSON.parse(example));
      expect(read?.form, form).toBe(form === 'javascript' || form === 'python' ? 'literal' : form);
    }
    const rows = '[{"a":1,"b":"x y"},{"a":2,"b":"z"}]';
    for (const form of ['tsv', 'csv', 'markdown', 'html', 'toon'] as const) {
      const read = readAnyForm(write(rows, form));
      expect(JSON.parse(read?.json ?? 'null'), form).toEqual(JSON.parse(rows));
      expect(read?.form, form).toBe(form);
    }
  });

  it.each([
    'A sentence.',
    'Note: call Bob',
    'TODO: a, b, c',
    'Dear all,\nthe meeting is at 5: please come.\nRegards',
    'Hello, world\nBye, world',
    'a = b',
    'x == 1',
    '12:30',
    'https://example.com/a?b=c',
    '(see below)',
    'true enough',
    '- one',
    'Buy:\n',
    'C:\\Users\\Ada',
    '<p>text</p>',
    'a | b',
    'if (a) { b }',
    'SELECT a, b FROM c',
  ])('stay text: %j', (prose) => {
    expect(readAnyForm(prose)).toBeNull();
  });

  it('[NEW-11] of tables show the same cells, and say what they do not show', () => {
    const rows = '[{"id":"00123","o":{"x":[1]},"n":null},{"id":5,"t":"a|b\\nc"}]';
    const document = makeDocument(rows);
    for (const form of ['csv', 'tsv', 'html', 'markdown'] as const) {
      expect(isTableForm(form)).toBe(true);
      const { loss, pieces } = finish(writeForm(document, form, false));
      expect(loss.nested, form).toBe(1);
      expect(decodeUtf8(joinBytes(pieces)), form).toMatch(/00123/);
    }
    expect(finish(writeForm(makeDocument('["1", 1, "x"]'), 'csv', false)).loss.ambiguous).toBe(1);
    expect(write(rows, 'markdown')).toBe(
      String.raw`| id | o.x | n | t |
| --- | --- | --- | --- |
| 00123 | [1] | null |  |
| 5 |  |  | a\|b<br>c |
`,
    );
    expect(finish(writeForm(makeDocument('[0.12345678901234567890, 1.5]'), 'javascript', false)).loss.numbers).toBe(1);
  });

  it('[NEW-11] as contents are texts without quotes, one on each line', () => {
    expect(write(String.raw`"a \"b\"\né"`, 'contents')).toBe('a "b"\né');
    expect(write('["a", 1.0, {"x": [1,  2]}]', 'contents', true)).toBe('a\n1.0\n{"x": [1,  2]}');
  });
});
