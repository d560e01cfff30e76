// What the official suite does not cover: messages, the alternative that was meant, exact numbers, and agreement with another
// validator on random schemas and documents.

import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../../src/engine/base/work.ts';
import { runs } from '../../../runs.ts';
import { validateText, type Found } from './support.ts';

const check = (schema: unknown, text: string, options: Parameters<typeof validateText>[2] = {}): Found =>
  finish(validateText(JSON.stringify(schema), text, options));
const errors = (schema: unknown, text: string): readonly string[] => check(schema, text).errors;

describe('[SCH-2] an error', () => {
  it('says what was found, what was expected, and what comes nearest', () => {
    const cases: [unknown, string, string][] = [
      [{ type: ['string', 'null'] }, '[]', ': Expected a string or null, found an array.'],
      [{ type: 'integer' }, '1.5', ': Expected a whole number, found a number.'],
      [{ const: { a: [1] } }, '2', ': Expected {"a":[1]}.'],
      [{ enum: ['red', 'green'] }, '"rde"', ': "rde" is not allowed. Did you mean "red"? Allowed: "red", "green".'],
      [{ enum: ['red', 'green'] }, '"gren"', ': "gren" is not allowed. Did you mean "green"? Allowed: "red", "green".'],
      [{ minimum: 3 }, '2', ': 2 is too small: expected at least 3.'],
      [{ exclusiveMaximum: 3 }, '3.0', ': 3.0 is too large: expected less than 3.'],
      [{ multipleOf: 0.5 }, '0.7', ': 0.7 is not a multiple of 0.5.'],
      [{ minLength: 2 }, '"\\ud83d\\ude00"', ': The string has 1 character: expected at least 2.'],
      [{ maxLength: 1 }, '"é日"', ': The string has 2 characters: expected at most 1.'],
      [{ pattern: '^a+$' }, '"b"', ': "b" does not match the pattern ^a+$.'],
      [{ format: 'date' }, '"2024-02-30"', ': "2024-02-30" is not in the format date.'],
      [{ minItems: 2 }, '[1]', ': The array has 1 item: expected at least 2.'],
      [
        { uniqueItems: true },
        '[1, {"a":1,"b":2}, {"b":2.0,"a":1}]',
        '/2: The item is equal to one before it: expected no item twice.',
      ],
      [{ required: ['a'] }, '{}', ': Missing property "a".'],
      [{ dependentRequired: { a: ['b'] } }, '{"a":1}', ': Missing property "b", which "a" needs.'],
      [
        { properties: { name: {} }, additionalProperties: false },
        '{"nmae":1}',
        '/nmae: Unknown property "nmae". Did you mean "name"?',
      ],
      // Suggests neither the unknown key itself, nor a key that is already there, nor one without a schema.
      [{ required: ['name'], additionalProperties: false }, '{"name":1}', '/name: Unknown property "name".'],
      [
        { properties: { name: {} }, required: ['names'], additionalProperties: false },
        '{"names":1}',
        '/names: Unknown property "names". Did you mean "name"?',
      ],
      [
        { properties: { name: {} }, additionalProperties: false },
        '{"nmae":1,"name":2}',
        '/nmae: Unknown property "nmae".',
      ],
      [{ unevaluatedProperties: false, properties: { a: {} } }, '{"a":1,"b":2}', '/b: Unknown property "b".'],
      [{ prefixItems: [{}], items: false }, '[1, 2]', '/1: Nothing is allowed here.'],
      [{ propertyNames: { maxLength: 1 } }, '{"ab":1}', '/ab: The string has 2 characters: expected at most 1.'],
      [{ maxProperties: 1 }, '{"a":1,"b":2}', ': The object has 2 properties: expected at most 1.'],
      [
        { contains: { type: 'null' }, minContains: 2 },
        '[null]',
        ': 1 item matches what the array must contain: expected at least 2.',
      ],
      [{ not: {} }, '1', ': The value matches what is forbidden here.'],
      [
        { oneOf: [{ minimum: 0 }, { maximum: 9 }] },
        '5',
        ': The value matches 2 alternatives, #/oneOf/0 and #/oneOf/1: expected exactly one.',
      ],
    ];
    expect(cases.map(([schema, text]) => errors(schema, text))).toEqual(cases.map(([, , message]) => [message]));
  });

  it('is that of the alternative that was meant: by its discriminator, its type, or how deep it fails', () => {
    const shapes = {
      anyOf: [
        { properties: { type: { const: 'circle' }, r: { type: 'number' } }, required: ['type', 'r'] },
        {
          properties: { type: { const: 'rect' }, w: { type: 'number' }, h: { type: 'number' } },
          required: ['type', 'w', 'h'],
        },
      ],
    };
    expect(errors(shapes, '{"w":"1","h":2,"type":"rect"}')).toEqual(['/w: Expected a number, found a string.']);
    expect(errors(shapes, '{"r":"1","type":"circle"}')).toEqual(['/r: Expected a number, found a string.']);
    expect(errors({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'null' } }] }, '[1]')).toEqual([
      '/0: Expected null, found a number.',
    ]);
    expect(errors({ anyOf: [{ type: 'string' }, { type: 'null' }] }, '1')).toEqual([
      ': The value matches none of 2 alternatives.',
    ]);
  });

  it('of alternatives that come equally near offers the values of all of them, the nearest first', () => {
    const sides = { oneOf: [{ const: 'left' }, { const: 'right' }] };
    expect(errors(sides, '"rigth"')).toEqual([
      ': "rigth" is not allowed. Did you mean "right"? Allowed: "left", "right".',
    ]);
    const typed = {
      anyOf: [
        { type: 'integer', enum: [1, 2] },
        { type: 'integer', const: 7 },
      ],
    };
    expect(errors(typed, '"7"')).toEqual([': "7" is not allowed. Allowed: 1, 2, 7.']);
    const nested = {
      oneOf: [{ anyOf: [{ const: 'one' }, { const: 'two' }] }, { $ref: '#/$defs/more' }],
      $defs: { more: { enum: ['two', 'three'] } },
    };
    expect(errors(nested, '"thre"')).toEqual([
      ': "thre" is not allowed. Did you mean "three"? Allowed: "one", "two", "three".',
    ]);
    const kinds = {
      oneOf: ['circle', 'rect'].map((kind) => ({
        properties: { kind: { const: kind } },
        required: ['kind', `${kind}Size`],
      })),
    };
    expect(errors(kinds, '{"kind": "rct"}')).toEqual([
      '/kind: "rct" is not allowed. Did you mean "rect"? Allowed: "circle", "rect".',
    ]);
    // A listed value counts beside a pattern only where it is near.
    const either = { anyOf: [{ pattern: '^x-' }, { enum: ['left', 'right'] }] };
    expect(errors(either, '"lefft"')).toEqual([
      ': "lefft" is not allowed. Did you mean "left"? Allowed: "left", "right".',
    ]);
    expect(errors(either, '"other"')).toEqual([': "other" does not match the pattern ^x-.']);
  });

  it('of a value that several alternatives match names them', () => {
    const schema = {
      oneOf: [{ $ref: '#/$defs/Cat' }, { title: 'Dog' }, { description: 'Any other animal' }, { minProperties: 0 }],
      $defs: { Cat: { type: 'object' } },
    };
    expect(errors(schema, '{}')).toEqual([
      ': The value matches 4 alternatives, Cat, Dog, Any other animal and 1 more: expected exactly one.',
    ]);
    expect(errors({ oneOf: [{ title: 'A' }, { type: 'null' }, { title: 'B' }] }, '1')).toEqual([
      ': The value matches 2 alternatives, A and B: expected exactly one.',
    ]);
  });

  it('of what no schema evaluates is reported beside other errors, and only for what none was meant to evaluate', () => {
    const wrong = '/a: Expected a number, found a string.';
    const unknown = '/b: Unknown property "b".';
    const own = { properties: { a: { type: 'number' } } };
    const schemas: object[] = [
      own,
      { allOf: [own, { properties: { c: {} } }] },
      { $ref: '#/$defs/own', $defs: { own } },
      JSON.parse(`{"if": {}, "then": ${JSON.stringify(own)}}`) as object,
      { dependentSchemas: { a: own } },
      {
        anyOf: [
          { properties: { c: { const: 1 }, a: { type: 'number' } } },
          { properties: { c: { const: 2 }, b: { type: 'number' } } },
        ],
      },
    ];
    for (const schema of schemas) {
      const found = errors(
        { properties: { c: {} }, ...schema, unevaluatedProperties: false },
        '{"a": "x", "b": 1, "c": 1}',
      );
      const expected = schema === own ? [wrong, unknown, '/c: Unknown property "c".'] : [wrong, unknown];
      expect(found).toEqual(expected);
    }
    // No alternative was meant, so it is unknown what it would have evaluated.
    const none = { anyOf: [{ type: 'array' }, { type: 'null' }], unevaluatedProperties: false };
    expect(errors(none, '{"a": 1}')).toEqual([': The value matches none of 2 alternatives.']);
    const items = { allOf: [{ prefixItems: [{ type: 'number' }] }], unevaluatedItems: false };
    expect(errors(items, '["x", 1]')).toEqual([
      '/0: Expected a number, found a string.',
      '/1: The array must not have this item.',
    ]);
  });

  it('of a time is none at a leap second, which is the last one of a month in UTC', () => {
    const wrong = (format: string, texts: readonly string[]) =>
      texts.filter((text) => errors({ format }, JSON.stringify(text)).length > 0);
    const leaps = [
      '1972-06-30T23:59:60Z',
      '2015-06-30t23:59:60.5z',
      '2016-12-31T23:59:60-00:00',
      '2015-07-01T01:29:60+01:30',
      '2012-06-30T16:59:60-07:00',
      '2017-01-01T05:29:60+05:30',
    ];
    expect(wrong('date-time', leaps)).toEqual([]);
    const others = [
      '2015-06-30T23:59:61Z',
      '2015-06-30T23:58:60Z',
      '2015-06-30T22:59:60Z',
      '2015-06-29T23:59:60Z',
      '2015-06-30T23:59:60+01:00',
      '2015-06-31T23:59:60Z',
      '2015-06-30T23:59:60',
      '2015-06-30 23:59:60Z',
    ];
    expect(wrong('date-time', others)).toEqual(others);
    expect(wrong('time', ['23:59:60Z', '15:59:60.25-08:00', '01:29:60+01:30'])).toEqual([]);
    expect(wrong('time', ['23:58:60Z', '23:59:60+01:00', '23:59:61Z'])).toHaveLength(3);
  });

  it('is counted exactly, and listed in the order of the text up to a hundred', () => {
    const {
      count,
      errors: listed,
      isValid,
    } = check({ items: { type: 'string' } }, JSON.stringify(Array(5000).fill(1)));
    expect([count, listed.length, isValid]).toEqual([5000, 100, false]);
    expect(listed[99]).toBe('/99: Expected a string, found a number.');
  });
});

