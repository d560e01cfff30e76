// A search by an expression passes over lines without what each match contains, and finds what `matchAll` finds in the whole text.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchQuery } from '../../../../src/shared/protocol/search.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { findExpression } from '../../../../src/engine/search/find-expression.ts';
import { Hits } from '../../../../src/engine/search/hits.ts';
import { requiredLiteral } from '../../../../src/engine/search/literal.ts';
import { compileQuery } from '../../../../src/engine/search/pattern.ts';
import { runs, SEED } from '../../../runs.ts';
import { encode, makeDocument } from '../support/documents.ts';
import { naiveSearch, type NaiveHit } from './plain-search.ts';

const ATOMS = [
  'ab',
  'abc',
  'id',
  'key',
  'K',
  's',
  'e1',
  '"',
  ':',
  ', ',
  'é',
  '😀',
  '\\.',
  '\\{',
  '\\-',
  '\\/',
  '\\d',
  '\\w',
  '\\b',
  '[a-c]',
  '[\\]x]',
  '[(|]',
  '.',
  '^',
  '$',
  '(a|b)',
  '(?:ab|)',
  '(?=a)',
  '(?!b)',
  '(?<=a)',
  '(?<!b)',
  '\\u0061b',
  '\\x61',
  '(?<n>a)',
  '\\p{L}',
  '(?:[)]a)',
  '(?:\\)b)',
  '|',
  '\\u{61}',
  '\\cA',
  '\\t',
];
const QUANTIFIERS = ['', '', '', '', '', '+', '*', '?', '{2}', '{0,2}', '+?', '{1,}', '*?'];
const expression = fc
  .array(fc.tuple(fc.constantFrom(...ATOMS), fc.constantFrom(...QUANTIFIERS)), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.map(([atom, quantifier]) => atom + quantifier).join(''))
  .filter((source) => {
    try {
      return new RegExp(source, 'gu') instanceof RegExp;
    } catch {
      return false;
    }
  });
const text = fc
  .array(
    fc.constantFrom(
      'ab',
      'abc',
      'AB',
      'Abab',
      'id',
      'key',
      'KEY',
      '\u212aey',
      'ſ',
      's',
      'S',
      'e1',
      '"',
      ':',
      ', ',
      'é',
      'É',
      '😀',
      '.',
      '{',
      '\n',
      '\n',
      '\r\n',
      '\r',
      '-',
      '/',
      '1',
      'x',
      ']',
      ')',
      '(',
      '|',
      ' ',
      'a plain line of some length\n',
      '\ud83d',
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

function findIn(source: string, wanted: SearchQuery, lines: number, passed: number): NaiveHit[] {
  const pattern = compileQuery(wanted);
  if (pattern?.type !== 'expression') throw new RangeError('expected an expression');
  const hits = new Hits();
  const sizes = { lines, longestLine: 1e9, whole: 1e9, core: 1e9, reach: 1e9, passed };
  finish(findExpression(makeDocument(source), pattern, 0, Infinity, hits, sizes));
  return Array.from({ length: hits.count }, (_, index) => {
    const { range, node, part } = hits.at(index);
    return { start: range.start, end: range.end, node, part };
  });
}

describe('what each match contains', () => {
  it('leads to all matches', () => {
    fc.assert(
      fc.property(
        text,
        expression,
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        (source, pattern, matchCase, wholeWord, lines, passed) => {
          const wanted: SearchQuery = { pattern, regex: true, matchCase, wholeWord, scope: 'text' };
          expect(findIn(source, wanted, lines, passed)).toEqual(naiveSearch(encode(source), wanted));
        },
      ),
      { numRuns: runs(20_000), seed: SEED },
    );
  });

  it('is the longest run outside of groups', () => {
    const of = (source: string, matchCase = true): string | null => {
      const literal = requiredLiteral(source, matchCase);
      return literal === null ? null : String.fromCharCode(...literal.bytes);
    };
    expect(of('name: \\w+@example\\.org')).toBe('@example.org');
    expect(of('ab*cde+f')).toBe('cde');
    expect(of('(?:long literal)?xy')).toBe('xy');
    expect(of('ab|cd')).toBeNull();
    expect(of('Task', false)).toBe('ta');
    expect(of('[abc]+x?')).toBeNull();
  });

  it('is found on a line that is passed over in two slices', () => {
    const wanted: SearchQuery = { pattern: 'a.*cd', regex: true, matchCase: true, wholeWord: false, scope: 'text' };
    expect(findIn('xx\nxx a b cd\nxx', wanted, 60, 8)).toEqual([{ start: 6, end: 12, node: null, part: 'text' }]);
  });

  it('is found far behind, and where it is cut by a slice', () => {
    const row = (id: number): string => `  {"id": ${id}, "name": "plain text of a record"},\n`;
    const source = Array.from({ length: 20_000 }, (_, id) => (id % 4099 === 7 ? `  "rare-${id}",\n` : row(id))).join(
      '',
    );
    const wanted: SearchQuery = { pattern: 'rare-\\d+', regex: true, matchCase: true, wholeWord: false, scope: 'text' };
    expect(findIn(source, wanted, 1 << 19, 1 << 25)).toEqual(naiveSearch(encode(source), wanted));
  });
});
