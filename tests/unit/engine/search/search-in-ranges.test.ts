// Search and replace in parts of a text, and replacing with preserved case, compared with a simple implementation. fast-check
// prints the seed and the smallest input.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseLike } from '../../../../src/shared/bytes/casing.ts';
import type { SearchQuery } from '../../../../src/shared/protocol/search.ts';
import { asByte, type ByteRange } from '../../../../src/shared/units.ts';
import { MarkTracker } from '../../../../src/shared/document/changes.ts';
import { Hits } from '../../../../src/engine/search/hits.ts';
import { replaceAll, replaceHit } from '../../../../src/engine/search/replace.ts';
import { searchDocument } from '../../../../src/engine/search/search.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { findAll } from './plain-search.ts';
import { encode, jsonText, makeDocument, spliceBytes } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const letters = fc.array(fc.constantFrom('a', 'b', 'A', 'é', '🚀', ' ', '-', '_', '1', '\n', '\r\n', '"', ','), {
  maxLength: 60,
});
const text = fc.oneof(
  letters.map((list) => list.join('')),
  jsonText,
);
const pattern = fc.oneof(
  fc.constantFrom('a', 'aa', 'ab', 'A', 'é', '🚀', '\n', '"', ' ', '-1'),
  fc.constantFrom('a', 'b').map((char) => char.repeat(2)),
);
const expression = fc.constantFrom(
  'a+',
  'a*',
  '^',
  '$',
  '^.',
  '.$',
  '.*',
  String.raw`\b\w`,
  '(?<=a)b',
  'a(?!b)',
  '[^]',
);
const query: fc.Arbitrary<SearchQuery> = fc
  .tuple(fc.boolean(), fc.constantFrom(true, false, false), fc.boolean())
  .chain(([matchCase, wholeWord, regex]) =>
    (regex ? expression : pattern).map((source) => ({
      pattern: source,
      regex,
      matchCase,
      wholeWord,
      scope: 'text' as const,
    })),
  );
/** Shares of a text, each two neighbours of which delimit a range. */
const cuts = fc.uniqueArray(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 });

/** Disjoint ranges of a text in UTF-16 units, at the boundaries of characters: as for a selection, CR and LF together are one. */
function rangesOf(source: string, shares: readonly number[]): (readonly [start: number, end: number])[] {
  const starts = [0];
  for (const [char] of source.matchAll(/\r\n|./gsu)) starts.push((starts.at(-1) ?? 0) + char.length);
  const places = shares.map((share) => starts[Math.floor(share * (starts.length - 1))] ?? 0).toSorted((a, b) => a - b);
  const ranges: (readonly [number, number])[] = [];
  for (let at = 0; at + 1 < places.length; at += 2) {
    const [start = 0, end = 0] = places.slice(at, at + 2);
    if (ranges.length === 0 || start > (ranges.at(-1)?.[1] ?? 0)) ranges.push([start, end]);
  }
  return ranges;
}

function toBytes(source: string, units: number): number {
  return encode(source.slice(0, units)).length;
}

function withinOf(source: string, ranges: readonly (readonly [number, number])[]): ByteRange[] {
  return ranges.map(([start, end]) => ({ start: asByte(toBytes(source, start)), end: asByte(toBytes(source, end)) }));
}