describe('[PAR-2] numbers', () => {
  it('are compared exactly as they are written, and as doubles under the native parser', () => {
    const close = '9007199254740993';
    for (const [schema, lossless, native] of [
      [`{"const": 9007199254740992}`, false, true],
      [`{"maximum": 9007199254740992}`, false, true],
      [`{"exclusiveMinimum": 9007199254740992}`, true, false],
      [`{"multipleOf": 2}`, false, true],
      [`{"enum": [[9007199254740992], 9007199254740992]}`, false, true],
    ] as const) {
      expect(finish(validateText(schema, close, { parser: 'lossless' })).isValid).toBe(lossless);
      expect(finish(validateText(schema, close, { parser: 'native' })).isValid).toBe(native);
    }
    // Powers of ten are never expanded into digits.
    expect(finish(validateText('{"multipleOf": 7, "type": "integer"}', '1e1000000000')).isValid).toBe(false);
    expect(finish(validateText('{"multipleOf": 5, "minimum": 1e999999999}', '1e1000000000')).isValid).toBe(true);
  });
});

describe('contains', () => {
  it('counts what matches, and marks it as evaluated from 2020-12 on', () => {
    const some = { contains: { type: 'number' }, minContains: 0, maxContains: 1 };
    const cases: [unknown, string, boolean, (2019 | 2020)?][] = [
      [{ contains: false }, '[]', false],
      [{ contains: {} }, '[]', false],
      [some, '[]', true],
      [some, '[1]', true],
      [some, '[1, 2]', false],
      [{ ...some, unevaluatedItems: false }, '[1]', true],
      [{ ...some, unevaluatedItems: false }, '[1, null]', false],
      [{ ...some, unevaluatedItems: false }, '[1]', false, 2019],
      [{ anyOf: [{ contains: { const: 1 } }, true], unevaluatedItems: { type: 'string' } }, '["a", 1]', true],
    ];
    for (const [schema, text, valid, draft = 2020] of cases) {
      expect([check(schema, text, { draft }).isValid, schema, text]).toEqual([valid, schema, text]);
    }
  });
});

