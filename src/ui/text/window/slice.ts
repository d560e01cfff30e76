// The window as data: an exact slice of the document's bytes at one revision, except for what is folded (`hidden-ranges.ts`),
// and its place in the document. Offsets are the document's; positions are the editor's. Invariant: `bytes` are the document's
// bytes from `base` on at `revision`, including every change that `apply` has returned.

import { CR, SPACE, TAB } from '../../../shared/bytes/ascii.ts';
import type { FoldSums, OuterLine, TextWindow } from '../../../shared/protocol/textview.ts';
import type { Splice } from '../../../shared/document/splice.ts';
import { asByte, asRevision, type ByteOffset, type ByteRange, type Revision } from '../../../shared/units.ts';
import { sequenceLength } from '../../../shared/bytes/utf8.ts';
import { editTable, type EditorChange } from './text-change.ts';
import { Gaps } from './hidden-ranges.ts';
import { LineTable, type TextLineEnd, type LinePosition } from './lines.ts';

/** A change of the editor's text as a change of the document. */
export interface AppliedChanges {
  /** Sorted, in bytes of the document before the change. */
  readonly splices: readonly Splice[];
  /** False if the editor's text has to be set from the slice again. */
  readonly exact: boolean;
}

const LOST = asRevision(-1);
/** Most blanks that are removed from the start of a cut line, which may consist of nothing else. */
const MAX_SPACES = 64;

/** One slice of one document. Its bytes change only by `apply`. */
export class TextSlice {
  revision: Revision;
  base: ByteOffset;
  /** Size of the whole document. */
  size: number;
  lineCount: number;
  /** The document's line in which the slice starts, and the column there, in UTF-16 units. */
  readonly firstLine: number;
  readonly firstColumn: number;
  /** The indentation of that line, if the slice begins after it. */
  readonly firstIndent: string;
  readonly startsInString: boolean;
  readonly startsAtDepth: number;
  readonly outer: readonly OuterLine[];
  /** What is folded before this slice and in the whole document. */
  folds: FoldSums;
  /** The folded lines that are left out of the slice. */
  gaps: Gaps;
  /** Whether a line was cut, or is so long that it has to be wrapped. */
  readonly overlong: boolean;
  /** What is written for a typed line end. */
  lineEnd: TextLineEnd;
  private table: LineTable;
  private knownGapLines: readonly number[] | null = null;

  /** Takes ownership of the window's bytes. `lineEnd` is used if the slice has no line end of its own. */
  constructor(window: TextWindow, lineEnd: TextLineEnd = '\n') {
    const { bytes, range } = window;
    const broken = range.start > 0 ? brokenFront(bytes) : 0;
    // Leading white space of a cut line would look like its indentation, which Enter copies to the next line.
    const spaces = window.firstColumn > 0 ? countSpaces(bytes, broken) : 0;
    const front = broken + spaces;
    const back = range.end < window.size ? brokenBack(bytes) : bytes.length;
    this.revision = window.revision;
    this.base = asByte(range.start + front);
    this.size = window.size;
    this.lineCount = window.lineCount;
    this.firstLine = window.firstLine;
    this.firstColumn = window.firstColumn + spaces;
    this.firstIndent = window.firstIndent;
    this.startsInString = window.startsInString;
    this.startsAtDepth = window.startsAtDepth;
    this.outer = window.outer;
    this.folds = window.folds;
    this.gaps = new Gaps(front === 0 ? window.gaps : window.gaps.map((gap) => ({ ...gap, at: gap.at - front })));
    this.overlong = window.overlong;
    this.table = new LineTable(bytes.subarray(front, Math.max(front, back)), this.base === 0);
    this.lineEnd = this.table.prevailingEnd ?? lineEnd;
  }

  get bytes(): Uint8Array {
    return this.table.bytes;
  }

  /** The end of the slice in the document, exclusive. */
  get end(): ByteOffset {
    return asByte(this.base + this.bytes.length + this.gaps.hiddenBytes);
  }

  /** Whether the slice is the whole document. */
  get isWhole(): boolean {
    return this.base === 0 && this.end === this.size;
  }

  /** The number of lines in the editor; at least 1. */
  get lines(): number {
    return this.table.count;
  }

  /** Size and line count of the document without what is folded, and the slice's place in that. */
  get shown(): {
    readonly size: number;
    readonly lineCount: number;
    readonly base: number;
    readonly firstLine: number;
  } {
    const { bytes, lines, allBytes, allLines } = this.folds;
    return {
      size: this.size - allBytes,
      lineCount: this.lineCount - allLines,
      base: this.base - bytes,
      firstLine: this.firstLine - lines,
    };
  }

  /** Whether an offset is in the slice or at either end of it. */
  holds(offset: number): boolean {
    return offset >= this.base && offset <= this.end;
  }

  /** Whether an offset is folded in the slice. */
  hides(offset: number): boolean {
    return this.gaps.hides(offset - this.base);
  }

  /** Whether anything is folded between two offsets of the slice. */
  hidesBetween(start: number, end: number): boolean {
    return this.gaps.isBetween(start - this.base, end - this.base);
  }

  /** The offset of a place in the editor. */
  offsetAt(position: LinePosition): ByteOffset {
    return this.offsetOf(this.table.byteAt(position));
  }

  /**
   * The place in the editor of an offset. Outside the slice it is the nearer end; for a folded offset, the end of the line that
   * shows the fold.
   */
  positionAt(offset: number): LinePosition {
    return this.placeOf(this.indexOf(offset));
  }

