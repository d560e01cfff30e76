// Cuts a window of text: an exact slice of the document's bytes around a byte or a line, from line start to line start. If a
// line is longer than the limits, the window is cut between two characters instead. Folded lines are left out, and the limits
// count only shown text.

import { TAB, SPACE } from '../../shared/bytes/ascii.ts';
import type { TextRequest, TextWindow } from '../../shared/protocol/textview.ts';
import { asByte, type Revision } from '../../shared/units.ts';
import type { JsonDocument } from '../document/document.ts';
import { containersAround, showLineOf } from './foldable.ts';
import { lineAround } from '../lines/line-blocks.ts';
import { outerIndents } from './outer-indents.ts';
import { ShownText } from './shown-text.ts';

/** A longer line is shown wrapped. In bytes. */
export const OVERLONG_LINE = 20 * 1024;
/** How much of a line is read for its indentation, in bytes. */
const MAX_INDENT_LENGTH = 4096;

/** Cuts the requested window. Its bytes are a copy, to be transferred. `reveal` opens the folds that hide the anchor. */
export function cutText(document: JsonDocument, revision: Revision, request: TextRequest): TextWindow {
  const { lines, folds } = document;
  const { reveal = false } = request;
  if (reveal !== false && 'byte' in request.anchor)
    showLineOf(document, request.anchor.byte, reveal === true ? null : reveal);
  const shown = new ShownText(document);
  const anchor = anchorOf(document, shown, request);
  const { start, end, cut } = cutAround(document, shown, anchor, request);
  const place = lines.placeOf(start);
  const { inString, depth } = stateAt(document, start);
  const hidden = shown.hiddenBefore(start);
  return {
    revision,
    range: { start: asByte(start), end: asByte(end) },
    bytes: shown.text(start, end),
    gaps: shown.between(start, end).map((gap) => ({
      at: shown.shownOf(gap.end) - shown.shownOf(start),
      bytes: gap.end - gap.start,
      lines: gap.lines,
    })),
    folds: { version: folds.version, ...hidden, allBytes: shown.hiddenBytes, allLines: shown.hiddenLines },
    firstLine: place.line,
    firstColumn: place.column,
    firstIndent: place.column === 0 ? '' : blanksFrom(document, lineAround(document, start).start, start),
    startsInString: inString,
    startsAtDepth: depth,
    outer: outerIndents(document, start),
    anchor: asByte(anchor),
    size: document.size,
    lineCount: lines.lineCount,
    overlong: cut || hasOverlongLine(document, shown, start, end),
  };
}

/** The requested byte; for a hidden one, the line end before its gap. */
function anchorOf(document: JsonDocument, shown: ShownText, { anchor }: TextRequest): number {
  if ('line' in anchor) return shown.startOfLine(anchor.line);
  const offset = clamp('byte' in anchor ? shown.shownOf(anchor.byte) : anchor.shown, 0, shown.size);
  return Math.min(shown.offsetOf(offset), document.size);
}

function cutAround(
  document: JsonDocument,
  shown: ShownText,
  anchor: number,
  request: TextRequest,
): { readonly start: number; readonly end: number; readonly cut: boolean } {
  const anchorLine = shown.lineAt(anchor);
  const at = shown.shownOf(anchor);
  let start = shown.startOfLine(Math.max(0, anchorLine - request.linesBefore));
  let end = shown.startOfLine(anchorLine + request.linesAfter + 1);
  let cut = false;
  if (at - shown.shownOf(start) > request.bytesBefore) {
    const least = shown.offsetOf(at - request.bytesBefore);
    const line = shown.startOfLine(shown.lineAt(Math.max(0, least - 1)) + 1);
    // The window begins at a line start, if there is one up to the anchor that leaves at least half of the bytes.
    cut = line > anchor || at - shown.shownOf(line) < request.bytesBefore / 2;
    start = cut ? characterStart(document, least) : line;
  }
  // Room for at least two characters, so that the anchor's own is never cut.
  const bytesAfter = Math.max(request.bytesAfter, 8);
  if (shown.shownOf(end) - at > bytesAfter) {
    const most = shown.offsetOf(at + bytesAfter);
    const line = shown.startOfLine(shown.lineAt(most));
    // The window ends at a line start, if that leaves the anchor's line whole and at least half of the bytes.
    if (line > anchor && line > start && shown.shownOf(line) - at >= bytesAfter / 2) {
      end = line;
    } else {
      end = characterStart(document, most);
      cut = true;
    }
  }
  return { start, end, cut };
}

/** The blanks at `start`, up to `end` or the first other character. */
function blanksFrom(document: JsonDocument, start: number, end: number): string {
  const bytes = document.memory.text(start, Math.min(end, start + MAX_INDENT_LENGTH));
  const other = bytes.findIndex((byte) => byte !== SPACE && byte !== TAB);
  return String.fromCharCode(...(other < 0 ? bytes : bytes.subarray(0, other)));
}

/** Whether a byte is inside a string, and the number of containers open there. */
function stateAt(document: JsonDocument, offset: number): { inString: boolean; depth: number } {
  if (offset === 0) return { inString: false, depth: 0 };
  const { places } = document;
  if (!document.isLive) {
    // The depth in the last valid text is right for most of the text.
    const before = document.tape.count > 0 ? document.oldOffset(offset) : 0;
    return { inString: guessInString(document, offset), depth: containersAround(document, before).length };
  }
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

/** Estimate without a tape: strings don't span lines, so it counts quotes from the line's start, within reach. */
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

function hasOverlongLine(document: JsonDocument, shown: ShownText, start: number, end: number): boolean {
  if (document.lines.longestLine <= OVERLONG_LINE) return false;
  const firstLine = shown.lineAt(start);
  let lineStart = shown.startOfLine(firstLine);
  for (let line = firstLine + 1; lineStart < end; line += 1) {
    const next = line >= shown.lineCount ? document.size : shown.startOfLine(line);
    // Hidden lines after a line don't add to its length.
    const lineEnd = shown.between(lineStart, next)[0]?.start ?? next;
    if (lineEnd - lineStart > OVERLONG_LINE && next > start) return true;
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
