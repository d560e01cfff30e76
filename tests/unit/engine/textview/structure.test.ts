// Selecting by structure and moving between brackets, in random documents of every dialect.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enclosing, otherBracket } from '../../../../src/engine/textview/structure.ts';
import { anyDialect, textIn } from '../support/dialect-documents.ts';
import { encode, jsonText, makeDocument } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

describe('enclosing', () => {
  it('[TXT-1] grows step by step, each part around the last, up to the whole text', () => {
    const anyText = anyDialect.chain((dialect) => textIn(dialect).map((text) => ({ dialect, text })));
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat({ max: 5 }), ({ dialect, text }, place, length) => {
        const document = makeDocument(text, undefined, dialect);
        fc.pre(document.isLive);
        const start = place % (document.size + 1);
        let range = { start, end: Math.min(document.size, start + length) };
        for (let step = 0; step < 200; step += 1) {
          const next = enclosing(document, range);
          if (next === null) break;
          expect(next.start).toBeLessThanOrEqual(range.start);
          expect(next.end).toBeGreaterThanOrEqual(range.end);
          expect(next.end - next.start).toBeGreaterThan(range.end - range.start);
          range = next;
        }
        expect(range).toEqual({ start: 0, end: document.size });
      }),
      { numRuns: runs(1000) },
    );
  });

  it('[TXT-1] goes from a word to the text between quotes, the value, the member and what is around', () => {
    const text = '{"some key": ["été and more", 2], "b": 1}';
    const document = makeDocument(text);
    const found: string[] = [];
    const start = encode(text.slice(0, text.indexOf('té'))).length;
    let range: { start: number; end: number } | null = { start, end: start };
    for (range = enclosing(document, range); range !== null; range = enclosing(document, range))
      found.push(new TextDecoder().decode(document.memory.text(range.start, range.end)));
    expect(found).toEqual([
      'été',
      'été and more',
      '"été and more"',
      '"été and more", 2',
      '["été and more", 2]',
      '"some key": ["été and more", 2]',
      '"some key": ["été and more", 2], "b": 1',
      text,
    ]);
  });
});

describe('the other bracket', () => {
  it('[TXT-1] of the other bracket is the first one', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const document = makeDocument(text);
        const { tape } = document;
        for (let entry = 0; entry < tape.count; entry += 1) {
          if (!tape.isOpening(entry)) continue;
          const [open, close] = [tape.start(entry), tape.start(tape.closing(entry))];
          expect(otherBracket(document, open)).toBe(close);
          expect(otherBracket(document, close)).toBe(open);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('[TXT-1] is the one that closes what is around, where the caret is at none', () => {
    const document = makeDocument('{"a": [1, 22, 3]}');
    expect(otherBracket(document, 11)).toBe(15);
    expect(otherBracket(document, 3)).toBe(16);
    expect(otherBracket(makeDocument('1'), 0)).toBeNull();
  });
});
