// The keys and values that a schema suggests at a place, and its descriptions; also in half-typed texts.

import { describe, expect, it } from 'vitest';
import { asByte } from '../../../../src/shared/units.ts';
import { surroundCaret } from '../../../../src/engine/assist/outline.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { encode, makeDocument } from '../support/documents.ts';
import { ask, caretIn, describeEntry, guideOf, namesAt } from './support.ts';

const PERSON = {
  properties: {
    name: { type: 'string', title: 'Name', description: 'As in the <b>passport</b>.' },
    age: { type: 'integer', default: 18 },
    role: { enum: ['admin', 'reader', 'guest'], default: 'reader' },
    fax: { type: 'string', deprecated: true },
    on: { type: 'boolean' },
    home: { $ref: '#/$defs/place' },
  },
  patternProperties: { '^x-': { enum: [1, 2] } },
  required: ['role', 'name'],
  additionalProperties: false,
  $defs: {
    place: { type: 'object', properties: { city: { type: 'string' }, kind: { const: 'home' } }, required: ['kind'] },
  },
};

const SHAPES = {
  items: {
    oneOf: [
      { properties: { kind: { const: 'circle' }, radius: { type: 'number' } }, required: ['kind', 'radius'] },
      { properties: { kind: { const: 'box' }, width: { type: 'number' }, side: { enum: ['left', 'right'] } } },
    ],
  },
};