describe('[SCH-2] the root’s `$schema`', () => {
  const forbidding: readonly unknown[] = [
    { additionalProperties: false },
    { additionalProperties: { type: 'number' } },
    { unevaluatedProperties: false },
    { unevaluatedProperties: { type: 'number' } },
    { propertyNames: { pattern: '^[a-z]+$' } },
    { oneOf: [{ properties: { a: true }, additionalProperties: false }, { required: ['b'] }] },
    { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
  ].map((schema) => ({ properties: { a: true }, ...schema }));

  it('is never unknown', () => {
    for (const schema of forbidding)
      for (const text of ['{"$schema":"s.json","a":1}', '{"a":1,"\\u0024schema":"s.json"}', '{"$schema":"s.json"}'])
        expect([schema, text, errors(schema, text)]).toEqual([schema, text, []]);
  });

  it('is what it is where the schema names it, and further in', () => {
    expect(errors({ properties: { $schema: { type: 'number' } } }, '{"$schema":"s.json"}')).toEqual([
      '/$schema: Expected a number, found a string.',
    ]);
    for (const schema of forbidding.slice(0, 5))
      expect([schema, errors({ properties: { in: schema } }, '{"in":{"$schema":"s.json","a":1}}').length]).toEqual([
        schema,
        1,
      ]);
    for (const schema of forbidding.slice(0, 5))
      for (const key of ['$Schema', '$schemas', 'schema$'])
        if (!('propertyNames' in (schema as object)) || key !== 'schema$')
          expect([schema, key, errors(schema, `{"${key}":"s.json","a":1}`).length]).toEqual([schema, key, 1]);
  });
});

describe('what was not evaluated', () => {
  it('is what no schema that holds for the same value has looked at', () => {
    const closed = { unevaluatedProperties: false };
    const a = { properties: { a: { type: 'number' } } };
    const cases: [unknown, string, boolean][] = [
      [{ ...closed, ...a }, '{"a":1}', true],
      [{ ...closed, allOf: [a, { patternProperties: { '^b': true } }] }, '{"a":1,"bc":2}', true],
      [{ ...closed, allOf: [a] }, '{"a":1,"b":2}', false],
      [{ ...closed, anyOf: [{ ...a, required: ['z'] }, { properties: { b: true } }] }, '{"a":1,"b":2}', false],
      [{ ...closed, anyOf: [a, { properties: { b: true } }] }, '{"a":1,"b":2}', true],
      [
        {
          ...closed,
          oneOf: [
            { ...a, required: ['a'] },
            { properties: { b: true }, required: ['b'] },
          ],
        },
        '{"a":1}',
        true,
      ],
      [{ ...closed, not: { not: a } }, '{"a":1}', false],
      [
        {
          ...closed,
          if: { ...a, required: ['a'] },
          // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
          then: { properties: { b: true } },
          else: { properties: { c: true } },
        },
        '{"a":1,"b":2}',
        true,
      ],
      [
        {
          ...closed,
          if: { ...a, required: ['a'] },
          // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
          then: { properties: { b: true } },
          else: { properties: { c: true } },
        },
        '{"b":2}',
        false,
      ],
      [{ ...closed, if: { ...a, required: ['z'] }, else: { properties: { c: true } } }, '{"a":1,"c":2}', false],
      [{ ...closed, dependentSchemas: { a: { properties: { b: true } } }, ...a }, '{"a":1,"b":2}', true],
      [{ ...closed, $ref: '#/$defs/a', $defs: { a } }, '{"a":1}', true],
      [{ allOf: [closed], ...a }, '{"a":1}', false],
      [{ allOf: [{ unevaluatedProperties: true }], ...closed }, '{"x":1}', true],
      [{ unevaluatedProperties: { type: 'string' }, ...a }, '{"a":1,"b":"x"}', true],
      [{ unevaluatedProperties: { type: 'string' }, ...a }, '{"a":1,"b":2}', false],
      [{ ...closed, propertyNames: { maxLength: 1 } }, '{"a":1}', false],
      [{ properties: { in: closed }, ...closed }, '{"in":{"x":1}}', false],
      // The same schema is applied twice to one value, the second time from the cache: both times its evaluated keys count.
      [
        {
          allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }],
          ...closed,
          $defs: {
            a: { allOf: [{ $ref: '#/$defs/c' }] },
            b: { allOf: [{ $ref: '#/$defs/c' }], ...closed },
            c: { allOf: [a, true] },
          },
        },
        '{"a":1}',
        true,
      ],
      [{ unevaluatedItems: false, prefixItems: [{}], allOf: [{ prefixItems: [{}, {}] }] }, '[1,2]', true],
      [{ unevaluatedItems: false, prefixItems: [{}] }, '[1,2]', false],
    ];
    for (const [schema, text, valid] of cases) {
      expect([check(schema, text).isValid, schema, text]).toEqual([valid, schema, text]);
    }
  });

  it('follows the dynamic scope', () => {
    const tree = {
      $id: 'http://x.test/tree',
      $dynamicAnchor: 'node',
      type: 'object',
      properties: { data: true, children: { items: { $dynamicRef: '#node' } } },
    };
    const strict = {
      $id: 'http://x.test/strict',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: { tree },
    };
    expect(check(strict, '{"children":[{"data":1}]}').isValid).toBe(true);
    expect(check(strict, '{"children":[{"daat":1}]}').errors).toEqual(['/children/0/daat: Unknown property "daat".']);
    expect(check(tree, '{"children":[{"daat":1}]}').isValid).toBe(true);
  });
});

