// The layout of a query's result in difficult cases.

import { describe, expect, it } from 'vitest';
import { CodedError } from '../../../../src/shared/errors.ts';
import { JsonDocument } from '../../../../src/engine/document/document.ts';
import { layOutResult } from '../../../../src/engine/query/result-layout.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { encode, engine, makeDocument, textOf } from '../support/documents.ts';

const LAYOUT = { style: 'format', indent: '  ', maxLineLength: 80 } as const;

describe('[TRF-2] a result', () => {
  it('is compact where its indentation would not fit', () => {
    const depth = 100_000;
    const text = '[ '.repeat(depth) + ']'.repeat(depth);
    expect(textOf(finish(layOutResult(makeDocument(text), LAYOUT)))).toBe(text.replaceAll(' ', ''));
    expect(textOf(finish(layOutResult(makeDocument('[ 1]'), LAYOUT)))).toBe('[\n  1\n]');
  });

  it('that is too large says how large it is, and one that is not valid that it is not', () => {
    const bytes = encode(`[${'1,'.repeat(5000)}1]`);
    const document = new JsonDocument(engine, bytes.length);
    const ensure = document.memory.ensure.bind(document.memory);
    const most = document.memory.tapeBase + 1000;
    document.memory.ensure = (end) => {
      if (end > most) throw new CodedError('too-large', 'no room');
      ensure(end);
    };
    document.append(bytes);
    document.complete();
    expect(() => finish(layOutResult(document, LAYOUT))).toThrow(/^What the query gave has 9\.8 KB, /);
    expect(() => finish(layOutResult(makeDocument('[1'), LAYOUT))).toThrow('not valid JSON');
  });
});