describe('[SCH-3] keys', () => {
  it('come required ones first and those out of use last, without those that are there', () => {
    expect(namesAt(PERSON, '{▮}')).toEqual(['name', 'role', 'age', 'on', 'home', 'fax']);
    expect(namesAt(PERSON, '{"name": "a", ¦▮¦}')).toEqual(['role', 'age', 'on', 'home', 'fax']);
    expect(namesAt(PERSON, '{¦"▮¦"name": "a"}')).toEqual(['role', 'age', 'on', 'home', 'fax']);
    expect(namesAt(PERSON, '{"na▮me": "a"}')).toEqual(['name']);
    expect(namesAt(PERSON, '{¦"home": {"▮¦}')).toEqual(['kind', 'city']);
    expect(namesAt(PERSON, '[{▮}]')).toEqual([]);
  });

  it('come in a text that was never valid, with or without commas', () => {
    expect(namesAt(PERSON, '{"role": "admin", "home": {"city": "x", ▮')).toEqual(['kind']);
    expect(namesAt(PERSON, '{"role": "admin"\n  "a▮')).toEqual(['name', 'age', 'fax']);
    expect(caretIn('{"role": "admin"\n  "▮')).toMatchObject({ lacksComma: 16, isFollowed: false });
    expect(caretIn('{"▮"\n "role": "admin"}')).toMatchObject({ lacksComma: -1, isFollowed: true, hasColon: false });
  });

  it('are those of the alternative that what stands there does not contradict', () => {
    expect(namesAt(SHAPES, '[{▮}]')).toEqual(['kind', 'radius', 'width', 'side']);
    expect(namesAt(SHAPES, '[{"kind": "circle"¦, "▮¦}]')).toEqual(['radius']);
    expect(namesAt(SHAPES, '[{¦"kind": "box", "▮¦}]')).toEqual(['width', 'side']);
    expect(namesAt(SHAPES, '[{"kind": "none"¦, "▮¦}]')).toEqual(['radius', 'width', 'side']);
    // A missing member does not rule an alternative out; a contradicting value in a nested object does.
    const nested = {
      anyOf: [
        {
          properties: { a: { properties: { t: { const: 1 }, one: {} }, required: ['t', 'one'] } },
          required: ['a', 'z'],
        },
        { properties: { a: { properties: { t: { const: 2 }, two: {} } } } },
      ],
    };
    expect(namesAt(nested, '{"a": {"t": 1¦, "▮¦}}')).toEqual(['one']);
    expect(namesAt(nested, '{"a": {"t": 2¦, "▮¦}}')).toEqual(['two']);
  });

  it('are those that a condition, a dependency and a dynamic reference lead to', () => {
    const conditional = `{
      "properties": {"type": {"enum": ["a", "b"]}},
      "if": {"properties": {"type": {"const": "a"}}, "required": ["type"]},
      "then": {"properties": {"forA": {}}, "required": ["forA"]},
      "else": {"properties": {"forB": {}}},
      "dependentSchemas": {"type": {"properties": {"typed": {}}}}
    }`;
    expect(namesAt(conditional, '{"type": "a"¦, "▮¦}')).toEqual(['forA', 'typed']);
    expect(namesAt(conditional, '{"type": "b"¦, "▮¦}')).toEqual(['forB', 'typed']);
    const tree = {
      $id: 'test:///strict',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      properties: { extra: {} },
      $defs: {
        tree: { $id: 'tree', $dynamicAnchor: 'node', properties: { kids: { items: { $dynamicRef: '#node' } } } },
      },
    };
    expect(namesAt(tree, '{"kids": [{"kids": [{▮}]}]}')).toEqual(['extra', 'kids']);
    const names = { propertyNames: { enum: ['one', 'two'] }, additionalProperties: { type: 'number' } };
    expect(namesAt(names, '{"one": 1, ¦▮¦}')).toEqual(['two']);
    expect(
      namesAt({ allOf: [{ properties: { a: {} }, additionalProperties: false }, { properties: { b: {} } }] }, '{▮}'),
    ).toEqual(['a']);
  });

  it('bring their default or the only value there may be', () => {
    const caret = caretIn('{▮}');
    const answer = caret && ask(guideOf(PERSON), { type: 'keys', at: caret, typed: '' });
    const items = answer?.type === 'keys' ? answer.keys.items : [];
    const of = (name: string) => items.find(({ key }) => key === name);
    expect(of('role')).toMatchObject({ isRequired: true, value: '"reader"', hasValues: true });
    expect(of('age')).toMatchObject({ isRequired: false, value: '18', types: ['integer'] });
    expect(of('name')).toMatchObject({ title: 'Name', description: 'As in the <b>passport</b>.', value: null });
    expect(of('fax')).toMatchObject({ isDeprecated: true });
  });

  it('are counted where there are too many to list', () => {
    const properties = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, {}]));
    const guide = guideOf({ properties, required: ['k19999'] });
    const caret = caretIn('{"k5": 1¦, "▮¦}');
    const answer = caret && ask(guide, { type: 'keys', at: caret, typed: '' });
    expect(answer?.type === 'keys' && [answer.keys.count, answer.keys.items.length]).toEqual([19_999, 100]);
    expect(answer?.type === 'keys' && answer.keys.items[0]?.key).toBe('k19999');
    const typed = caret && ask(guide, { type: 'keys', at: caret, typed: 'K1432' });
    expect(typed?.type === 'keys' && typed.keys.count).toBe(11);
  });
});

