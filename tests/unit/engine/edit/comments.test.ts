// Comments and trailing commas through tree edits: each result is what a user would have typed.

import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import type { PlainIntent } from '../../../../src/shared/protocol/edit-intent.ts';
import { asNode } from '../../../../src/shared/units.ts';
import { planEdit, spliceIntent } from '../../../../src/engine/edit/edit.ts';
import { resolveIntent } from '../../../../src/engine/edit/resolve-intent.ts';
import { commentsOf } from '../../../../src/engine/layout/comments.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { makeDocument, textOf } from '../support/documents.ts';

function edited(text: string, intent: PlainIntent, dialect: Dialect = 'jsonc'): string {
  const document = makeDocument(text, 1 << 20, dialect);
  document.apply(spliceIntent(document.places, intent));
  finish(document.settle());
  expect(document.error?.message).toBeUndefined();
  document.check();
  return textOf(document);
}

const LIST = `[ // the list
  // one
  1, // still one
  // two
  2, /* still two */

  // a heading

  3 // three
]`;

describe('[DOC-17] [TRE-2] with comments', () => {
  it('a removed item takes its own along, and no others', () => {
    expect(edited(LIST, { type: 'remove', nodes: [asNode(1)] })).toBe(`[ // the list
  // two
  2, /* still two */

  // a heading

  3 // three
]`);
    expect(edited(LIST, { type: 'remove', nodes: [asNode(2)] })).toBe(`[ // the list
  // one
  1, // still one
  // a heading

  3 // three
]`);
    expect(edited(LIST, { type: 'remove', nodes: [asNode(3)] })).toBe(`[ // the list
  // one
  1, // still one
  // two
  2 /* still two */

  // a heading
]`);
    expect(edited(LIST, { type: 'remove', nodes: [1, 2, 3].map(asNode) })).toBe(`[ // the list
]`);
  });

  it('an item that is put in stands behind the comments of the one before', () => {
    expect(edited(LIST, { type: 'insert', node: asNode(3), where: 'after', key: '', json: '4' })).toBe(
      LIST.replace('3 // three', '3, // three\n  4'),
    );
    expect(edited(LIST, { type: 'insert', node: asNode(1), where: 'after', key: '', json: '1.5' })).toBe(
      LIST.replace('// still one', '// still one\n  1.5,'),
    );
    expect(edited(LIST, { type: 'insert', node: asNode(1), where: 'before', key: '', json: '0' })).toBe(
      LIST.replace('// one', '0,\n  // one'),
    );
    expect(edited('[ /* none */ ]', { type: 'insert', node: asNode(0), where: 'inside', key: '', json: '1' })).toBe(
      '[ /* none */1]',
    );
  });

  it('a sorted list has its comments beside the same items', () => {
    const intent: PlainIntent = { type: 'sort', nodes: [asNode(0)], by: { type: 'value' }, direction: 'descending' };
    expect(edited('[\n  1, // one\n  // two\n  2,\n  3 // three\n]', intent)).toBe(
      '[\n  3, // three\n  // two\n  2,\n  1 // one\n]',
    );
    expect(edited('[1, /* two */ 2]', intent)).toBe('[/* two */ 2, 1]');
    expect(edited('[1, 2 // two\n]', intent)).toBe('[2, // two\n1\n]'.replace('\n1\n', '\n 1\n'));
  });

  it('a comma at the end stays there', () => {
    const text = '{\n  "a": 1,\n  "b": 2, // b\n}';
    expect(edited(text, { type: 'remove', nodes: [asNode(2)] })).toBe('{\n  "a": 1,\n}');
    expect(edited(text, { type: 'insert', node: asNode(0), where: 'inside', key: 'c', json: '3' })).toBe(
      '{\n  "a": 1,\n  "b": 2, // b\n  "c": 3,\n}',
    );
  });

  it('a value moves with its comments', () => {
    expect(
      edited('{\n  "a": [1],\n  // about b\n  "b": 2 // b\n}', {
        type: 'move',
        nodes: [asNode(4)],
        target: asNode(1),
        where: 'inside',
      }),
    ).toBe('{\n  "a": [1, /* about b */ 2 /* b */]\n}');
  });

  it('a value that is cut and pasted takes its comments along', () => {
    const source = '{\n  // about a\n  "a": 1, // a too\n  // about b\n  "b": {"c": 3}\n}\n';
    const before = makeDocument(source, 1 << 20, 'jsonc');
    const node = before.places.atPath(['a']);
    const comments = [commentsOf(before.places, 0, node)];
    const cut = edited(source, { type: 'remove', nodes: [asNode(node)] });
    expect(cut).toBe('{\n  // about b\n  "b": {"c": 3}\n}\n');
    const document = makeDocument(cut, 1 << 20, 'jsonc');
    const copied = { count: 1, dialect: 'jsonc', comments } as const;
    const paste = (target: number, where: 'after' | 'inside', dialect: Dialect = 'jsonc'): string => {
      const into = makeDocument(dialect === 'json' ? '{"x": 0}' : cut, 1 << 20, dialect);
      const intent = {
        type: 'paste',
        node: asNode(target),
        where,
        text: '1',
        keys: ['a'],
        as: 'auto',
        copied,
      } as const;
      const { intent: plain } = finish(resolveIntent(into.places, intent));
      if (plain !== null) into.apply(finish(planEdit(into.places, plain)));
      return textOf(into);
    };
    expect(paste(document.places.atPath(['b']), 'after')).toBe(
      '{\n  // about b\n  "b": {"c": 3},\n  // about a\n  "a": 1 // a too\n}\n',
    );
    expect(paste(document.places.atPath(['b']), 'inside')).toBe(
      '{\n  // about b\n  "b": {"c": 3, /* about a */ "a": 1 /* a too */}\n}\n',
    );
    // Where comments can't be, only the value arrives.
    expect(paste(1, 'after', 'json')).toBe('{"x": 0, "a": 1}');
  });

  it('Infinity and NaN become text in a document that can’t hold them, and are counted', () => {
    const into = makeDocument('[0]');
    const copied = { count: 1, dialect: 'json5' } as const;
    const text = '[Infinity, {a: -NaN}, 0x10]';
    const intent = { type: 'paste', node: asNode(1), where: 'after', text, keys: [], as: 'auto', copied } as const;
    const { intent: plain, noNumbers } = finish(resolveIntent(into.places, intent));
    if (plain !== null) into.apply(finish(planEdit(into.places, plain)));
    expect([textOf(into), noNumbers]).toEqual(['[0,["Infinity",{"a":"-NaN"},16]]', 2]);
  });

  it('no comment is lost when the last item goes back to the end, with others', () => {
    const intent = { type: 'move', nodes: [3, 5].map(asNode), target: asNode(1), where: 'inside' } as const;
    expect(edited('{"a": [1,\n 2\n // own\n ,], "b": 3}', intent)).toBe('{"a": [1,\n 2,\n 3, // own\n]}');
    const all = { type: 'move', nodes: [2, 4].map(asNode), target: asNode(1), where: 'inside' } as const;
    expect(edited('{"a": [1\n // own\n ,], "b": 3}', all)).toContain('// own\n');
    expect(
      edited('{"b": {"x" : 1 /* x */\n /* own */,}, "c": 3}', { ...all, nodes: [asNode(2), asNode(4)] }),
    ).toContain('/* own */');
  });

  it('a key is spelt as its neighbours are', () => {
    expect(edited('{a: 1}', { type: 'rename', node: asNode(1), key: 'b' }, 'json5')).toBe('{b: 1}');
    expect(edited('{a: 1}', { type: 'rename', node: asNode(1), key: 'b c' }, 'json5')).toBe('{"b c": 1}');
    expect(edited("{'a': 1}", { type: 'rename', node: asNode(1), key: `it's "b"` }, 'json5')).toBe(`{'it\\'s "b"': 1}`);
    expect(edited("{'a': 1}", { type: 'insert', node: asNode(0), where: 'inside', key: 'b', json: '2' }, 'json5')).toBe(
      "{'a': 1, 'b': 2}",
    );
  });
});

