// The shape of items, compared with a simple walk over the parsed values.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noCounts, type KindCounts, type SuggestedKind } from '../../../../src/engine/suggest/value-kinds.ts';
import { fieldPath, measureShape, type ArrayShape } from '../../../../src/engine/suggest/shape.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { jsonText, makeDocument } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

function kindOfValue(value: unknown): SuggestedKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as 'object' | 'string' | 'number' | 'boolean';
}

/** Presence and kinds by path, in the order in which the paths first occur. */
function naiveShape(items: readonly unknown[]): Map<string, { presence: number; kinds: KindCounts }> {
  const found = new Map<string, { presence: number; kinds: KindCounts }>();
  const visit = (value: unknown, path: readonly string[]): void => {
    const name = JSON.stringify(path);
    const field = found.get(name) ?? { presence: 0, kinds: noCounts() };
    found.set(name, field);
    field.presence += 1;
    field.kinds[kindOfValue(value)] += 1;
    if (kindOfValue(value) !== 'object') return;
    for (const [key, child] of Object.entries(value as object)) visit(child, [...path, key]);
  };
  for (const item of items) visit(item, []);
  return found;
}

function byPath(shape: ArrayShape): Map<string, { presence: number; kinds: KindCounts }> {
  return new Map(
    shape.fields.map(({ presence, kinds }, index) => [JSON.stringify(fieldPath(shape, index)), { presence, kinds }]),
  );
}

const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', 'é', 'a.b', '"');
const plain = fc.constantFrom('1', 'null', 'true', '"x"', '[]', '[{"a":1}]', '{}');
const member = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(key, fc.boolean(), value), { maxLength: 5 })
    .map((members) => `{${members.map(([name, escaped, text]) => `${spell(name, escaped)}: ${text}`).join(', ')}}`);
function spell(name: string, escaped: boolean): string {
  const code = name.charCodeAt(0).toString(16).padStart(4, '0');
  return escaped ? JSON.stringify(`#${name.slice(1)}`).replace('#', String.raw`\u${code}`) : JSON.stringify(name);
}
const item = fc.oneof(plain, member(fc.oneof(plain, member(fc.oneof(plain, member(plain))))));
const list = fc.array(item, { maxLength: 8 }).map((items) => `[${items.join(',\n')}]`);

describe('measureShape', () => {
  it('refuses a document that is not valid', () => {
    expect(() => finish(measureShape(makeDocument('[1,'), 0, 10))).toThrow(
      expect.objectContaining({ code: 'invalid-document' }),
    );
  });

  it('is what JSON.parse gives, duplicate keys and __proto__ included', () => {
    fc.assert(
      fc.property(fc.oneof(list, jsonText), fc.integer({ min: 1, max: 4 }), (text, slice) => {
        const value: unknown = JSON.parse(text);
        fc.pre(Array.isArray(value));
        const shape = finish(measureShape(makeDocument(text), 0, 1000, slice));
        expect(byPath(shape)).toEqual(naiveShape(value as unknown[]));
        expect(shape.complete).toBe(true);
        expect(shape.items).toBe((value as unknown[]).length);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('lists fields in the order in which they come first', () => {
    const shape = finish(measureShape(makeDocument('[{"b":{"x":1}},3,{"a":1,"b":{"y":2,"x":[]}}]'), 0, 100));
    expect(shape.fields.map((_, index) => fieldPath(shape, index).join('/'))).toEqual(['', 'b', 'b/x', 'a', 'b/y']);
    expect(shape.fields.map(({ presence }) => presence)).toEqual([3, 2, 2, 1, 1]);
    expect(shape.fields[2]?.kinds).toEqual({ ...noCounts(), number: 1, array: 1 });
  });

  it('says when there are more fields than it may keep, and is exact for those it keeps', () => {
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 6 }), (text, limit) => {
        fc.pre(!text.includes('#'));
        const all = naiveShape(JSON.parse(text) as unknown[]);
        const shape = finish(measureShape(makeDocument(text), 0, limit));
        expect(shape.fields.length).toBeLessThanOrEqual(limit);
        if (shape.complete) expect(byPath(shape)).toEqual(all);
        for (const [path, field] of byPath(shape)) expect(field).toEqual(all.get(path));
        if (all.size > limit) expect(shape.complete).toBe(false);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('takes one key a million times over, and a path a hundred thousand keys long', () => {
    const many = makeDocument(`[{${'"k":{"a":1},'.repeat(300_000)}"k":2}]`);
    const shape = finish(measureShape(many, 0, 100));
    expect(shape.fields.map(({ key: name, presence }) => `${name} ${presence}`)).toEqual([' 1', 'k 1']);
    const deep = makeDocument(`[${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}]`);
    const long = finish(measureShape(deep, 0, 200_000));
    expect(long.fields).toHaveLength(100_001);
    expect(fieldPath(long, 100_000)).toHaveLength(100_000);
    expect(finish(measureShape(deep, 0, 50)).complete).toBe(false);
  });
});