  /** The offset of an index of `bytes`. */
  offsetOf(index: number): ByteOffset {
    return asByte(this.base + this.gaps.offsetAt(index));
  }

  /** The index in `bytes` of an offset; outside the slice, that of the nearer end. */
  indexOf(offset: number): number {
    return Math.min(Math.max(this.gaps.indexAt(offset - this.base), 0), this.bytes.length);
  }

  /** The index in `bytes` of a place in the editor. */
  indexAt(position: LinePosition): number {
    return this.table.byteAt(position);
  }

  /** The place in the editor of an index of `bytes`. */
  placeOf(index: number): LinePosition {
    return this.table.positionAt(index);
  }

  /** The editor's lines after which something is folded. */
  get foldedLines(): readonly number[] {
    return this.gapLines.map((line) => line - 1);
  }

  /** The line and column in the document, from 0, of a place in the editor. */
  globalPlace({ lineNumber, column }: LinePosition): { readonly line: number; readonly column: number } {
    const before = lineNumber === 1 ? this.firstColumn : 0;
    let line = this.firstLine + lineNumber - 1;
    const { gapLines } = this;
    for (let index = 0; index < gapLines.length && (gapLines[index] ?? 0) <= lineNumber; index += 1)
      line += this.gaps.list[index]?.lines ?? 0;
    return { line, column: before + column - 1 };
  }

  /** The number of UTF-16 units between two offsets of the slice; folded text counts in bytes. */
  countUtf16(start: number, end: number): number {
    const [from, to] = [this.indexOf(start), this.indexOf(end)];
    return this.table.countUtf16(from, to) + (end - start) - (to - from);
  }

  /** The text between two indexes of `bytes` as the editor holds it, with `\n` for every line end. */
  text(from = 0, to: number = this.bytes.length): string {
    return this.table.text(from, to);
  }

  /**
   * Applies one change event of the editor, and increments the revision. `selected` is a selection that reaches beyond the
   * slice, or `null`: a change that replaces its visible part replaces all of it. `takesFolded` says whether text that is
   * folded inside a changed range is removed too.
   */
  apply(changes: readonly EditorChange[], selected: ByteRange | null = null, takesFolded = true): AppliedChanges {
    const edited = editTable(this.table, changes, this.lineEnd);
    if (edited.splices.length === 0) return { splices: [], exact: true };
    const { before, after } = this.beyond(edited.splices, selected);
    const base = this.base;
    const lines = this.lines;
    const spread = this.gaps.toDocumentSplices(edited.splices, takesFolded);
    const gaps = this.gaps.mapThrough(edited.splices, takesFolded);
    const goneBytes = this.gaps.hiddenBytes - gaps.hiddenBytes;
    const goneLines = sumLines(this.gaps) - sumLines(gaps);
    this.size += edited.table.bytes.length - this.bytes.length - before - after - goneBytes;
    this.lineCount += edited.table.count - lines - goneLines;
    const { allBytes, allLines } = this.folds;
    this.folds = { ...this.folds, allBytes: allBytes - goneBytes, allLines: allLines - goneLines };
    this.gaps = gaps;
    this.knownGapLines = null;
    this.base = asByte(base - before);
    this.revision = asRevision(this.revision + 1);
    this.table = edited.table;
    this.lineEnd = this.table.prevailingEnd ?? this.lineEnd;
    const splices = spread.map(({ start, end, insert }) => ({
      start: asByte(base + start - before),
      end: asByte(base + end + after),
      insert,
    }));
    return { splices, exact: edited.exact };
  }

  /** Called when the document has rejected a change: these bytes then belong to none of its revisions. */
  lose(): void {
    this.revision = LOST;
  }

  get isLost(): boolean {
    return this.revision === LOST;
  }

  /** The editor's lines before which something is left out, one for each gap. */
  private get gapLines(): readonly number[] {
    this.knownGapLines ??= this.gaps.list.map(({ at }) => this.table.positionAt(at).lineNumber);
    return this.knownGapLines;
  }

  /** The number of bytes outside the slice that a change removes on either side. */
  private beyond(
    splices: readonly Splice[],
    selected: ByteRange | null,
  ): { readonly before: number; readonly after: number } {
    const [splice] = splices;
    if (selected === null || splice === undefined || splices.length > 1 || splice.start === splice.end)
      return { before: 0, after: 0 };
    const shownStart = Math.max(this.indexOf(selected.start), this.table.first);
    const shownEnd = this.indexOf(selected.end);
    if (splice.start !== shownStart || splice.end !== shownEnd) return { before: 0, after: 0 };
    return { before: Math.max(0, this.base - selected.start), after: Math.max(0, selected.end - this.end) };
  }
}

function sumLines({ list }: Gaps): number {
  return list.reduce((sum, { lines }) => sum + lines, 0);
}

/** The number of leading bytes that belong to a character that was cut. */
function brokenFront(bytes: Uint8Array): number {
  let at = 0;
  while (at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return at;
}

/** The number of blanks from `at` on, up to a small limit. */
function countSpaces(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end - at < MAX_SPACES && (bytes[end] === SPACE || bytes[end] === TAB)) end += 1;
  return end - at;
}

/** The end of a slice without a character or CRLF that was cut there. */
function brokenBack(bytes: Uint8Array): number {
  const end = bytes.length;
  if (bytes[end - 1] === CR) return end - 1;
  for (let at = end - 1; at >= 0 && at >= end - 3; at -= 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) return end;
    if (byte >= 0xc2) {
      const needed = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      return at + needed > end && at + sequenceLength(bytes, at, end) === end ? at : end;
    }
  }
  return end;
}
