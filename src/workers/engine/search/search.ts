// Search over a document: in its text as such, or in its keys and values as a person sees them. Owns what
// the kinds of search share: which document can be searched, and where a search may begin in the middle.
//
//   plain text            find-text.ts        the pass in WebAssembly
//   regular expression    find-expression.ts  over the text in chunks
//                         find-nodes.ts       over keys and values
//
// Hits don't overlap, and are always those of a search from the start of the document. The document must not change
// during a search; end the search first.

import { hasComments } from '../../../shared/document/dialect.ts';
import { CodedError } from '../../../shared/errors.ts';
import { HIT_WORDS, type Hit, type SearchQuery } from '../../../shared/protocol/search.ts';
import { asByte, type ByteRange } from '../../../shared/units.ts';
import type { JsonDocument } from '../document/document.ts';
import { findExpression } from './find-expression.ts';
import { findNodes } from './find-nodes.ts';
import { findText } from './find-text.ts';
import type { Sink } from './hits.ts';
import { compileQuery, keepsToLines, type Expression, type Needle } from './pattern.ts';
import type { Work } from '../base/work.ts';
import { NOT_VALID } from '../../../shared/texts/documents.ts';

/**
 * Hands every hit to `sink`, in order; between two slices it holds what was found so far.
 * @throws CodedError `refused` for a regular expression that is not one; `invalid-document` for keys and
 * values of a text that is not valid; `too-large` for a regular expression over a value above 256 MB
 */
export function* searchDocument(document: JsonDocument, query: SearchQuery, sink: Sink): Work<void> {
  const pattern = prepare(document, query);
  if (pattern === null) return;
  if (query.within === undefined) yield* run(document, query, pattern, 0, document.size + 1, sink);
  else for (const range of clip(query.within, document.size)) yield* runWithin(document, query, pattern, range, sink);
}

/** Whether the pass for plain text finds it: at a known speed, whatever the text. @throws CodedError `refused` */
export function isPlainSearch(document: JsonDocument, query: SearchQuery): boolean {
  return !query.regex && prepare(document, query)?.type !== 'expression';
}

/**
 * Hands over the hits around one that is known, from the nearest place before it at which a search may
 * begin. For replacing it.
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
  // The pass for plain text knows the tokens of JSON only.
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

/** The hits of one range. In keys and values the hits of the whole search that lie in it. */
function* runWithin(
  document: JsonDocument,
  query: SearchQuery,
  pattern: Needle | Expression,
  range: ByteRange,
  sink: Sink,
): Work<void> {
  const from = query.scope === 'text' ? range.start : startBefore(document, query, pattern, range.start);
  // A hit of no length may stand at the range's end.
  if (!sink.done) yield* run(document, query, pattern, from, range.end + 1, new InRange(sink, range));
}

/** Ranges as far as a text of `size` bytes goes. */
function clip(ranges: readonly ByteRange[], size: number): ByteRange[] {
  return ranges
    .filter(({ start }) => start <= size)
    .map(({ start, end }) => ({ start, end: asByte(Math.min(end, size)) }));
}

/** Hands over the hits that lie whole in a range. */
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
    // Both the starts and the ends rise: only those at the borders fall out.
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
 * The nearest place at or before `offset` from which the hits are those of the whole search: the start of
 * a token, or of a line where no hit leaves its line; else 0.
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
