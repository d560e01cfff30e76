// The fast path of validation agrees with the slow one, for texts as users and programs spell them, and with Ajv. A graph with
// dynamic references has no fast path.

import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Parser } from '../../../../src/shared/document/parser.ts';
import { encodeUtf8 } from '../../../../src/shared/bytes/utf8.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { describeFailure } from '../../../../src/engine/schema/describe.ts';
import type { SchemaGraph } from '../../../../src/engine/schema/graph.ts';
import { makeByteTest } from '../../../../src/engine/schema/proof/byte-pattern.ts';
import { FAST_FORMAT_TESTS } from '../../../../src/engine/schema/proof/fast-formats.ts';
import { validate } from '../../../../src/engine/schema/validate.ts';
import { ValueReader } from '../../../../src/engine/schema/value-reader.ts';
import { FORMATS } from '../../../../src/engine/schema/library/formats.ts';
import { runs } from '../../../runs.ts';
import { makeDocument } from '../support/documents.ts';
import { compileText } from './support.ts';

const NUMBERS = `0 -0 0.0 -0.0 1 1.0 1e0 10e-1 100e-2 2 1.5 15e-1 -1 1e400 1e-400 -1e-400 0.1 0.10 0.30000000000000004
  9007199254740992 9007199254740993 9007199254740993.0 12345678901234567890 0.1000000000000000055 0.99999999999999999
  1.00000000000000000001 2.0000000000000000 1999999999999999e-15 76.0 75.99999999999999999999`.split(/\s+/);