describe('[SCH-3] values', () => {
  it('are those of enum, const, default and examples, and true, false, null', () => {
    expect(namesAt(PERSON, '{"role": ▮}')).toEqual(['"admin"', '"reader"', '"guest"']);
    expect(namesAt(PERSON, '{"role": "G▮"}')).toEqual(['"guest"']);
    expect(namesAt(PERSON, '{"age": ▮}')).toEqual(['18']);
    expect(namesAt(PERSON, '{"on": ▮}')).toEqual(['true', 'false']);
    expect(namesAt(PERSON, '{"x-1": ▮}')).toEqual(['1', '2']);
    expect(namesAt(PERSON, '{"home": {"kind": ▮}}')).toEqual(['"home"']);
    expect(namesAt({ type: ['string', 'null'], examples: ['a', 5, 'b'], default: true }, '▮')).toBe(null);
    const list = { items: { type: ['string', 'null'], examples: ['a', 5, 'b'], default: true } };
    expect(namesAt(list, '[▮]')).toEqual(['"a"', '"b"', 'null']);
  });

  it('are those that all schemas allow that hold there', () => {
    const both = { items: { allOf: [{ enum: [1, 2, 3, 'x'] }, { type: 'number', minimum: 2 }], enum: [1, 2, 3] } };
    expect(namesAt(both, '[▮]')).toEqual(['2', '3']);
    const either = { items: { anyOf: [{ const: 'a', title: 'First' }, { const: 'b' }, { enum: ['a', 'c'] }] } };
    expect(namesAt(either, '[▮]')).toEqual(['"a"', '"b"', '"c"']);
  });

  it('are those of the item at the position of the caret', () => {
    const tuple = { prefixItems: [{ enum: ['a'] }, { enum: ['b'] }], items: { enum: ['z'] } };
    expect(namesAt(tuple, '[▮]')).toEqual(['"a"']);
    expect(namesAt(tuple, '["a", ¦▮¦]')).toEqual(['"b"']);
    expect(namesAt(tuple, '["a", ¦"b", ▮¦]')).toEqual(['"z"']);
    expect(namesAt(tuple, '["a", "b", "▮q", "z"]')).toEqual(['"z"']);
    expect(namesAt(SHAPES, '[{"kind": "box", "side": ▮}]')).toEqual(['"left"', '"right"']);
    expect(namesAt(SHAPES, '{"kind": "box", "side": ▮}')).toEqual([]);
  });

  it('are counted exactly in a list of any length', () => {
    const values = Array.from({ length: 200_000 }, (_, index) => `"v${index}"`).join(',');
    const guide = guideOf(`{"items":{"enum":[${values}]}}`);
    const caret = caretIn('[▮]');
    const all = caret && ask(guide, { type: 'values', at: caret, typed: '' });
    expect(all?.type === 'values' && [all.values.count, all.values.items.length]).toEqual([200_000, 100]);
    const some = caret && ask(guide, { type: 'values', at: caret, typed: 'v19999' });
    expect(some?.type === 'values' && [some.values.count, some.values.items.length]).toEqual([11, 11]);
  });

  it('come in every dialect', () => {
    expect(namesAt(PERSON, "// a person\n{name: 'a', role: ▮}", 'jsonc')).toEqual(['"admin"', '"reader"', '"guest"']);
    expect(namesAt(SHAPES, "[{kind: 'box', /* here */ ¦▮¦}]", 'json5')).toEqual(['width', 'side']);
    expect(namesAt(SHAPES, '{"kind":"box"}\n{"kind":"circle"¦, "▮¦}', 'ndjson')).toEqual(['radius']);
  });
});

describe('[SCH-3] inside quotation marks', () => {
  it.each([
    // The part in brackets is replaced.
    ['{"role": ["▮"]}', false, -1],
    ['{"role": ["a▮"], "on": true}', false, -1],
    ['{"role": ["▮"] "on": true}', true, -1],
    ['{"role": ["▮]\n "on": true}', true, -1],
    ['{"role": ["ad▮min], "on": true}', false, -1],
    ['{["▮"] "on": true}', true, -1],
    ['{["ro▮]: 1}', false, -1],
    ['{"role": "admin" ["▮"]}', false, 16],
    ['{"role": "admin" ["▮]', false, 16],
    ['{"x-1": 1, "role": ["▮"]}', false, -1],
  ])('of %s the content is replaced with both marks', (marked, isFollowed, lacksComma) => {
    const [before = '', replaced = '', after = ''] = marked.split(/[[\]]/);
    const text = before + replaced + after;
    const plain = text.replace('▮', '');
    // As written piece by piece, and as pasted over another text.
    const caret = caretIn(text);
    const document = makeDocument('[1, 2]');
    document.apply([{ start: asByte(0), end: asByte(document.size), insert: encode(plain) }]);
    finish(document.settle());
    for (const found of [caret, surroundCaret(document, text.indexOf('▮'))]) {
      expect(found).toMatchObject({ isFollowed, lacksComma, isQuoted: true });
      expect(plain.slice(found?.range.start, found?.range.end)).toBe(replaced.replace('▮', ''));
    }
  });

  it('items of an array come with the comma that is missing before them', () => {
    const list = { items: { enum: ['a', 'b'] } };
    expect(caretIn('["a" "▮"]')).toMatchObject({ lacksComma: 4 });
    expect(namesAt(list, '["a" "▮"]')).toEqual(['"a"', '"b"']);
    expect(namesAt(list, '["▮" "b"]')).toEqual(['"a"', '"b"']);
  });

  it('the caret is behind what is complete', () => {
    expect(caretIn('{"role": "admin"▮}')).toMatchObject({ isBehind: true });
    expect(caretIn('{"role": "admin▮"}')).toMatchObject({ isBehind: false });
    expect(caretIn('{"role": "ad\\"▮')).toMatchObject({ isBehind: false });
    expect(caretIn('{"role": "▮')).toMatchObject({ isBehind: false });
  });
});