describe('verdicts', () => {
  const key = fc.constantFrom('a', 'b', 'ab', 'c');
  const value = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(null, true, false, 0, 1, 2, 1.5, -1, '', 'a', 'ab', 'é'),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(key, tie('any'), { maxKeys: 4 }),
    ),
  })).any;
  const few = fc.integer({ min: 0, max: 3 });
  const schema = fc.letrec<{ any: unknown }>((tie) => {
    const some = tie('any');
    const list = fc.array(some, { minLength: 1, maxLength: 3 });
    const keys = fc.uniqueArray(key, { maxLength: 2 });
    return {
      any: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.boolean(),
        fc.constant({ $ref: '#/definitions/d' }),
        fc.record(
          {
            type: fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'null', 'boolean'),
            enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify(one) }),
            const: value,
            minimum: fc.integer({ min: -1, max: 2 }),
            multipleOf: fc.constantFrom(0.5, 2),
            minLength: few,
            pattern: fc.constantFrom('^a', 'b$'),
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            properties: fc.dictionary(key, some, { maxKeys: 3 }),
            patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), some, { maxKeys: 1 }),
            additionalProperties: some,
            propertyNames: some,
            required: keys,
            minProperties: few,
            maxProperties: few,
            dependencies: fc.dictionary(key, fc.oneof(keys, some), { maxKeys: 1 }),
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            items: fc.oneof(some, list),
            additionalItems: some,
            minItems: few,
            maxItems: few,
            uniqueItems: fc.boolean(),
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            allOf: list,
            anyOf: list,
            oneOf: list,
            not: some,
            if: some,
            // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
            then: some,
            else: some,
            properties: fc.dictionary(key, some, { maxKeys: 2 }),
          },
          { requiredKeys: [] },
        ),
      ),
    };
  }).any;

  // Draft 7 only: with the later vocabularies Ajv gives wrong results, and generates faulty code.
  it('are those of another validator', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
    fc.assert(
      fc.property(
        schema,
        fc.constantFrom(true, { type: 'string' }, { minimum: 1 }),
        fc.array(value, { minLength: 1, maxLength: 6 }),
        (own, d, values) => {
          const whole = typeof own === 'boolean' ? own : { ...(own as object), definitions: { d } };
          const compiled = ajv.compile(JSON.parse(JSON.stringify(whole)) as object);
          for (const one of values) {
            const text = JSON.stringify(one);
            const { isValid, count } = check(whole, text, { draft: 7 });
            expect([isValid, JSON.stringify(whole), text]).toEqual([
              compiled(JSON.parse(text)),
              JSON.stringify(whole),
              text,
            ]);
            expect(count > 0).toBe(!isValid);
          }
        },
      ),
      { numRuns: runs(1500) },
    );
  });
});
