// Very many comments and records, or very long ones.

import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import type { PlainIntent } from '../../../../src/shared/protocol/edit-intent.ts';
import { asNode } from '../../../../src/shared/units.ts';
import { spliceIntent } from '../../../../src/engine/edit/edit.ts';
import { rewriteDocument } from '../../../../src/engine/layout/rewrite.ts';
import { readValue } from '../../../../src/engine/values/values.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { makeDocument, textOf } from '../support/documents.ts';
import { pick } from './subject.ts';

const DEPTH = pick(1_000_000, 30_000);
const COUNT = pick(1_000_000, 20_000);
const BYTES = pick(50_000_000, 1_000_000);

const SUBJECTS: [string, Dialect, string][] = [
  ['a comment at each of very many levels', 'jsonc', '[/*a*/'.repeat(DEPTH) + ']'.repeat(DEPTH)],
  ['names at very many levels', 'json5', `${'{a:'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`],
  ['a very long comment', 'jsonc', `[1, /*${'x'.repeat(BYTES)}*/ 2]`],
  ['very many comments in one gap', 'jsonc', `[1, // a\n${'// c\n'.repeat(COUNT)} 2, 3]`],
  ['very many items with comments', 'jsonc', `[\n${'  1, // c\n'.repeat(COUNT)}]`],
  ['very many records', 'ndjson', '{"id":1,"name":"a b"}\n'.repeat(COUNT)],
];

describe.each(SUBJECTS)('[DOC-17] %s', (_, dialect, source) => {
  const document = makeDocument(source, 1 << 21, dialect);

  it('is read', { timeout: 120_000 }, () => {
    expect(document.error?.message).toBeUndefined();
    document.check();
    finish(readValue(document.places, 0, 'native'));
  });

  it('is compacted, and keeps its structure', { timeout: 120_000 }, () => {
    const made = finish(rewriteDocument(document, { style: 'compact', indent: '', maxLineLength: 80 }));
    expect(made.tape.count).toBe(document.tape.count);
  });

  const first = asNode(1);
  const intents: PlainIntent[] = [
    { type: 'remove', nodes: [first] },
    { type: 'insert', node: asNode(0), where: 'inside', key: 'q', json: '7' },
    { type: 'sort', nodes: [asNode(0)], by: { type: 'value' }, direction: 'descending' },
    { type: 'wrap', nodes: [first], into: 'array' },
    { type: 'duplicate', nodes: [first] },
  ];
  it.each(intents)('is edited: $type', { timeout: 120_000 }, (intent) => {
    const back = document.apply(spliceIntent(document.places, intent));
    finish(document.settle());
    expect(document.error?.message).toBeUndefined();
    document.apply(back);
    finish(document.settle());
    expect(document.size).toBe(source.length);
    if (source.length < 1e6) expect(textOf(document)).toBe(source);
  });
});
