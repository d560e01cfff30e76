// The places of hits in the tree, compared with locating each hit separately. fast-check prints the seed and the smallest
// input.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpackRanges, type RowRange } from '../../../../src/shared/protocol/rows.ts';
import { HIT_WORDS, unpackHits, type SearchQuery } from '../../../../src/shared/protocol/search.ts';
import { decodeUtf8 } from '../../../../src/shared/bytes/utf8.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import {
  containersOf,
  describeHit,
  rangesOfRows,
  rowsOfNodes,
  startOfRow,
} from '../../../../src/engine/treeview/hit-places.ts';
import type { Sink } from '../../../../src/engine/search/hits.ts';
import { searchDocument } from '../../../../src/engine/search/search.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { anyDialect, textIn } from '../support/dialect-documents.ts';
import { makeDocument } from '../support/documents.ts';

const QUERY: SearchQuery = { pattern: '.', regex: true, matchCase: true, wholeWord: false, scope: 'all' };
const pattern = fc.constantFrom('.', '^', '$', '.+', '[^]*');
const source = anyDialect.chain((dialect) => textIn(dialect).map((text) => ({ dialect, text })));
/** Entries to expand and to collapse in turn, as shares of all entries. */
const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { maxLength: 12 });

function searched(document: JsonDocument, query: SearchQuery): Uint32Array {
  const words: number[] = [];
  const sink: Sink = {
    done: false,
    take: (some) => words.push(...some),
    takeMatch: (...some) => words.push(...some.slice(0, HIT_WORDS).map(Number)),
  };
  finish(searchDocument(document, query, sink));
  return Uint32Array.from(words);
}

function change({ rows, tape }: JsonDocument, parts: readonly number[]): void {
  for (const [at, share] of parts.entries()) {
    const entry = Math.floor(share * tape.count);
    if (!tape.isOpening(entry)) continue;
    if (at % 3 === 2) rows.collapse(entry);
    else rows.expandSubtree(entry);
  }
}

/** The visible rows of a node and its ancestors, outermost first. */
function rowsAround({ places, rows }: JsonDocument, node: number): number[] {
  return [...places.steps(node).map(({ container }) => container), node]
    .filter((entry) => rows.isVisible(entry))
    .map((entry) => rows.rowOf(entry));
}

