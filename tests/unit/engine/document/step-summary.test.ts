// What the list of steps says of an edit, against the texts themselves.

import { describe, expect, it } from 'vitest';
import { asByte } from '../../../../src/shared/units.ts';
import { summaryOf } from '../../../../src/engine/document/step-summary.ts';
import { integersFrom } from '../../../random.ts';
import { encode, makeDocument } from '../support/documents.ts';

/** The summary of a replacement in a text. */
function summary(before: string, after: string) {
  const document = makeDocument(`[${before}]`);
  const end = asByte(1 + encode(before).length);
  const back = document.apply([{ start: asByte(1), end, insert: encode(after) }]);
  const said = summaryOf(document, back);
  return [said?.before, said?.after];
}

describe('the summary of a step', () => {
  it('[NEW-11] shows white space where nothing else has changed', () => {
    expect(summary('1, 2', '1,\n  2')).toEqual(['1,␣2', '1,↵␣␣2']);
    expect(summary('', '\n\t')).toEqual(['', '↵⇥']);
    expect(summary('"a "', '"a"')).toEqual(['"a "', '"a"']);
    expect(summary('1,  2', '3')).toEqual(['1, 2', '3']);
  });

  it('[NEW-11] shows of a long value the part that has changed', () => {
    const long = 'ä𝄞 x'.repeat(40);
    const [before = '', after = ''] = summary(`"${long}one"`, `"${long}two"`);
    expect(before).toMatch(/^….{3,16}xone"$/u);
    expect(after).toBe(before.replace('one', 'two'));
    const integers = integersFrom(58);
    for (let run = 0; run < 300; run += 1) {
      const word = (): string => 'ab ä𝄞\n'.repeat(integers(70)).slice(0, integers(400));
      const [start, one, other, rest] = [word(), word(), word(), word()];
      const said = summary(`${start}${one}${rest}`, `${start}${other}${rest}`);
      expect(said[0] === said[1], `${start}|${one}|${other}|${rest}`).toBe(`${one}${rest}` === `${other}${rest}`);
      expect(said.every((text) => text?.isWellFormed() === true && text.length <= 60)).toBe(true);
    }
  });
});
