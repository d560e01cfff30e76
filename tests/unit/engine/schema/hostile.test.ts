// Malicious or huge schemas: each is evaluated in time linear in its size, or refused with a message. Patterns that never
// finish are terminated with their worker (tests/e2e/schema/schema.test.ts).

import { describe, expect, it } from 'vitest';
import { finish, type Work } from '../../../../src/engine/base/work.ts';
import { validateText, type Found } from './support.ts';

const check = (schema: string, text: string): Found => finish(validateText(schema, text));
const definitions = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `"d${index}":${make(index)}`).join(',');
const nested = (depth: number): string => '{"c":'.repeat(depth) + '1' + '}'.repeat(depth);

describe('[SCH-2] a hostile schema', () => {
  it.each(['allOf', 'anyOf', 'oneOf'])(
    'of %s that doubles at each level costs its levels, not their product',
    (keyword) => {
      // Each level refers to the next one twice, for the same value.
      const chain = definitions(60, (index) =>
        index === 59
          ? '{"type":"string"}'
          : `{"${keyword}":[{"$ref":"#/$defs/d${index + 1}"},{"$ref":"#/$defs/d${index + 1}"}]}`,
      );
      expect(check(`{"$ref":"#/$defs/d0","$defs":{${chain}}}`, '1').isValid).toBe(false);
      expect(check(`{"$ref":"#/$defs/d0","$defs":{${chain}}}`, '"a"').isValid).toBe(keyword !== 'oneOf');
    },
  );

  it('of alternatives that each go down to the same child costs the depth of the document', () => {
    const schema =
      '{"$ref":"#/$defs/n","$defs":{"n":{"anyOf":[{"properties":{"c":{"$ref":"#/$defs/n"}},"required":["x"]},{"properties":{"c":{"$ref":"#/$defs/n"}},"required":["y"]},{"type":"number"}]}}}';
    expect(check(schema, nested(200)).isValid).toBe(false);
    const evaluated =
      '{"$ref":"#/$defs/n","$defs":{"n":{"unevaluatedProperties":false,"anyOf":[{"properties":{"c":{"$ref":"#/$defs/n"}}},{"properties":{"c":{"$ref":"#/$defs/n"}}},{"type":"number"}]}}}';
    expect(check(evaluated, nested(200)).isValid).toBe(true);
  });

  it.each([
    '{"$ref":"#"}',
    '{"allOf":[{"$ref":"#"},{"$ref":"#"}]}',
    '{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"anyOf":[{"$ref":"#/$defs/a"}]}}}',
    '{"$dynamicAnchor":"n","not":{"not":{"$dynamicRef":"#n"}}}',
  ])('that refers to itself without end says so: %s', (schema) => {
    const { notes } = check(schema, '{"a":[1]}');
    expect(notes).toEqual(['The schema refers to itself without end; the circle is passed over.']);
  });

  it('of 100,000 definitions that refer to each other is read in a moment', () => {
    const count = 100_000;
    const all = definitions(
      count,
      (index) => `{"properties":{"c":{"$ref":"#/$defs/d${(index * 7 + 1) % count}"}},"type":"object"}`,
    );
    const { errors, count: found } = check(`{"$ref":"#/$defs/d0","$defs":{${all}}}`, nested(50));
    expect(found).toBe(1);
    expect(errors[0]).toContain('Expected an object, found a number.');
  });

  it('of a million allowed values finds each by its hash', () => {
    const values = Array.from({ length: 1_000_000 }, (_, index) => `"v${index}"`).join(',');
    const { count, errors } = check(`{"items":{"enum":[${values}]}}`, JSON.stringify(['v999999', 'v0', 'v1000000']));
    expect(count).toBe(1);
    expect(errors[0]).toContain('and 999,995 more');
  });

  it('nested 20,000 deep, and a document as deep, recurse nowhere', () => {
    const depth = 20_000;
    const schema = '{"properties":{"c":'.repeat(depth) + '{"type":"string"}' + '}}'.repeat(depth);
    expect(check(schema, nested(depth)).count).toBe(1);
    expect(check('{"not":'.repeat(depth) + 'false' + '}'.repeat(depth), '1').isValid).toBe(depth % 2 === 1);
    expect(check('{"items":{"$ref":"#"},"uniqueItems":true}', `${'['.repeat(2000)}${']'.repeat(2000)}`).isValid).toBe(
      true,
    );
  });

  it('with what is no schema, no pattern, and leads nowhere is checked as far as it goes', () => {
    const { isValid, notes, missing, errors } = check(
      '{"properties":{"a":7,"b":{"pattern":"("},"c":{"$ref":"https://x.test/s.json"},"__proto__":{"type":"null"}},"type":5,"required":"a","enum":{}}',
      '{"a":1,"b":"x","c":2,"__proto__":3}',
    );
    expect(isValid).toBe(false);
    expect(errors).toEqual(['/__proto__: Expected null, found a number.']);
    expect(missing).toEqual(['https://x.test/s.json']);
    expect(notes).toEqual([
      'The schema holds a number where a schema should be; it is passed over.',
      'The schema has an invalid regular expression, which is passed over: (',
      'The schema refers to "https://x.test/s.json", which is not there; it is passed over.',
    ]);
  });

  it('is left at any slice', () => {
    const text = JSON.stringify(Array.from({ length: 200_000 }, (_, index) => ({ index })));
    const work: Work<Found> = validateText('{"items":{"properties":{"index":{"minimum":5}}}}', text);
    let slices = 0;
    for (let step = work.next(); step.done !== true && slices < 5; step = work.next()) {
      expect(step.value.done).toBeLessThanOrEqual(step.value.total);
      slices += 1;
    }
    expect(slices).toBe(5);
  });
});
