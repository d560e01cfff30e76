// Descriptions of the key or value at a byte.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from '../../../../src/shared/bytes/utf8.ts';
import { describeAt } from '../../../../src/engine/suggest/describe.ts';
import { anyDialect, textIn } from '../support/dialect-documents.ts';
import { encode, makeDocument } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

/** The description of what follows the mark `▮`. */
function describeMark(text: string) {
  const [before = '', behind = ''] = text.split('▮');
  return describeAt(makeDocument(before + behind), encode(before).length);
}

describe('describeAt', () => {
  it('[TXT-1] says what a key belongs to, and how much a container holds', () => {
    expect(describeMark('{"a": {▮"b": "été"}}')).toMatchObject({ path: ['a', 'b'], kind: 'string', characters: 3 });
    expect(describeMark('{"a": ▮[1, 2, 3]}')).toMatchObject({ path: ['a'], kind: 'array', count: 3 });
    expect(describeMark('{"a": [1, 2, 3▮]}')).toMatchObject({ path: ['a'], kind: 'array', count: 3 });
    expect(describeMark('{"a"▮: [1, 2]}')).toBeNull();
    expect(describeMark('{"a": ▮[1, 2}')).toBeNull();
  });

  it('[TXT-1] answers for every byte of a token the same, and for none between', () => {
    const anyText = anyDialect.chain((dialect) => textIn(dialect).map((text) => ({ dialect, text })));
    fc.assert(
      fc.property(anyText, fc.nat(), ({ dialect, text }, place) => {
        const document = makeDocument(text, undefined, dialect);
        fc.pre(document.isLive && document.size > 0);
        const offset = place % document.size;
        const found = describeAt(document, offset);
        if (found === null) {
          const [byte] = decodeUtf8(document.memory.text(offset, offset + 1));
          if (dialect === 'json') expect(byte).not.toMatch(/^[{}[\]0-9]$/);
          return;
        }
        const { range, path } = found;
        expect(offset).toBeGreaterThanOrEqual(range.start);
        expect(offset).toBeLessThan(range.end);
        expect(describeAt(document, range.start)).toEqual(found);
        expect(describeAt(document, range.end - 1)).toEqual(found);
        expect(path).toHaveLength(document.places.steps(document.places.atOffset(offset)).length);
      }),
      { numRuns: runs(1000), verbose: 0 },
    );
  });
});
