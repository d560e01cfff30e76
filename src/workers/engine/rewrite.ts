// A whole document, or a part of one, written anew as the options say.

import { hasComments } from '../../shared/dialect.ts';
import { CodedError } from '../../shared/errors.ts';
import type { FormatOptions, LayoutOptions } from '../../shared/protocol.ts';
import { formatSize } from '../../shared/size.ts';
import type { Splice } from '../../shared/splice.ts';
import { JsonDocument } from './document.ts';
import { escapeDocument, escapeUnicode, unescapeDocument } from './escaping.ts';
import { formatDocument } from './format.ts';
import { replaceBytes } from './items.ts';
import { lineEnd, lineIndent } from './layout.ts';
import { MEMORY_LIMIT } from './memory.ts';
import type { Places } from './places.ts';
import { reindent } from './spelling.ts';
import { CLOSING, LINK_MASK, OPENING } from './tape.ts';
import type { Work } from './work.ts';

/** About 2 ms. */
const SLICE_ENTRIES = 512 * 1024;

/**
 * The document that the options make of `source`, which stays as it is.
 * @throws CodedError `invalid-document`, `refused`, `too-large`
 */
export function* rewriteDocument(source: JsonDocument, options: FormatOptions): Work<JsonDocument> {
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
      );
  }
}

/** The splice that lays out one value, indented as the line that it begins on. @throws CodedError as formatting does */
export function* formatNode(places: Places, node: number, options: LayoutOptions): Work<Splice[]> {
  const { start, end } = places.range(node);
  const { memory, dialect } = places.tape;
  const part = new JsonDocument(memory.module, end - start, dialect);
  part.append(places.text.slice(start, end));
  part.complete();
  if (!part.isLive) throw new CodedError('internal', 'A part of a valid document was not valid.');
  yield* refuseTooDeep(part, options);
  const formatted = yield* formatDocument(part, options);
  // A record is a text by itself, with a line end.
  const bytes = formatted.memory.text(0, formatted.size - (dialect === 'ndjson' ? 1 : 0));
  return [replaceBytes(start, end, [reindent(bytes, '', lineIndent(places, start) ?? '', lineEnd(places))])];
}

/**
 * Refuses what is nested so deeply that the indentation alone would not fit, before gigabytes of it are written.
 * Only the lines of closing brackets are counted: what is refused is certainly too large. Cost: the entries.
 */
function* refuseTooDeep({ tape, memory }: JsonDocument, { style, indent, maxLineLength }: LayoutOptions): Work<void> {
  const { count } = tape;
  if (style === 'compact' || (count * count * indent.length) / 4 < MEMORY_LIMIT) return;
  // A container of more entries than a line has characters is not on one line.
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
      throw new CodedError(
        'too-large',
        `The document is nested too deeply to be indented: that alone would take more than ${formatSize(MEMORY_LIMIT)}. Make it compact, or indent by less.`,
      );
    }
    yield { done: 0, total: memory.size };
  }
}
