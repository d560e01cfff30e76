// The result of comparing two documents.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText, makeDocument } from '../support/documents.ts';
import { checkComparison, closeText, compareTexts, linesOf, respell } from './model.ts';
import { runs } from '../../../runs.ts';

describe('[CMP-2] compare', () => {
  it('says all that differs and nothing else', () => {
    fc.assert(
      fc.property(closeText, closeText, (left, right) => checkComparison(compareTexts(left, right))),
      { numRuns: runs(400) },
    );
  });

  it('finds nothing in what is only spelt otherwise', () => {
    fc.assert(
      fc.property(jsonText, fc.infiniteStream(fc.nat()), (text, stream) => {
        const { places } = makeDocument(text);
        const pick = (): number => Number(stream.next().value);
        expect(linesOf(compareTexts(text, respell(places, 0, pick)))).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });

  it('counts the same from either side', () => {
    fc.assert(
      fc.property(closeText, closeText, (left, right) => {
        expect(compareTexts(right, left).count).toBe(compareTexts(left, right).count);
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['one insertion at the front of an array', '[1,2,3]', '[0,1,2,3]', ['+ /0 0']],
    [
      'a changed field of a record',
      '[{"id":1,"n":"a"},{"id":2,"n":"b"}]',
      '[{"id":1,"n":"a"},{"id":2,"n":"c"}]',
      ['~ /1/n "b" → "c"'],
    ],
    ['a move', '[[1],[2],[3],[4]]', '[[4],[1],[2],[3]]', ['> /0 [4]', '< /3 [4]']],
    ['changes at both ends of an item', '[0,[1,2,3,4]]', '[0,[9,1,2,3,4,8]]', ['+ /1/0 9', '+ /1/5 8']],
    ['a changed item', '[1,2,3]', '[1,9,3]', ['~ /1 2 → 9']],
    ['duplicates by occurrence', '{"a":1,"a":2}', '{"a":1,"a":3}', ['~ /a 2 → 3']],
    ['duplicates in another order', '{"a":1,"a":2}', '{"a":2,"a":1}', ['~ /a 1 → 2', '~ /a 2 → 1']],
    ['another root', '[1]', '{"a":1}', ['~  [1] → {"a":1}']],
    ['a prototype', '{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}', ['~ /__proto__/a 1 → 2']],
  ])('%s', (_, left, right, lines) => {
    const comparison = compareTexts(left, right);
    checkComparison(comparison);
    expect(linesOf(comparison)).toEqual(lines);
  });
});
