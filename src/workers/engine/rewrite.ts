// A whole document, or a part of one, written anew as the options say.

import { hasComments } from '../../shared/dialect.ts';
import { CodedError } from '../../shared/errors.ts';
import type { FormatOptions, LayoutOptions } from '../../shared/protocol.ts';
import type { Splice } from '../../shared/splice.ts';
import { JsonDocument } from './document.ts';
import { escapeDocument, escapeUnicode, unescapeDocument } from './escaping.ts';
import { formatDocument } from './format.ts';
import { replaceBytes } from './items.ts';
import { lineEnd, lineIndent } from './layout.ts';
import type { Places } from './places.ts';
import { reindent } from './spelling.ts';
import type { Work } from './work.ts';

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
  const formatted = yield* formatDocument(part, options);
  // A record is a text by itself, with a line end.
  const bytes = formatted.memory.text(0, formatted.size - (dialect === 'ndjson' ? 1 : 0));
  return [replaceBytes(start, end, [reindent(bytes, '', lineIndent(places, start) ?? '', lineEnd(places))])];
}
