// Search and replace, compared with a simple implementation. fast-check prints the seed and the smallest input.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { findExpression } from '../../../../src/engine/search/find-expression.ts';
import { findNodes } from '../../../../src/engine/search/find-nodes.ts';
import { findText } from '../../../../src/engine/search/find-text.ts';
import { Hits } from '../../../../src/engine/search/hits.ts';
import type { Hit, SearchQuery } from '../../../../src/shared/protocol/search.ts';
import { caseVariants, compileQuery, staysInLine } from '../../../../src/engine/search/pattern.ts';
import { replaceAll, replaceHit } from '../../../../src/engine/search/replace.ts';
import { searchDocument } from '../../../../src/engine/search/search.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { contentOf, findAll, inScope, naiveReplace, naiveSearch, tokensOf, type NaiveHit } from './plain-search.ts';
import { encode, jsonText, makeDocument, nearlyJson, spliceBytes } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const PLAIN: SearchQuery = { pattern: '', regex: false, matchCase: true, wholeWord: false, scope: 'text' };

/** Texts in which a few letters recur, spelt in every way. */
const letter = fc.constantFrom(
  'a',
  'a',
  'b',
  'A',
  'k',
  'K',
  's',
  'ſ',
  'é',
  'É',
  'ß',
  'ẞ',
  'ω',
  'Ω',
  '日',
  '🚀',
  ' ',
  '-',
  '_',
  '1',
  '0',
  '\\n',
  '\\"',
  '\\\\',
  '\\u0061',
  '\\u00e9',
  '\\u00E9',
  '\\ud83d\\ude80',
  '\\ud83d',
  '\\ude80',
  '\\/',
  '\\u212a',
);
const word = fc.array(letter, { maxLength: 8 }).map((letters) => `"${letters.join('')}"`);
const space = fc.constantFrom('', '', ' ', '\n', '\r\n', '\r', '\n  ');
const scalar = fc.oneof(word, word, fc.constantFrom('1', '10', '-1.5e10', 'true', 'false', 'null', '101'));
const dense: fc.Arbitrary<string> = fc
  .letrec<{ value: string; list: string; object: string }>((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, scalar, scalar, tie('list'), tie('object')),
    list: fc
      .array(fc.tuple(space, tie('value'), space), { maxLength: 6 })
      .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
    object: fc
      .array(fc.tuple(space, word, space, space, tie('value'), space), { maxLength: 6 })
      .map((items) => `{${items.map(([a, key, b, c, value, d]) => `${a}${key}${b}:${c}${value}${d}`).join(',')}}`),
  }))
  .value.chain((value) => fc.tuple(space, space).map(([a, b]) => a + value + b));
const text = fc.oneof(dense, dense, jsonText);

