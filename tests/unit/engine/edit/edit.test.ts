// Tree edits: what they do to the value, and that the text looks as if its author had typed them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asNode } from '../../../../src/shared/units.ts';
import type { PlainIntent, SortBy } from '../../../../src/shared/protocol/edit-intent.ts';
import type { Path } from '../../../../src/shared/document/path.ts';
import { spliceIntent } from '../../../../src/engine/edit/edit.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { jsonText, makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

function at(document: JsonDocument, path: Path): ReturnType<typeof asNode> {
  return asNode(document.places.atPath(path));
}

function edit(text: string, intent: (document: JsonDocument) => PlainIntent): string {
  const document = makeDocument(text);
  document.apply(spliceIntent(document.places, intent(document)));
  finish(document.settle());
  expect(document.validity).toBe('valid');
  document.check();
  return textOf(document);
}

const PRETTY = '{\n  "a": 1,\n  "b": [\n    1,\n    2\n  ],\n  "c": {}\n}\n';

describe('[TRE-2] edits', () => {
  it('set one value and nothing else', () => {
    expect(edit(PRETTY, (d) => ({ type: 'set', node: at(d, ['b', 1]), json: '9007199254740993' }))).toBe(
      PRETTY.replace('2\n', '9007199254740993\n'),
    );
    expect(edit(' "x" ', () => ({ type: 'set', node: asNode(0), json: '[]' }))).toBe(' [] ');
  });

  it('rename a key as it has to be spelt', () => {
    expect(edit('{"a" :1,"a":2}', () => ({ type: 'rename', node: asNode(2), key: 'say "hi"\n' }))).toBe(
      '{"a" :1,"say \\"hi\\"\\n":2}',
    );
  });

  it.each([
    ['[1,2]', [1], '[1]'],
    ['[1, 2]', [0], '[2]'],
    ['[ 1 , 2 , 3 ]', [1], '[ 1 , 3 ]'],
    ['[\n  1,\n  2\n]', [1], '[\n  1\n]'],
    ['[\n  1,\n  2\n]', [0], '[\n  2\n]'],
    ['[ 1 ]', [0], '[]'],
    ['{"a":1,"b":2}', ['b'], '{"a":1}'],
    ['{"a":1,"b":2}', ['a'], '{"b":2}'],
    [PRETTY, ['b'], '{\n  "a": 1,\n  "c": {}\n}\n'],
  ] as const)('remove from %j at %j', (text, path, expected) => {
    expect(edit(text, (d) => ({ type: 'remove', nodes: [at(d, path)] }))).toBe(expected);
  });

  it('remove several at once, with what is in them', () => {
    expect(edit('[1,2,3,4,5]', () => ({ type: 'remove', nodes: [1, 2, 4, 5].map(asNode) }))).toBe('[3]');
    expect(edit('[1,[2,3],4]', () => ({ type: 'remove', nodes: [2, 3].map(asNode) }))).toBe('[1,4]');
    expect(edit('{"a":1,"b":2}', () => ({ type: 'remove', nodes: [1, 2].map(asNode) }))).toBe('{}');
  });

  it.each([
    ['[1,2]', [0], 'after', '[1,"new",2]'],
    ['[1, 2]', [0], 'after', '[1, "new", 2]'],
    ['[1, 2]', [1], 'after', '[1, 2, "new"]'],
    ['[1, 2]', [0], 'before', '["new", 1, 2]'],
    ['[\n  1\n]', [0], 'after', '[\n  1,\n  "new"\n]'],
    ['[\n\t1\n]', [0], 'before', '[\n\t"new",\n\t1\n]'],
    ['{"a":1}', ['a'], 'after', '{"a":1,"k":"new"}'],
    [PRETTY, ['c'], 'inside', '{\n  "a": 1,\n  "b": [\n    1,\n    2\n  ],\n  "c": {\n    "k": "new"\n  }\n}\n'],
    [PRETTY, ['b'], 'inside', '{\n  "a": 1,\n  "b": [\n    1,\n    2,\n    "new"\n  ],\n  "c": {}\n}\n'],
    ['[]', [], 'inside', '["new"]'],
  ] as const)('insert into %j at %j, %s', (text, path, where, expected) => {
    expect(edit(text, (d) => ({ type: 'insert', node: at(d, path), where, key: 'k', json: '"new"' }))).toBe(expected);
  });

  it('look as if the author had typed them', () => {
    const after = (text: string, path: Path, json: string): string =>
      edit(text, (d) => ({ type: 'insert', node: at(d, path), where: 'after', key: 'k', json }));
    // A pasted structure is indented for its new place; in a text on one line it brings only its tokens.
    expect(after(PRETTY, ['b', 0], '{"x":[1,{}]}')).toBe(
      PRETTY.replace('1,\n    2', '1,\n    {\n      "x": [\n        1,\n        {}\n      ]\n    },\n    2'),
    );
    expect(after('[1, {"a": 2}]', [0], '{\n  "x": 1\n}')).toBe('[1, {"x":1}, {"a": 2}]');
    expect(after('[\r\n\t1\r\n]', [0], '[\n  2\n]')).toBe('[\r\n\t1,\r\n\t[\r\n\t  2\r\n\t]\r\n]');
    expect(after('[\n  1\n, 2\n]', [0], '3')).toBe('[\n  1\n, 3\n, 2\n]');
    expect(after('[\n  1,\n\n  2\n]', [0], '3')).toBe('[\n  1,\n  3,\n\n  2\n]');
    expect(after('{ "a" : 1 }', ['a'], '2')).toBe('{ "a" : 1, "k" : 2 }');
    expect(after('{\n  "a": [1, 2]\n}', ['a', 0], '{"x":1}')).toBe('{\n  "a": [1, {"x":1}, 2]\n}');
  });

  it('move lines with their indentation', () => {
    const text = '{\n  "a": {\n    "b": [\n      1\n    ]\n  },\n  "c": {}\n}\n';
    expect(edit(text, (d) => ({ type: 'move', nodes: [at(d, ['a', 'b'])], target: asNode(0), where: 'inside' }))).toBe(
      '{\n  "a": {},\n  "c": {},\n  "b": [\n    1\n  ]\n}\n',
    );
    expect(edit('[1, 2,  3]', () => ({ type: 'move', nodes: [asNode(3)], target: asNode(1), where: 'before' }))).toBe(
      '[3, 1,  2]',
    );
  });

  it('name copies so that no key is there twice', () => {
    const twice = edit('{"a": 1, "b": 2}', () => ({ type: 'duplicate', nodes: [asNode(1), asNode(2)] }));
    expect(twice).toBe('{"a": 1, "b": 2, "a (copy)": 1, "b (copy)": 2}');
    expect(edit(twice, (d) => ({ type: 'duplicate', nodes: [at(d, ['a (copy)'])] }))).toBe(
      '{"a": 1, "b": 2, "a (copy)": 1, "a (copy 2)": 1, "b (copy)": 2}',
    );
  });

  it('sort in natural order, numbers by value, what is missing last', () => {
    const sort = (text: string, by: SortBy, direction: 'ascending' | 'descending' = 'ascending'): string =>
      edit(text, () => ({ type: 'sort', nodes: [asNode(0)], by, direction }));
    expect(sort('["item 10", "Item 9", "item 9", "b", 10, 9.5, null]', { type: 'value' })).toBe(
      '[9.5, 10, "b", "Item 9", "item 9", "item 10", null]',
    );
    expect(sort('{"b": 1, "a10": 2, "a9": 3}', { type: 'key' })).toBe('{"a9": 3, "a10": 2, "b": 1}');
    const items = '[\n  {"x": {"n": 2}},\n  {},\n  {"x": {"n": 10}},\n  {"x": {"n": 1}}\n]';
    const path = ['x', 'n'];
    expect(sort(items, { type: 'path', path }, 'descending')).toBe(
      '[\n  {"x": {"n": 10}},\n  {"x": {"n": 2}},\n  {"x": {"n": 1}},\n  {}\n]',
    );
  });

  it('set many values at once', () => {
    expect(
      edit('[1, 2, {"a": 3}]', () => ({ type: 'set-all', nodes: Uint32Array.of(4, 1), jsons: ['"x"', 'null'] })),
    ).toBe('[null, 2, {"a": "x"}]');
  });

  it('refuse what the structure forbids, in words', () => {
    const document = makeDocument('[1]');
    const attempt =
      (intent: PlainIntent): (() => unknown) =>
      () =>
        spliceIntent(document.places, intent);
    expect(attempt({ type: 'remove', nodes: [asNode(0)] })).toThrow(expect.objectContaining({ code: 'refused' }));
    expect(attempt({ type: 'rename', node: asNode(1), key: 'x' })).toThrow(
      expect.objectContaining({ code: 'refused' }),
    );
    expect(attempt({ type: 'insert', node: asNode(1), where: 'inside', key: '', json: '1' })).toThrow(
      expect.objectContaining({ code: 'refused' }),
    );
    expect(attempt({ type: 'set', node: asNode(1), json: '01' })).toThrow(expect.objectContaining({ code: 'syntax' }));
  });

  it('do to the text what they do to the value', () => {
    fc.assert(
      fc.property(
        jsonText,
        fc.nat(),
        fc.constantFrom('set', 'remove', 'before', 'after', 'inside'),
        (text, pick, what) => {
          const document = makeDocument(text);
          const nodes = Array.from({ length: document.tape.count }, (_, entry) => entry).filter(
            (entry) => !document.tape.isClosing(entry),
          );
          const node = nodes[pick % nodes.length] ?? 0;
          const parent = document.places.parent(node);
          const inside = document.tape.isOpening(node);
          if ((what === 'remove' || what === 'before' || what === 'after') && parent < 0) return;
          if (what === 'inside' && !inside) return;
          const before = childTexts(document, what === 'inside' ? node : Math.max(0, parent));
          const ordinal = document.places.steps(node).at(-1)?.ordinal ?? 0;
          const intent: PlainIntent =
            what === 'set'
              ? { type: 'set', node: asNode(node), json: '"new"' }
              : what === 'remove'
                ? { type: 'remove', nodes: [asNode(node)] }
                : { type: 'insert', node: asNode(node), where: what, key: 'k', json: '"new"' };
          document.apply(spliceIntent(document.places, intent));
          finish(document.settle());
          expect(document.validity).toBe('valid');
          document.check();
          if (parent < 0 && what === 'set') {
            expect(textOf(document).trim()).toBe('"new"');
            return;
          }
          const after = childTexts(document, what === 'inside' ? node : parent);
          const expected = [...before];
          if (what === 'set') expected[ordinal] = '"new"';
          else if (what === 'remove') expected.splice(ordinal, 1);
          else expected.splice(what === 'inside' ? before.length : ordinal + (what === 'after' ? 1 : 0), 0, '"new"');
          expect(after).toEqual(expected);
        },
      ),
      { numRuns: runs(1500) },
    );
  });
});

/** The children of a container, as spelt. */
function childTexts(document: JsonDocument, container: number): string[] {
  const { places, tape } = document;
  const texts: string[] = [];
  if (!tape.isOpening(container)) return texts;
  for (let child = container + 1; child < tape.closing(container); child = tape.next(child)) {
    const { start, end } = places.range(child);
    texts.push(new TextDecoder('utf-8', { ignoreBOM: true }).decode(document.memory.text(start, end)));
  }
  return texts;
}
