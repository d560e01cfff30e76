// Cuts a window of text: an exact slice of the document's bytes around a byte or a line, from line start
// to line start, unless a line is longer than the limits; then it is cut between two characters.

import type { TextRequest, TextWindow } from '../../shared/protocol.ts';
import { asByte, type Revision } from '../../shared/units.ts';
import type { JsonDocument } from './document.ts';

/** A line longer than this is shown wrapped. */
export const OVERLONG_LINE = 20 * 1024;

/** The window that is asked for; its bytes are a copy, to be transferred. */
export function cutText(document: JsonDocument, revision: Revision, request: TextRequest): TextWindow {
  const { lines, memory } = document;
  const { size } = memory;
  const anchor = clamp(
    'byte' in request.anchor ? request.anchor.byte : lines.startOfLine(request.anchor.line),
    0,
    size,
  );
  const anchorLine = lines.lineAt(anchor);
  let start = lines.startOfLine(Math.max(0, anchorLine - request.linesBefore));
  let end = lines.startOfLine(anchorLine + request.linesAfter + 1);
  let cut = false;
  if (anchor - start > request.bytesBefore) {
    const least = anchor - request.bytesBefore;
    const line = lines.lineAt(least - 1) + 1;
    cut = line > anchorLine;
    start = cut ? characterStart(document, least) : lines.startOfLine(line);
  }
  // At least two characters, so that the anchor's own is never cut.
  const bytesAfter = Math.max(request.bytesAfter, 8);
  if (end - anchor > bytesAfter) {
    const most = anchor + bytesAfter;
    const line = lines.startOfLine(lines.lineAt(most));
    // A line end inside the window is where it stops, if that leaves the anchor's line whole.
    if (line > anchor && line > start) {
      end = line;
    } else {
      end = characterStart(document, most);
      cut = true;
    }
  }
  const firstLine = lines.lineAt(start);
  const place = lines.placeOf(start);
  const { inString, depth } = stateAt(document, start);
  return {
    revision,
    range: { start: asByte(start), end: asByte(end) },
    bytes: memory.text(start, end).slice(),
    firstLine,
    firstColumn: place.column,
    startsInString: inString,
    startsAtDepth: depth,
    anchor: asByte(anchor),
    size,
    lineCount: lines.lineCount,
    overlong: cut || hasOverlongLine(document, start, end, firstLine),
  };
}

/** Whether a byte is inside a string, and how many containers are open there. */
function stateAt(document: JsonDocument, offset: number): { inString: boolean; depth: number } {
  if (offset === 0) return { inString: false, depth: 0 };
  if (!document.isLive) return { inString: guessInString(document, offset), depth: 0 };
  const { places } = document;
  const entry = places.atOffset(offset);
  if (entry < 0) return { inString: false, depth: 0 };
  const { start, end } = places.range(entry);
  const steps = places.steps(entry);
  const inside = offset > start && offset < end;
  const container = places.tape.isOpening(entry);
  let inString = inside && !container && places.kind(entry) === 'string';
  const parent = steps.at(-1)?.container ?? -1;
  if (!inside && parent >= 0 && places.kind(parent) === 'object' && offset < start) {
    const key = places.keyRange(entry);
    inString = offset > key.start && offset < key.end;
  }
  return { inString, depth: steps.length + (container && inside ? 1 : 0) };
}

/** Without a tape: a string does not go over a line end, so count quotes from the line's start, within reach. */
function guessInString(document: JsonDocument, offset: number): boolean {
  const lineStart = document.lines.startOfLine(document.lines.lineAt(offset));
  const text = document.memory.text(Math.max(lineStart, offset - 65536), offset);
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === 0x22) inString = !inString;
    else if (text[at] === 0x5c && inString) at += 1;
  }
  return inString;
}

function hasOverlongLine(document: JsonDocument, start: number, end: number, firstLine: number): boolean {
  if (document.lines.longestLine <= OVERLONG_LINE) return false;
  let lineStart = document.lines.startOfLine(firstLine);
  for (let line = firstLine + 1; lineStart < end; line += 1) {
    const next = line >= document.lines.lineCount ? document.size : document.lines.startOfLine(line);
    if (next - lineStart > OVERLONG_LINE && next > start) return true;
    if (next >= document.size) return false;
    lineStart = next;
  }
  return false;
}

/** The last byte at or before `offset` that can start a character, and not the `\n` of a `\r\n`. */
function characterStart(document: JsonDocument, offset: number): number {
  const back = Math.max(0, offset - 3);
  const bytes = document.memory.text(back, offset + 1);
  let at = bytes.length - 1;
  while (at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  if (at > 0 && bytes[at] === 0x0a && bytes[at - 1] === 0x0d) at -= 1;
  return back + at;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
