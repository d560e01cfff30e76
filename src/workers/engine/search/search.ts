// Search over a document: in its text as such, or in its keys and values as a person sees them. Owns what
// the kinds of search share: which document can be searched, and where a search may begin in the middle.
//
//   plain text            find-text.ts        the pass in WebAssembly
//   regular expression    find-expression.ts  over the text in chunks
//                         find-nodes.ts       over keys and values
//
// Hits don't overlap, and are those of a search from the document's start: "next" and "previous" speak of
// the same hits as a count does. While a search is under way the document must not change; end it then.

import { hasComments } from '../../../shared/document/dialect.ts';
import { CodedError } from '../../../shared/errors.ts';
import { HIT_WORDS, type Hit, type SearchQuery } from '../../../shared/protocol/search.ts';
import { asByte, type ByteRange } from '../../../shared/units.ts';
import type { JsonDocument } from '../document/document.ts';
import { findExpression } from './find-expression.ts';
import { findNodes } from './find-nodes.ts';
import { findText } from './find-text.ts';
import { OneHit, type Sink } from './hits.ts';
import { compileQuery, keepsToLines, type Expression, type Needle } from './pattern.ts';
import type { Work } from '../base/work.ts';
import { NOT_VALID } from '../../../shared/texts/documents.ts';

/** How far back `findPrevious` looks at first; four times as far each time that nothing is there. */
const FIRST_REACH = 256 * 1024;

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

/** The first hit that starts at or behind `offset`; `null` if there is none. @throws as `searchDocument` */
export function* findNext(document: JsonDocument, query: SearchQuery, offset: number): Work<Hit | null> {
  const pattern = prepare(document, query);
  if (pattern === null) return null;
  const end = document.size + 1;
  const sink = new OneHit(offset, end, 'first');
  if (query.within !== undefined) {
    for (const range of clip(query.within, document.size)) {
      if (range.end >= offset) yield* runWithin(document, query, pattern, range, sink);
    }
    return sink.hit;
  }
  yield* run(document, query, pattern, startBefore(document, query, pattern, offset), end, sink);
  return sink.hit;
}

/** The last hit that starts before `offset`; `null` if there is none. @throws as `searchDocument` */
export function* findPrevious(document: JsonDocument, query: SearchQuery, offset: number): Work<Hit | null> {
  const pattern = prepare(document, query);
  if (pattern === null) return null;
  if (query.within !== undefined) {
    for (const range of clip(query.within, document.size).toReversed()) {
      const sink = new OneHit(range.start, offset, 'last');
      if (range.start < offset) yield* runWithin(document, query, pattern, range, sink);
      if (sink.hit !== null) return sink.hit;
    }
    return null;
  }
  let to = offset;
  for (let reach = FIRST_REACH; to > 0; reach *= 4) {
    const from = startBefore(document, query, pattern, Math.max(0, to - reach));
    const sink = new OneHit(from, to, 'last');
    yield* run(document, query, pattern, from, to, sink);
    if (sink.hit !== null || from === 0) return sink.hit;
    // A hit of no length may stand where a number ends and the next entry starts.
    to = from + 1;
  }
  return null;
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