describe('hits in the tree', () => {
  it('[TRE-5] are selected as the rows that show them, and counted where none does', () => {
    fc.assert(
      fc.property(source, shares, fc.nat(), ({ dialect, text }, parts, picks) => {
        const document = makeDocument(text, 1 << 20, dialect);
        fc.pre(document.isLive);
        change(document, parts);
        const { rows, tape } = document;
        const nodes = Array.from({ length: tape.count }, (_, node) => node).filter(
          (node) => !tape.isClosing(node) && (picks >>> (node % 24)) % 3 > 0,
        );
        const shown = nodes.filter((node) => rows.isVisible(node)).map((node) => rows.rowOf(node));
        const found = finish(rowsOfNodes(rows, Uint32Array.from(nodes)));
        const ranges = unpackRanges(found.ranges);
        const named = ranges.flatMap(({ first, last }) =>
          Array.from({ length: last - first + 1 }, (_, at) => first + at),
        );
        expect(named).toEqual(shown);
        expect(found).toMatchObject({
          selected: shown.length,
          shown: shown.length,
          hidden: nodes.length - shown.length,
        });
      }),
    );
  });

  it('[TRE-5] belong to the last row that begins before them, and to the node at their first byte', () => {
    fc.assert(
      fc.property(source, pattern, shares, ({ dialect, text }, expression, parts) => {
        const document = makeDocument(text, 1 << 20, dialect);
        fc.pre(document.isLive);
        change(document, parts);
        const { places, rows } = document;
        const starts = Array.from({ length: rows.count }, (_, row) => startOfRow(places, rows, row));
        for (const { range, node } of unpackHits(searched(document, { ...QUERY, pattern: expression }))) {
          expect(starts.findLastIndex((start) => start <= range.start)).toBe(rowsAround(document, node ?? 0).at(-1));
          expect(places.atCaret(range.start)).toBe(node);
        }
        expect(startOfRow(places, rows, rows.count)).toBe(document.size);
      }),
    );
  });

  it('[TRE-5] are grouped by what they are directly in', () => {
    fc.assert(
      fc.property(source, fc.double({ min: 0, max: 1, noNaN: true }), ({ dialect, text }, from) => {
        const document = makeDocument(text, 1 << 20, dialect);
        fc.pre(document.isLive);
        const all = unpackHits(searched(document, QUERY)).map(({ node }) => node ?? 0);
        const nodes = all.slice(Math.floor(from * all.length));
        expect([...containersOf(document.places, Uint32Array.from(nodes))]).toEqual(
          nodes.map((node) => Math.max(0, document.places.parent(node))),
        );
      }),
    );
  });

  it('[TRE-5] are grouped in wide and deep documents', () => {
    const wide = `[${Array.from({ length: 300 }, (_, at) => (at % 40 === 7 ? `{"a":[${at}],"b":{"c":${at}}}` : at)).join(',')}]`;
    const document = makeDocument(`{"deep":${'['.repeat(2000)}1${']'.repeat(2000)},"wide":${wide},"last":2}`);
    const some = unpackHits(searched(document, { ...QUERY, pattern: '^[27]|^1$|last' })).map(({ node }) => node ?? 0);
    expect(some.length).toBeGreaterThan(20);
    expect([...containersOf(document.places, Uint32Array.from(some))]).toEqual(
      some.map((node) => document.places.parent(node)),
    );
  });

  it('[TRE-5] are searched for in selected rows, their keys and all that is in them', () => {
    const two = fc.array(fc.tuple(fc.nat(), fc.nat(5)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(source, shares, two, ({ dialect, text }, parts, wanted) => {
        const document = makeDocument(text, 1 << 20, dialect);
        fc.pre(document.isLive);
        change(document, parts);
        const { count } = document.rows;
        const ranges: RowRange[] = [];
        let next = 0;
        for (const [skip, length] of wanted) {
          const first = next + (skip % 3);
          if (first >= count) break;
          const last = Math.min(count - 1, first + length);
          ranges.push({ first, last });
          next = last + 2;
        }
        const bytes = rangesOfRows(document.places, document.rows, ranges);
        for (const [at, { start }] of bytes.entries()) expect(start).toBeGreaterThan(bytes[at - 1]?.end ?? -1);
        for (const { range, node } of unpackHits(searched(document, QUERY))) {
          const isSelected = rowsAround(document, node ?? 0).some((row) =>
            ranges.some(({ first, last }) => first <= row && row <= last),
          );
          expect(bytes.some(({ start, end }) => start <= range.start && range.end <= end)).toBe(isSelected);
        }
      }),
    );
  });

  it('[TRE-5] are listed with what is around them, as it is spelt', () => {
    fc.assert(
      fc.property(source, ({ dialect, text }) => {
        const document = makeDocument(text, 1 << 20, dialect);
        fc.pre(document.isLive);
        const words = searched(document, { ...QUERY, pattern: '.+' });
        for (const [index, { node, part, range }] of unpackHits(words).entries()) {
          const view = describeHit(document.places, words, index);
          const step = document.places.steps(node ?? 0).at(-1);
          expect(view.part).toBe(part);
          expect(view.match).toContain(decodeUtf8(document.memory.text(range.start, range.end)).slice(0, 20));
          if (step === undefined) expect(view.name).toBeNull();
          else if (document.places.kind(step.container) === 'array') expect(view.name).toBe(step.ordinal);
          else if (part === 'key' && view.name !== null && !String(view.name).endsWith('…'))
            expect(view.before + view.match + view.after).toBe(view.name);
        }
      }),
    );
  });

  it('[TRE-5] are listed in about a line, cut between characters', () => {
    const document = makeDocument(JSON.stringify({ ['é'.repeat(100)]: `${'€'.repeat(500)}x${'😀'.repeat(500)}` }));
    const words = searched(document, { ...QUERY, pattern: 'x' });
    expect(words).toHaveLength(HIT_WORDS);
    const { name, before, match, after } = describeHit(document.places, words, 0);
    expect(name).toBe(`${'é'.repeat(40)}…`);
    expect(before).toBe(`…${'€'.repeat(20)}`);
    expect(match).toBe('x');
    expect(after).toBe(`${'😀'.repeat(35)}…`);
  });
});
