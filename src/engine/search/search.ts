// Searches a document: its raw text, or its keys and values with escapes resolved. Owns what the kinds of search share: which
// documents can be searched, and where a search may begin in the middle.
//
//   plain text            find-text.ts        the pass in WebAssembly
//   regular expression    find-expression.ts  over the text in chunks
//                         find-nodes.ts       over keys and values
//
// Hits don't overlap, and are always those of a search from the start of the document. The document must not change during a
// search; end the search first.

import { hasComments } from '../../shared/document/dialect.ts';
import { CodedError } from '../../shared/errors.ts';
import { HIT_WORDS, type Hit, type SearchQuery } from '../../shared/protocol/search.ts';
import { asByte, type ByteRange } from '../../shared/units.ts';
import type { JsonDocument } from '../document/document.ts';
import { findExpression } from './find-expression.ts';
import { findNodes } from './find-nodes.ts';
import { findText } from './find-text.ts';
import type { Sink } from './hits.ts';
import { compileQuery, keepsToLines, type Expression, type Needle } from './pattern.ts';
import type { Work } from '../base/work.ts';
import { NOT_VALID } from '../../shared/texts/documents.ts';

/**
 * Passes every hit to `sink`, in order; between two slices the sink has all hits found so far.
 * @throws CodedError `refused` for an invalid regular expression; `invalid-document` for keys and values of an invalid text;
 * `too-large` for a regular expression over a value above 256 MB
 */
export function* searchDocument(document: JsonDocument, query: SearchQuery, sink: Sink): Work<void> {
  const pattern = prepare(document, query);
  if (pattern === null) return;
  if (query.within === undefined) yield* run(document, query, pattern, 0, document.size + 1, sink);
  else for (const range of clip(query.within, document.size)) yield* runWithin(document, query, pattern, range, sink);
}

/**
 * Whether the pass for plain text can run the search: at a known speed, whatever the text.
 * @throws CodedError `refused`
 */
export function isPlainSearch(document: JsonDocument, query: SearchQuery): boolean {
  return !query.regex && prepare(document, query)?.type !== 'expression';
}

/**
 * Passes the hits around a known one to the sink, from the nearest place before it where a search may begin. Used to replace
 * the hit.
 */
export function* searchAround(document: JsonDocument, query: SearchQuery, hit: Hit, sink: Sink): Work<void> {
  const pattern = prepare(document, query);
  if (pattern === null) return;
  const { start, end } = hit.range;
  if (query.within !== undefined) {
    const around = clip(query.within, document.size).find((range) => range.start <= start && end <= range.end);
    if (around !== undefined) yield* runWithin(document, query, pattern, around, sink);
    return;
  }
  yield* run(document, query, pattern, startBefore(document, query, pattern, start), start + 1, sink);
}

function prepare(document: JsonDocument, query: SearchQuery): Needle | Expression | null {
  // The pass for plain text supports only the tokens of JSON.
  const pattern = compileQuery(query, query.scope !== 'text' && hasComments(document.dialect));
  if (query.scope !== 'text' && !document.isWhole) {
    throw new CodedError('invalid-document', NOT_VALID.toSearch, document.error?.place ?? null);
  }
  return pattern;
}

function run(
  document: JsonDocument,
  { scope }: SearchQuery,
  pattern: Needle | Expression,
  from: number,
  to: number,
  sink: Sink,
): Work<void> {
  if (pattern.type === 'needle') return findText(document, pattern, scope, from, to, sink);
  return scope === 'text'
    ? findExpression(document, pattern, from, to, sink)
    : findNodes(document, pattern, scope, from, to, sink);
}

/** Passes the hits of one range to the sink. In keys and values, these are the hits of the whole search that are inside it. */
function* runWithin(
  document: JsonDocument,
  query: SearchQuery,
  pattern: Needle | Expression,
  range: ByteRange,
  sink: Sink,
): Work<void> {
  const from = query.scope === 'text' ? range.start : startBefore(document, query, pattern, range.start);
  // An empty hit may be at the end of the range.
  if (!sink.done) yield* run(document, query, pattern, from, range.end + 1, new InRange(sink, range));
}

/** Limits ranges to a text of `size` bytes. */
function clip(ranges: readonly ByteRange[], size: number): ByteRange[] {
  return ranges
    .filter(({ start }) => start <= size)
    .map(({ start, end }) => ({ start, end: asByte(Math.min(end, size)) }));
}

/** Passes on the hits that are entirely inside a range. */
class InRange implements Sink {
  constructor(
    private readonly sink: Sink,
    private readonly range: ByteRange,
  ) {}

  get done(): boolean {
    return this.sink.done;
  }

  take(words: Uint32Array): void {
    const { start, end } = this.range;
    // Both starts and ends ascend, so hits are dropped only at either end.
    let from = 0;
    let to = words.length;
    while (from < to && (words[from] ?? 0) < start) from += HIT_WORDS;
    while (to > from && (words[to - HIT_WORDS + 1] ?? 0) > end) to -= HIT_WORDS;
    if (to > from) this.sink.take(words.subarray(from, to));
  }

  takeMatch(start: number, end: number, word: number, match: RegExpExecArray): void {
    if (start >= this.range.start && end <= this.range.end) this.sink.takeMatch(start, end, word, match);
  }
}

/**
 * The nearest place at or before `offset` from which the hits are those of the whole search: the start of a token, or of a line
 * if no hit leaves its line; else 0.
 */
function startBefore(
  document: JsonDocument,
  { scope }: SearchQuery,
  pattern: Needle | Expression,
  offset: number,
): number {
  if (scope !== 'text') {
    const entry = document.tape.lastAtOrBefore(offset - 1);
    return entry < 0 ? 0 : document.tape.start(entry);
  }
  if (!keepsToLines(pattern) || document.size === 0) return 0;
  return document.lines.startOfLine(document.lines.lineAt(Math.min(offset, document.size)));
}
