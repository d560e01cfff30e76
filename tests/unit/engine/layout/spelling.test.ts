// How entered JSON is spelt: small texts, in plain JavaScript, exactly as the formatter does it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asNode } from '../../../../src/shared/units.ts';
import { spliceIntent } from '../../../../src/engine/edit/edit.ts';
import { formatDocument } from '../../../../src/engine/layout/format.ts';
import { FreeKeys } from '../../../../src/engine/layout/new-keys.ts';
import { layOutText } from '../../../../src/engine/layout/small-text.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { jsonText, makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

describe('a small text', () => {
  it('is laid out as a document with the same text is', () => {
    fc.assert(
      fc.property(jsonText, fc.constantFrom('', '  ', '\t', null), (text, unit) => {
        const style = unit === null ? 'compact' : 'format';
        const options = { style, indent: unit ?? '', maxLineLength: 80 } as const;
        const formatted = finish(formatDocument(makeDocument(text), options));
        expect(layOutText(text, unit)).toBe(textOf(formatted));
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('a hundred thousand pasted items', () => {
  it('are spelt like the document, without a document for each', () => {
    const document = makeDocument('{\n  "list": [\n    1\n  ]\n}\n');
    const items = Array.from({ length: 100_000 }, (_, index) => ({ key: '', json: `{"a":[${index}]}` }));
    document.apply(spliceIntent(document.places, { type: 'insert-all', node: asNode(1), where: 'inside', items }));
    finish(document.settle());
    expect(document.children.count(1)).toBe(100_001);
    expect(textOf(document)).toContain('    1,\n    {\n      "a": [\n        0\n      ]\n    },\n    {\n');
  });
});

describe('free keys', () => {
  it('count on from the copies that are there, each time another one', () => {
    const document = makeDocument('{"a": 1, "a (copy)": 2, "a (copy 3)": 3, "b (copy 7)": 4, "c\\u0020(copy)": 5}');
    const wanted = ['a', 'a', 'a', 'a (copy 3)', 'b (copy 7)', 'b', 'b', 'c', 'c (copy)', 'new'];
    const keys = finish(FreeKeys.make(document.places, 0, wanted));
    const few = finish(FreeKeys.make(document.places, 0, ['c', 'c (copy)']));
    expect([few.take('c'), few.take('c (copy)')]).toEqual(['c', 'c (copy 2)']);
    expect(wanted.map((key) => keys.take(key))).toEqual([
      'a (copy 2)',
      'a (copy 4)',
      'a (copy 5)',
      'a (copy 6)',
      'b (copy 8)',
      'b',
      'b (copy)',
      'c',
      'c (copy 2)',
      'new',
    ]);
  });
});