describe('[SCH-3] the description of a place', () => {
  const document = makeDocument('{"name": "x", "role": "none", "fax": "1", "home": {"city": "y"}}');
  const { places } = document;
  const at = (...path: (string | number)[]) => describeEntry(guideOf(PERSON), document, places.atPath(path));

  it('says what a value is, whatever stands there now', () => {
    expect(at('name')?.note).toMatchObject({ title: 'Name', types: ['string'], isRequired: true, isKnown: true });
    expect(at('role')?.values).toMatchObject({ count: 3 });
    expect(at('fax')?.note).toMatchObject({ isDeprecated: true, isRequired: false });
    expect(at('home')?.note).toMatchObject({ types: ['object'] });
    expect(at('home', 'city')?.note).toMatchObject({ types: ['string'], isRequired: false });
    expect(at()?.note).toMatchObject({ isKnown: true, title: null });
  });

  it('[SCH-3] lists the values of all alternatives that another value would lead to, those of the present one first', () => {
    const schema = {
      items: {
        oneOf: [
          {
            properties: { kind: { const: 'circle' }, size: { enum: ['s', 'm'] }, r: {} },
            required: ['kind'],
            additionalProperties: false,
          },
          { $ref: '#/$defs/box' },
          { properties: { kind: { enum: ['triangle', 'star'] } } },
        ],
      },
      $defs: {
        box: { properties: { kind: { const: 'box' }, size: { enum: ['x', 'y'] } }, additionalProperties: false },
      },
    };
    const shapes = makeDocument('[{"kind": "circle", "r": 1, "size": "s"}, {"kind": "box"}, {"kind": "star", "r": 1}]');
    const valuesAt = (...path: (string | number)[]) =>
      describeEntry(guideOf(schema), shapes, shapes.places.atPath(path))?.values.items.map(({ json }) => json);
    expect(valuesAt(0, 'kind')).toEqual(['"circle"', '"box"', '"triangle"', '"star"']);
    expect(valuesAt(1, 'kind')).toEqual(['"box"', '"circle"', '"triangle"', '"star"']);
    expect(valuesAt(2, 'kind')).toEqual(['"triangle"', '"star"', '"circle"', '"box"']);
    // What tells nothing apart stays within the alternative that the others say it is.
    expect(valuesAt(0, 'size')).toEqual(['"s"', '"m"']);
  });

  it('is the one of the alternative that the value is', () => {
    const schema = {
      additionalProperties: {
        oneOf: [
          { title: 'Circle', properties: { kind: { const: 'circle' } }, required: ['kind', 'r'] },
          { title: 'Box', properties: { kind: { const: 'box' } } },
        ],
      },
    };
    const shapes = makeDocument('{"a": {"kind": "box"}, "b": {"kind": "circle"}}');
    const titles = ['a', 'b'].map(
      (key) => describeEntry(guideOf(schema), shapes, shapes.places.atPath([key]))?.note.title,
    );
    expect(titles).toEqual(['Box', 'Circle']);
  });
});