describe('[DOC-17] [TRE-2] records', () => {
  const records = '{"id":1}\n{"id":2}\n';

  it('are put in, taken out and ordered by the line', () => {
    expect(edited(records, { type: 'remove', nodes: [asNode(1)] }, 'ndjson')).toBe('{"id":2}\n');
    expect(edited(records, { type: 'remove', nodes: [1, 4].map(asNode) }, 'ndjson')).toBe('');
    const intent = { type: 'insert', node: asNode(0), where: 'inside', key: '' } as const;
    expect(edited(records, { ...intent, json: '{\n  "id": 3\n}' }, 'ndjson')).toBe(`${records.trimEnd()}\n{"id":3}\n`);
    expect(edited('', { ...intent, json: '1' }, 'ndjson')).toBe('1\n');
    expect(
      edited(
        records,
        { type: 'sort', nodes: [asNode(0)], by: { type: 'path', path: ['id'] }, direction: 'descending' },
        'ndjson',
      ),
    ).toBe('{"id":2}\n{"id":1}\n');
    expect(edited(records, { type: 'wrap', nodes: [1, 4].map(asNode), into: 'array' }, 'ndjson')).toBe(
      '[{"id":1}, {"id":2}]\n',
    );
    expect(edited(records, { type: 'set', node: asNode(0), json: '[1,\n {"a": [2,\n3]}]' }, 'ndjson')).toBe(
      '1\n{"a":[2,3]}\n',
    );
  });

  it('stay a list', () => {
    const refused: PlainIntent[] = [
      { type: 'set', node: asNode(0), json: '{}' },
      { type: 'convert', nodes: [asNode(0)], to: 'object' },
      { type: 'wrap', nodes: [asNode(0)], into: 'object' },
      { type: 'unwrap', nodes: [asNode(0)] },
    ];
    for (const intent of refused) {
      const { places } = makeDocument(records, 1 << 20, 'ndjson');
      expect(() => spliceIntent(places, intent)).toThrow(/list of records/);
    }
  });
});