const plainPattern = fc
  .oneof(
    fc.array(fc.constantFrom(...'aabAkKsſéÉßẞωΩΩ日🚀 -_10"\\n\n/ue:,[{', '\ud83d', 'İ', 'ı', '\uFFFD'), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.array(fc.constantFrom('a', 'A', 'b', 'k', 's', 'é', ' '), { minLength: 1, maxLength: 2 }),
  )
  .map((letters) => letters.join(''));
const expression = fc.constantFrom(
  'a',
  'a+',
  'a*',
  '^',
  '$',
  '^a',
  'a$',
  '.',
  '.*',
  String.raw`\b`,
  String.raw`\w+`,
  String.raw`\s`,
  '[^a]',
  '[^a]+',
  'a|b',
  '(a)(b)?',
  '(?<x>[ak])(?<y>.)',
  String.raw`(.)\1`,
  '(?<=a)b',
  '(?<!a).',
  'a(?!b)',
  '🚀?',
  'é|k',
  String.raw`\p{L}+`,
  String.raw`\d{2,}`,
  String.raw`"\s*:`,
  String.raw`[^]*`,
  String.raw`a[^]*?b`,
  '[a-k]{2}',
  '()',
  String.raw`\n`,
  String.raw`\r?\n`,
  String.raw`[\t ]a`,
  String.raw`\ud83d`,
  'e|E',
  '\uFFFD',
  '(?:a|b|-)+?1?',
);
const scopes = fc.constantFrom<SearchQuery['scope']>('text', 'keys', 'values', 'all');
const query: fc.Arbitrary<SearchQuery> = fc
  .tuple(fc.boolean(), fc.constantFrom(true, false, false, false), scopes, fc.constantFrom(true, false, false))
  .chain(([matchCase, wholeWord, scope, regex]) =>
    (regex ? expression : plainPattern).map((pattern) => ({ pattern, regex, matchCase, wholeWord, scope })),
  );

function listOf(hits: Hits): NaiveHit[] {
  return Array.from({ length: hits.count }, (_, index) => plain(hits.at(index)));
}

function plain({ range, node, part }: Hit): NaiveHit {
  return { start: range.start, end: range.end, node, part };
}

function search(document: JsonDocument, wanted: SearchQuery): NaiveHit[] {
  const hits = new Hits();
  finish(searchDocument(document, wanted, hits));
  return listOf(hits);
}

describe('search', () => {
  it('finds what a naive search finds, in the text, in keys and in values', () => {
    fc.assert(
      fc.property(text, query, (source, wanted) => {
        expect(search(makeDocument(source), wanted)).toEqual(naiveSearch(encode(source), wanted));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('finds the same in texts that are not JSON, and not UTF-8', () => {
    fc.assert(
      fc.property(nearlyJson, query, (bytes, wanted) => {
        const raw: SearchQuery = { ...wanted, scope: 'text' };
        expect(search(makeDocument(bytes), raw)).toEqual(naiveSearch(bytes, raw));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('finds nothing inside of a character', () => {
    const wanted = { ...PLAIN, pattern: 'a*', regex: true, wholeWord: true };
    const source = '["0\u{16e40}", "\\u0030\\ud81b\\ude40"]';
    for (const scope of ['text', 'values'] as const) {
      expect(search(makeDocument(source), { ...wanted, scope })).toEqual(
        naiveSearch(encode(source), { ...wanted, scope }),
      );
    }
    const values = search(makeDocument(source), { ...wanted, scope: 'values' });
    expect(values.map(({ start }) => start)).toEqual([2, 7, 11, 29]);
  });

  it('finds the same in slices and chunks of any size', () => {
    fc.assert(
      fc.property(text, query, fc.integer({ min: 1, max: 40 }), (source, wanted, bytes) => {
        const document = makeDocument(source);
        const pattern = compileQuery(wanted);
        if (pattern === null) throw new RangeError('an empty pattern');
        const hits = new Hits();
        const { scope } = wanted;
        if (pattern.type === 'needle') finish(findText(document, pattern, scope, 0, Infinity, hits, bytes));
        else if (scope !== 'text') finish(findNodes(document, pattern, scope, 0, Infinity, hits, bytes));
        else {
          const sizes = { lines: bytes, longestLine: 1e9, whole: 0, core: bytes + 4, reach: 2000, passed: bytes };
          finish(findExpression(document, pattern, 0, Infinity, hits, sizes));
        }
        expect(listOf(hits)).toEqual(naiveSearch(encode(source), wanted));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('counts all and keeps as many as it may', () => {
    const document = makeDocument(`["${'a'.repeat(100_000)}"]`);
    for (const regex of [true, false]) {
      const hits = new Hits(40_000);
      finish(searchDocument(document, { ...PLAIN, pattern: 'a', regex, scope: 'values' }, hits));
      expect([hits.count, hits.storedCount, hits.complete]).toEqual([100_000, 40_000, false]);
      expect(hits.start(39_999)).toBe(40_001);
      expect([...hits.read(32_767, 2)]).toEqual([32_769, 32_770, 1, 32_770, 32_771, 1]);
      expect(hits.indexFrom(500)).toBe(498);
      expect(() => hits.at(40_000)).toThrow(RangeError);
    }
  });

  it('says why it can not search', () => {
    const invalid = makeDocument('{"a":');
    expect(() => search(invalid, { ...PLAIN, pattern: 'a', scope: 'keys' })).toThrow(
      expect.objectContaining({ code: 'invalid-document' }),
    );
    expect(() => search(invalid, { ...PLAIN, pattern: 'a)(b', regex: true, wholeWord: true })).toThrow(
      expect.objectContaining({ code: 'refused' }),
    );
    expect(search(invalid, { ...PLAIN, pattern: '' })).toEqual([]);
  });
});

describe('case', () => {
  it('knows for every character the same ones as the flags iu', () => {
    let all = '';
    for (let code = 0x80; code < 0x20000; code += 1) {
      const char = code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code);
      if (/[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/u.test(char)) all += char;
    }
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCodePoint(code)).join('');
    for (const [code = 0, ...others] of caseVariants(ascii)) {
      const escaped = String.raw`\u{${code.toString(16)}}`;
      expect(others.toSorted((a, b) => a - b)).toEqual(
        [...(ascii + all).matchAll(new RegExp(escaped, 'giu'))]
          .map(([char]) => char.codePointAt(0) ?? 0)
          .filter((other) => other !== code)
          .toSorted((a, b) => a - b),
      );
    }
    expect(caseVariants('Σ')).toEqual([[0x3a3, 0x3c2, 0x3c3]]);
    expect(caseVariants('ß')).toEqual([[0xdf, 0x1e9e]]);
  });
});

describe('lines', () => {
  it.each(['a.b', String.raw`\w+\d`, '[a-z]+', '(?<x>a)\\k<x>', String.raw`\p{Lu}`, '^a$', '(?<!a)b', String.raw`\t`])(
    '%s stays in a line',
    (source) => expect(staysInLine(source)).toBe(true),
  );
  it.each(['[^a]', String.raw`\s`, String.raw`\W`, String.raw`\n`, '\n', String.raw`[\t-z]`, String.raw`\x0a`])(
    '%s may not',
    (source) => expect(staysInLine(source)).toBe(false),
  );
});

describe('replace', () => {
  const replacement = fc.constantFrom(
    '',
    'x',
    'aa',
    '"',
    '\\',
    '\n',
    '🚀',
    '1',
    'true',
    '[1]',
    '$&$&',
    '<$1|$2>',
    '$<x>-$<y>',
    '$$',
    '$0$10$9',
    '$',
    '$<x',
    '$01',
    'a\\nb\\t\\\\n\\x$1\\',
    '$00',
    '\ud83d',
    '.5',
    '-',
  );

  it('all is what a naive replace makes', () => {
    fc.assert(
      fc.property(text, query, replacement, (source, wanted, insert) => {
        const document = makeDocument(source);
        const { splices, count } = finish(replaceAll(document, wanted, insert));
        expect(spliceBytes(encode(source), splices)).toEqual(naiveReplace(encode(source), wanted, insert));
        expect(count).toBe(naiveSearch(encode(source), wanted).length);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('in keys and values leaves valid JSON, whose strings are the replaced strings', () => {
    fc.assert(
      fc.property(text, query, replacement, (source, wanted, insert) => {
        fc.pre(wanted.scope !== 'text');
        const { splices } = finish(replaceAll(makeDocument(source), wanted, insert));
        const made = new TextDecoder().decode(spliceBytes(encode(source), splices));
        JSON.parse(made);
        const after = tokensOf(made);
        for (const [index, token] of tokensOf(source).entries()) {
          const { content } = contentOf(source, token);
          const now = after[index];
          if (now === undefined) throw new RangeError('a token is gone');
          const hits = inScope(token, wanted.scope) ? findAll(content, wanted) : [];
          if (hits.length === 0) expect(made.slice(now.start, now.end)).toBe(source.slice(token.start, token.end));
          if (token.isString) expect(now.isString).toBe(true);
          if (hits.length > 0 && !wanted.regex) {
            const cuts = hits.map((hit, at) => content.slice(hits[at - 1]?.end ?? 0, hit.start));
            const expected = [...cuts, content.slice(hits.at(-1)?.end)].join(insert);
            expect(contentOf(made, now).content).toBe(expected);
          }
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('one by one is all at once, where no two hits share a number', () => {
    fc.assert(
      fc.property(text, query, replacement, (source, wanted, insert) => {
        const document = makeDocument(source);
        const hits = new Hits();
        finish(searchDocument(document, wanted, hits));
        const all = Array.from({ length: hits.count }, (_, index) => hits.at(index));
        const isNumber = (hit: Hit): boolean =>
          hit.part === 'value' && document.places.kind(hit.node ?? 0) !== 'string';
        fc.pre(!all.some((hit, index) => isNumber(hit) && all[index + 1]?.node === hit.node));
        fc.pre(all.length <= 60);
        const single = all.flatMap((hit) => finish(replaceHit(document, wanted, insert, hit)).splices);
        expect(single).toEqual(finish(replaceAll(document, wanted, insert)).splices);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('keeps a number a number where it can, and else makes it a string', () => {
    const change = (source: string, pattern: string, insert: string, dialect: Dialect = 'json'): string => {
      const wanted: SearchQuery = { ...PLAIN, pattern, scope: 'values' };
      const { splices } = finish(replaceAll(makeDocument(source, 1 << 20, dialect), wanted, insert));
      return new TextDecoder().decode(spliceBytes(encode(source), splices));
    };
    expect(change('[10, 101]', '1', '2')).toBe('[20, 202]');
    expect(change('[10, 101]', '1', '')).toBe('[0, 0]');
    expect(change('[10, 101]', '0', '')).toBe('[1, 11]');
    expect(change('[10, 101]', '1', 'x')).toBe('["x0", "x0x"]');
    expect(change('[10]', '10', '[1]')).toBe('["[1]"]');
    expect(change('[true]', 'true', 'false')).toBe('[false]');
    expect(change('["true"]', 'true', '1')).toBe('["1"]');
    expect(change('["a\\u0022b"]', '"', '\n')).toBe('["a\\nb"]');
    // JSON5 has hexadecimal numbers and Infinity, but no number with zeros before it.
    expect(change('[10, Infinity]', '1', '0', 'json5')).toBe('["00", Infinity]');
    expect(change('[10, 5]', '10', '.5', 'json5')).toBe('[.5, 5]');
    expect(change('[10, 5]', '10', '0xF', 'json5')).toBe('[0xF, 5]');
    expect(change('[0.5]', '0.', '00.', 'json5')).toBe('["00.5"]');
  });

  it('makes few splices of many hits, and the same text', () => {
    const source = `[${Array.from({ length: 50_000 }, (_, index) => `"item ${index}"`).join(',\n')}]`;
    const document = makeDocument(source);
    const { splices, count } = finish(
      replaceAll(document, { ...PLAIN, pattern: 'item', scope: 'values' }, 'thing with a longer name'),
    );
    expect(count).toBe(50_000);
    expect(splices.length).toBeLessThan(1010);
    document.apply(splices);
    finish(document.settle());
    document.check();
    expect(new TextDecoder().decode(document.memory.text())).toBe(
      source.replaceAll('item', 'thing with a longer name'),
    );
  });
});
