// Rewrites a whole document, or parts of it, according to formatting options.

import { largest } from '../../shared/append.ts';
import { equalBytes, joinBytes } from '../../shared/bytes/bytes.ts';
import { hasComments } from '../../shared/document/dialect.ts';
import { CodedError } from '../../shared/errors.ts';
import type { LayoutOptions, RewriteOptions } from '../../shared/protocol/format-options.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { JsonDocument } from '../document/document.ts';
import { loadDocument } from '../document/load-document.ts';
import { escapeDocument, escapeUnicode, unescapeDocument } from './escaping.ts';
import { formatDocument } from './format.ts';
import { lineEndsOf } from './line-ends.ts';
import { lineEnd, lineIndent } from './container-layout.ts';
import { MEMORY_LIMIT } from '../base/memory.ts';
import type { Places } from '../tape/places.ts';
import { reindent } from './spelling.ts';
import { SpliceList } from '../base/splice-list.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { CLOSING, LINK_MASK, OPENING } from '../tape/tape.ts';
import type { Work } from '../base/work.ts';
import { FORMAT } from '../../shared/texts/formatting.ts';

/** Entries per slice: about 2 ms. */
const SLICE_ENTRIES = 512 * 1024;
/** Values per slice. */
const SLICE_NODES = 4096;

/**
 * Rewrites `source` into a new document. `source` is not changed.
 * @throws CodedError `invalid-document`, `refused`, `too-large`
 */
export function* rewriteDocument(source: JsonDocument, options: RewriteOptions): Work<JsonDocument> {
  switch (options.style) {
    case 'escape':
      return yield* escapeDocument(source);
    case 'unescape':
      return yield* unescapeDocument(source);
    default:
      yield* refuseTooDeep(source, options);
      return yield* formatDocument(
        options.escapeUnicode === true && !hasComments(source.dialect) ? yield* escapeUnicode(source) : source,
        options,
        lineEndsOf(source),
      );
  }
}

/** The splice that formats one value, indented like the line that it begins on. @throws CodedError as `formatDocument` does */
export function formatNode(places: Places, node: number, options: LayoutOptions): Work<Splice[]> {
  return formatValues(places, [node], options);
}

/**
 * The splices that format values, which are in ascending order and not nested. All go through the formatter in one pass, as
 * items of one list.
 * @throws CodedError as `formatDocument` does
 */
export function* formatValues(places: Places, nodes: readonly number[], options: LayoutOptions): Work<Splice[]> {
  const { tape, text } = places;
  const { memory, dialect } = tape;
  const isLines = dialect === 'ndjson';
  const [open, comma, close] = isLines ? ['', '\n', '\n'] : ['[', ',', ']'];
  const parts: Uint8Array[] = [encodeUtf8(open)];
  const indents: string[] = [];
  for (const [index, node] of nodes.entries()) {
    const { start, end } = places.range(node);
    if (index > 0) parts.push(encodeUtf8(comma));
    parts.push(text.slice(start, end).slice());
    indents.push(lineIndent(places, start) ?? '');
  }
  const bytes = joinBytes([...parts, encodeUtf8(close)]);
  const list = loadDocument(bytes, dialect);
  if (!list.isLive) throw new CodedError('internal', 'A part of a valid document was not valid.');
  // In the list every value is one level deep; at its own place it may be deeper.
  const deepest = largest(
    indents.map((indent) => indent.length),
    0,
  );
  const maxLineLength = Math.max(0, options.maxLineLength - deepest + (isLines ? 0 : options.indent.length));
  const fitted = { ...options, maxLineLength };
  yield* refuseTooDeep(list, fitted);
  const { places: made } = yield* formatDocument(list, fitted);
  const [eol, splices] = [lineEnd(places), new SpliceList(memory)];
  let item = 1;
  for (const [index, node] of nodes.entries()) {
    const { start, end } = places.range(node);
    const range = made.range(item);
    const laidOut = reindent(
      made.text.slice(range.start, range.end).slice(),
      options.indent,
      indents[index] ?? '',
      eol,
    );
    if (!equalBytes(laidOut, text.slice(start, end))) splices.add(start, end, laidOut);
    item = made.tape.next(item);
    if (index % SLICE_NODES === 0) yield { done: index, total: nodes.length };
  }
  return splices.finish();
}

/**
 * Refuses documents nested so deeply that their indentation would exceed the memory limit, before gigabytes of it are written.
 * Counts only the lines of closing brackets, so what is refused is certainly too large. Cost: the number of entries.
 */
function* refuseTooDeep({ tape, memory }: JsonDocument, { style, indent, maxLineLength }: LayoutOptions): Work<void> {
  const { count } = tape;
  if (style === 'compact' || (count * count * indent.length) / 4 < MEMORY_LIMIT) return;
  // A container with more entries than a line has characters cannot be on one line.
  const most = style === 'smart' ? maxLineLength : 1;
  let depth = 0;
  let size = 0;
  for (let entry = 0; entry < count;) {
    const stop = Math.min(count, entry + SLICE_ENTRIES);
    const { words } = memory;
    const base = tape.wordBase + 1;
    for (; entry < stop; entry += 1) {
      const link = words[base + entry * 2] ?? 0;
      if ((link & OPENING) !== 0) {
        if ((link & LINK_MASK) > most) size += depth * indent.length;
        depth += 1;
      } else if ((link & CLOSING) !== 0) depth -= 1;
    }
    if (size > MEMORY_LIMIT) {
      throw new CodedError('too-large', FORMAT.tooDeep(MEMORY_LIMIT));
    }
    yield { done: 0, total: memory.size };
  }
}