const STRINGS = [
  '""',
  '"a"',
  '"\\u0061"',
  '"ab"',
  '"a\\u0062"',
  '"é"',
  '"\\u00e9"',
  '"\\ud83d\\ude00"',
  '"😀"',
  '"\\""',
  '"\\\\"',
].concat('"2024-02-29"', '"2023-02-29"', '"a\\nb"', '"b"', '"\\ud83d"');
const KEYS = [
  '"a"',
  '"\\u0061"',
  '"b"',
  '"ab"',
  '"a\\u0062"',
  '"é"',
  '"\\u00e9"',
  '"long name"',
  '"long\\u0020name"',
  '"a\\"b"',
  '"\\\\"',
].concat('"\\"a"', '"x\\"a"');
const number = fc.constantFrom(...NUMBERS);
const scalar = fc.oneof(number, fc.constantFrom(...STRINGS), fc.constantFrom('null', 'true', 'false'));
const space = fc.constantFrom('', ' ', '\n  ');
const text = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.tuple(fc.array(tie('any'), { maxLength: 4 }), space).map(([items, gap]) => `[${gap}${items.join(`,${gap}`)}]`),
    // Objects may contain duplicate keys.
    fc
      .tuple(fc.array(fc.tuple(fc.constantFrom(...KEYS), tie('any')), { maxLength: 5 }), space)
      .map(([members, gap]) => `{${members.map(([key, value]) => `${gap}${key}${gap}:${gap}${value}`).join(',')}}`),
  ),
})).any;
const record = (parts: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<string> =>
  fc.record(parts, { requiredKeys: [] }).map((made) => {
    const members = Object.entries(made).filter(([, value]) => value !== undefined);
    return `{${members.map(([key, value]) => `"${key}":${value}`).join(',')}}`;
  });
const list = (part: fc.Arbitrary<string>, minLength = 1): fc.Arbitrary<string> =>
  fc.array(part, { minLength, maxLength: 3 }).map((parts) => `[${parts.join(',')}]`);
const dictionary = (key: fc.Arbitrary<string>, part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .uniqueArray(fc.tuple(key, part), { maxLength: 3, selector: ([name]) => JSON.parse(name) as string })
    .map((members) => `{${members.map(([name, value]) => `${name}:${value}`).join(',')}}`);
const unique = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .uniqueArray(part, { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify(JSON.parse(one)) })
    .map((parts) => `[${parts.join(',')}]`);
const finite = fc.constantFrom(...NUMBERS.filter((one) => Number.isFinite(Number(one))));
const key = fc.constantFrom(...KEYS);
const few = fc.constantFrom('0', '1', '2', '3');
const flag = fc.constantFrom('true', 'false');
const schema = fc.letrec<{ any: string }>((tie) => {
  const some = tie('any');
  return {
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      flag,
      fc.constant('{"$ref":"#/definitions/d"}'),
      record({
        type: fc.constantFrom(
          '"object"',
          '"array"',
          '"string"',
          '"number"',
          '"integer"',
          '["integer","null"]',
          '"boolean"',
        ),
        minimum: finite,
        maximum: finite,
        exclusiveMinimum: finite,
        exclusiveMaximum: finite,
        minLength: few,
        maxLength: few,
        pattern: fc.constantFrom('"^a"', '"b$"', '"^[a-b]{1,2}$"', '"^.$"'),
      }),
      record({ enum: unique(scalar.filter((one) => Number.isFinite(Number(one)) || !/^-?\d/.test(one))) }),
      record({
        properties: dictionary(key, some),
        patternProperties: dictionary(fc.constantFrom('"^a"', '"b"'), some),
        additionalProperties: some,
        propertyNames: some,
        required: unique(key),
        minProperties: few,
        maxProperties: few,
        dependencies: dictionary(key, fc.oneof(unique(key), some)),
      }),
      record({
        items: fc.oneof(some, list(some)),
        additionalItems: some,
        minItems: few,
        maxItems: few,
        uniqueItems: flag,
        contains: some,
      }),
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      record({ allOf: list(some), anyOf: list(some), oneOf: list(some), not: some, if: some, then: some, else: some }),
    ),
  };
}).any;
const wholeWith = (...definitions: string[]): fc.Arbitrary<string> =>
  fc
    .tuple(schema, fc.constantFrom('true', '{"type":"string"}', '{"minimum":1}', ...definitions))
    .map(([own, d]) => (own.startsWith('{') && own !== '{}' ? `${own.slice(0, -1)},"definitions":{"d":${d}}}` : own));

function run(graph: SchemaGraph, document: string, parser: Parser): unknown {
  const { places } = makeDocument(document);
  const { isValid, failures, notes } = finish(validate(graph, places, parser));
  const reader = new ValueReader(places, parser);
  const errors = failures.first.map((failure) => `${failure.value}: ${describeFailure(failure, reader)}`);
  return { isValid, count: failures.count, errors, notes };
}

describe('[SCH-2] what is proved', () => {
  it('is what the machine finds, with the same errors, by both parsers', () => {
    fc.assert(
      fc.property(
        wholeWith('{"anyOf":[{"type":"null"},{"$ref":"#"}]}'),
        fc.array(text, { minLength: 1, maxLength: 5 }),
        fc.constantFrom<Parser>('native', 'lossless'),
        (own, texts, parser) => {
          const graph = finish(compileText(own, { parser, draft: 7 }));
          for (const one of [...texts, `[${texts.join(',')}]`])
            expect([own, one, run(graph, one, parser)]).toEqual([
              own,
              one,
              run({ ...graph, isDynamic: true }, one, parser),
            ]);
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  it('is never what only looks like a value that holds', () => {
    const closed = '{"items":{"properties":{"a":true},"additionalProperties":false}}';
    const cases: [string, string, boolean][] = [
      [closed, '[{"a":1},{"x\\"a":1}]', false],
      [closed, '[{"a":1},{"\\u0061":1}]', true],
      ['{"items":{"properties":{"\\\\\\"a":true},"additionalProperties":false}}', '[{"\\\\\\"a":1},{"\\"a":1}]', false],
      ['{"exclusiveMinimum":1}', '1', false],
      ['{"exclusiveMaximum":1.5}', '1.50', false],
      ['{"exclusiveMaximum":1.5}', '1.4999999999', true],
      ['{"minimum":1}', '1.0', true],
      ['{"enum":["\\\\n"]}', '"\\n"', false],
      ['{"enum":["\\\\n"]}', '"\\\\n"', true],
      ['{"items":{"enum":["a"]}}', '["a","\\u0061"]', true],
      ['{"oneOf":[{"const":"b"},{"enum":["a","c"]}]}', '"\\u0062"', true],
      ['{"uniqueItems":true}', '["a","\\u0061"]', false],
      ['{"uniqueItems":true}', '[1,1.0]', false],
    ];
    for (const parser of ['native', 'lossless'] as const)
      for (const [own, one, isValid] of cases)
        expect([own, one, run(finish(compileText(own, { parser })), one, parser)]).toMatchObject([
          own,
          one,
          { isValid },
        ]);
  });

  it('of records of NDJSON is what it is of the same array', () => {
    const graph = finish(
      compileText('{"type":"array","minItems":2,"items":{"properties":{"a":{"maximum":1}},"required":["a"]}}'),
    );
    for (const records of [['{"a":1}', '{"a":0.5}'], ['{"a":2}', '{}'], ['{"a":1}']]) {
      const { places } = makeDocument(records.join('\n'), 1 << 20, 'ndjson');
      const { isValid, failures } = finish(validate(graph, places, 'lossless'));
      expect(run(graph, `[${records.join(',')}]`, 'lossless')).toMatchObject({ isValid, count: failures.count });
    }
  });

  it('is what Ajv says of the parsed values', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
    fc.assert(
      fc.property(wholeWith(), fc.array(text, { minLength: 1, maxLength: 5 }), (own, texts) => {
        // Ajv treats an empty array as containing a match.
        if (own.includes('"contains"')) return;
        const compiled = ajv.compile(JSON.parse(own) as object);
        const graph = finish(compileText(own, { parser: 'native', draft: 7 }));
        for (const one of texts) {
          const value: unknown = JSON.parse(one);
          // Ajv sees only one of several members with the same key, and does not treat Infinity as a number.
          if (hasTwins(one)) continue;
          if (/1e400/.test(one)) continue;
          expect([own, one, run(graph, one, 'native')]).toMatchObject([own, one, { isValid: compiled(value) }]);
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('of a pattern over bytes is what the expression says of ASCII', () => {
    const set = fc.constantFrom('a', 'b', '\\d', '\\w', '.', '[a-c]', '[^a]', '[\\d-]', '\\.', '-', '\\S', '/');
    const expression = fc.letrec<{ any: string }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        set,
        fc.tuple(tie('any'), tie('any')).map(([one, other]) => one + other),
        fc.tuple(tie('any'), tie('any')).map(([one, other]) => `(?:${one}|${other})`),
        fc
          .tuple(tie('any'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,1}', '{2,}', '+?'))
          .map(([one, count]) => `(${one})${count}`),
      ),
    })).any;
    const pattern = fc
      .tuple(fc.boolean(), expression, fc.boolean(), fc.option(expression))
      .map(
        ([isFromStart, one, isToEnd, other]) =>
          `${isFromStart ? '^' : ''}${one}${isToEnd ? '$' : ''}${other === null ? '' : `|${other}$`}`,
      );
    const letters = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', '1', '2', '-', '.', '_', '/', ' '), { maxLength: 8 })
      .map((all) => all.join(''));
    let known = 0;
    fc.assert(
      fc.property(pattern, fc.array(letters, { minLength: 5, maxLength: 20 }), (source, strings) => {
        let expected: RegExp;
        try {
          expected = new RegExp(source, 'u');
        } catch {
          return;
        }
        const test = makeByteTest(source);
        if (test === null) return;
        known += 1;
        for (const one of strings) {
          const bytes = encodeUtf8(`"${one}"`);
          expect([source, one, test(bytes, 1, bytes.length - 1)]).toEqual([source, one, expected.test(one)]);
        }
      }),
      { numRuns: runs(1500) },
    );
    expect(known).toBeGreaterThan(100);
    expect(
      ['a\\bb', '(?=a)', '(a)\\1', 'é', '\\u{61}', '^*', 'a{2000}', '(((a{100}){100}){100})'].map(makeByteTest),
    ).toEqual(Array(8).fill(null));
  });

  it('of a format is a yes only where the library says yes', () => {
    const samples = new Map([
      ['date', ['2024-02-28', '1999-12-31', '2023-04-30']],
      ['date-time', ['2024-02-28T23:59:59Z', '1999-12-31T00:00:00.123Z']],
      ['uuid', ['01234567-89ab-cdef-0123-456789ABCDEF']],
    ]);
    const chars = [...'0123456789aFgTZ:.-+ '];
    const change = fc.tuple(fc.nat(40), fc.constantFrom('', ...chars));
    for (const [name, texts] of samples) {
      const [own, library] = [FAST_FORMAT_TESTS.get(name), FORMATS.find(name, false)];
      const ask = (one: string): boolean => own?.(encodeUtf8(`"${one}"`), 1, one.length + 1) ?? false;
      expect(texts.map(ask)).toEqual(texts.map(() => true));
      fc.assert(
        fc.property(fc.constantFrom(...texts), fc.array(change, { maxLength: 3 }), (sample, changes) => {
          let one = sample;
          for (const [at, char] of changes) one = one.slice(0, at) + char + one.slice(at + 1);
          if (ask(one)) expect([one, library?.(one)]).toEqual([one, true]);
        }),
        { numRuns: runs(1000) },
      );
    }
  });
});

/** Whether an object in a text has duplicate keys. */
function hasTwins(json: string): boolean {
  const { places } = makeDocument(json);
  const { tape } = places;
  for (let entry = 0; entry < tape.count; entry += 1) {
    if (!tape.isOpening(entry) || places.kind(entry) !== 'object') continue;
    const keys = new Set<string>();
    let count = 0;
    for (let child = entry + 1; child < tape.closing(entry); child = tape.next(child), count += 1)
      keys.add(places.key(child));
    if (keys.size < count) return true;
  }
  return false;
}