/** Searches each range from its own start. The text around a range is visible to lookaround and word boundaries. */
function naiveWithin(source: string, wanted: SearchQuery, ranges: readonly (readonly [number, number])[]) {
  return ranges.flatMap(([start, end]) => {
    if (wanted.regex) {
      const word = String.raw`[\p{L}\p{M}\p{N}\p{Pc}]`;
      const edge = `(?:(?<!${word})|(?!${word}))`;
      const regex = new RegExp(
        wanted.wholeWord ? `${edge}(?:${wanted.pattern})${edge}` : wanted.pattern,
        `gum${wanted.matchCase ? '' : 'i'}`,
      );
      regex.lastIndex = start;
      const found: { start: number; end: number }[] = [];
      for (let match = regex.exec(source); match !== null; match = regex.exec(source)) {
        const isInside = (source.codePointAt(match.index - 1) ?? 0) > 0xffff;
        if (match[0] === '') regex.lastIndex += (source.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1;
        // No line begins or ends between CR and LF.
        const isInEnd = match[0] === '' && source.slice(match.index - 1, match.index + 1) === '\r\n';
        if (!isInside && !isInEnd && match.index + match[0].length <= end) {
          found.push({ start: match.index, end: match.index + match[0].length });
        }
      }
      return found.filter((hit) => hit.start >= start);
    }
    // A plain-text search looks at most at the adjacent characters.
    const before = Array.from(source.slice(0, start)).at(-1) ?? '';
    const all = findAll(source.slice(start), { ...wanted, wholeWord: false });
    const isWord = (char: string | undefined): boolean => char !== undefined && /^[\p{L}\p{M}\p{N}\p{Pc}]$/u.test(char);
    if (!wanted.wholeWord) {
      return all.map((hit) => ({ start: hit.start + start, end: hit.end + start })).filter((hit) => hit.end <= end);
    }
    // A hit that is rejected as not a whole word does not consume text of the next one.
    const lead = isWord(before) ? 'x' : '';
    return findAll(lead + source.slice(start), wanted)
      .map((hit) => ({ start: hit.start + start - lead.length, end: hit.end + start - lead.length }))
      .filter((hit) => hit.start >= start && hit.end <= end);
  });
}

describe('[TXT-1] a search in ranges', () => {
  it('finds what a naive search of each finds', () => {
    fc.assert(
      fc.property(text, query, cuts, (source, wanted, shares) => {
        const ranges = rangesOf(source, shares);
        const within = withinOf(source, ranges);
        const hits = new Hits();
        const document = makeDocument(source);
        finish(searchDocument(document, { ...wanted, within }, hits));
        const found = Array.from({ length: hits.count }, (_, index) => [hits.start(index), hits.end(index)]);
        const naive = naiveWithin(source, wanted, ranges);
        expect(found).toEqual(naive.map(({ start, end }) => [toBytes(source, start), toBytes(source, end)]));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('replaces these hits one by one as all at once', () => {
    fc.assert(
      fc.property(text, query, cuts, (source, wanted, shares) => {
        const within = withinOf(source, rangesOf(source, shares));
        const inRanges = { ...wanted, within };
        const document = makeDocument(source);
        const hits = new Hits();
        finish(searchDocument(document, inRanges, hits));
        const all = Array.from({ length: hits.count }, (_, index) => hits.at(index));
        const single = all.flatMap((hit) => finish(replaceHit(document, inRanges, '<$&>', hit)).splices);
        expect(single).toEqual(finish(replaceAll(document, inRanges, '<$&>')).splices);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('takes ranges past the end of the text for what there is', () => {
    const hits = new Hits();
    const within = [
      { start: asByte(2), end: asByte(99) },
      { start: asByte(100), end: asByte(120) },
    ];
    const wanted: SearchQuery = {
      pattern: 'a',
      regex: false,
      matchCase: true,
      wholeWord: false,
      scope: 'text',
      within,
    };
    finish(searchDocument(makeDocument('aaaa'), wanted, hits));
    expect(hits.count).toBe(2);
  });
});

describe('[TXT-1] replacing', () => {
  it('takes offsets along to where their text is then', () => {
    fc.assert(
      fc.property(text, query, fc.string({ maxLength: 3 }), fc.nat(80), (source, wanted, insert, at) => {
        const document = makeDocument(source);
        const offset = Math.min(at, document.size);
        const marks = [offset, 0, document.size].map((place) => ({ offset: place, side: 'before' as const }));
        const following = new MarkTracker(marks, 'to-end');
        const { splices } = finish(replaceAll(document, wanted, insert, following));
        const after = spliceBytes(encode(source), splices);
        const [followed = 0, start, end] = following.finish();
        expect(start).toBe(0);
        const touched = splices.find((one) => one.start <= offset && offset <= one.end);
        if (touched === undefined) {
          expect(decoder.decode(after.slice(followed))).toBe(
            decoder.decode(spliceBytes(encode(source).slice(offset), later(splices, offset))),
          );
        }
        expect(end).toBeLessThanOrEqual(after.length);
      }),
      { numRuns: runs(1000) },
    );
  });

  it.each([
    ['total', 'count', 'count'],
    ['total', 'Count', 'count'],
    ['TOTAL', 'count', 'COUNT'],
    ['Total', 'count', 'Count'],
    ['Total', 'COUNT', 'COUNT'],
    ['tOTAL', 'Count', 'count'],
    ['T', 'count', 'Count'],
    ['Élan', 'été', 'Été'],
    ['ÉLAN', 'été', 'ÉTÉ'],
    ['12', 'Count', 'Count'],
    ['日本', 'Count', 'Count'],
    ['Foo-Bar', 'one-two', 'One-Two'],
    ['FOO_bar', 'one_two', 'ONE_two'],
    ['Foo-Bar', 'one', 'One'],
    ['Total', '', ''],
  ])('gives the capitals of %s to %s: %s', (hit, insert, made) => {
    expect(caseLike(insert, hit)).toBe(made);
  });

  it('keeps the capitals of hits in the text, of an expression, and in strings with escapes', () => {
    const replace = (source: string, wanted: Partial<SearchQuery>, insert: string): string => {
      const whole = { pattern: 'total', regex: false, matchCase: false, wholeWord: false, scope: 'text' as const };
      const { splices } = finish(
        replaceAll(makeDocument(source), { ...whole, ...wanted }, { text: insert, preserveCase: true }),
      );
      return decoder.decode(spliceBytes(encode(source), splices));
    };
    expect(replace('["Total", "TOTAL", "total"]', {}, 'sum')).toBe('["Sum", "SUM", "sum"]');
    expect(replace('["Total 1", "TOTAL 2"]', { regex: true, pattern: '(total) \\d' }, 'my $1')).toBe(
      '["My Total", "MY TOTAL"]',
    );
    expect(replace('["\\u0054OTAL", "Tot\\u0061l"]', { scope: 'values' }, 'sum')).toBe('["SUM", "Sum"]');
  });
});

function later(splices: readonly { start: number; end: number; insert: Uint8Array }[], offset: number) {
  return splices
    .filter(({ start }) => start >= offset)
    .map(({ start, end, insert }) => ({ start: asByte(start - offset), end: asByte(end - offset), insert }));
}
