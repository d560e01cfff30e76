// Finds the place that the user wants to go to, without expanding or changing anything.

import { CodedError } from '../../shared/errors.ts';
import type { Located } from '../../shared/protocol/protocol.ts';
import type { DocumentTarget } from '../../shared/document/target.ts';
import { asByte } from '../../shared/units.ts';
import { byteAtColumn } from '../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { nearest } from '../../engine/tape/nearest-path.ts';
import { NOT_VALID } from '../../shared/texts/documents.ts';
import { CR, LF } from '../../shared/bytes/ascii.ts';

/** Columns up to here are counted in the text, later ones with the line index. */
const NEAR_COLUMN = 65536;

/**
 * Returns the place of a target, or the nearest existing one: the end of a line, the end of the document, or the longest part
 * of a path that exists.
 * @throws CodedError `invalid-document` for a path while the text is invalid
 */
export function locate(document: JsonDocument, target: DocumentTarget): Located {
  if (target.type === 'path') return locatePath(document, target.path);
  const offset = target.type === 'offset' ? Math.min(target.offset, document.size) : offsetOf(document, target);
  const entry = document.isLive ? document.places.atCaret(offset) : -1;
  const place = document.lines.placeOf(offset);
  const isExact =
    target.type === 'offset' ? offset === target.offset : place.line === target.line && place.column === target.column;
  return { ...place, isExact, offset: asByte(offset), ...valueAt(document, entry) };
}

function locatePath(document: JsonDocument, path: Located['path']): Located {
  if (!document.isLive) throw new CodedError('invalid-document', NOT_VALID.paths);
  const found = nearest(document.places, path);
  const { start } = document.places.range(found?.node ?? 0);
  return {
    ...document.lines.placeOf(start),
    isExact: found?.path.length === path.length,
    offset: asByte(start),
    ...valueAt(document, found?.node ?? -1),
  };
}

function valueAt({ places }: JsonDocument, entry: number): Pick<Located, 'path' | 'range'> {
  if (entry < 0) return { path: [], range: null };
  const { start, end } = places.range(entry);
  return { path: places.path(entry), range: { start: asByte(start), end: asByte(end) } };
}

/** The byte offset of a line and a column, or the end of that line. */
function offsetOf(
  { lines, memory, size }: JsonDocument,
  { line, column }: DocumentTarget & { readonly type: 'line' },
): number {
  if (line >= lines.lineCount) return size;
  const start = lines.startOfLine(line);
  let end = line + 1 < lines.lineCount ? lines.startOfLine(line + 1) : size;
  if (line + 1 < lines.lineCount) {
    const [before, last] = memory.text(Math.max(start, end - 2), end).slice(-2);
    if (last === undefined || end - start < 2) end -= 1;
    else end -= last === LF && before === CR ? 2 : 1;
  }
  if (column > NEAR_COLUMN) return Math.min(end, lines.offsetOfUnit(lines.unitsBefore(start) + column));
  const stop = Math.min(end, start + column * 3 + 3);
  return start + byteAtColumn(memory.text(start, stop), 0, stop - start, column);
}
