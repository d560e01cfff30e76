// The text without its gaps, as a text view shows it. *Shown* offsets and lines count only what is not hidden; a shown offset
// at a gap belongs to the line after it. Without folds both equal the document's own.

import { countWhile } from '../../shared/bytes/binary-search.ts';
import { type FoldGap, type FoldGaps, countGaps, hides } from '../document/folds.ts';
import type { JsonDocument } from '../document/document.ts';

/** The shown text of one document; valid until the document or its folds change. */
export class ShownText {
  private readonly gaps: FoldGaps;

  constructor(private readonly document: JsonDocument) {
    this.gaps = document.folds.gaps;
  }

  /** The number of shown bytes. */
  get size(): number {
    return this.document.size - this.hiddenBytes;
  }

  /** The number of shown lines; at least 1. */
  get lineCount(): number {
    return this.document.lines.lineCount - this.hiddenLines;
  }

  get hiddenBytes(): number {
    return this.gaps.bytesBefore[this.gaps.starts.length] ?? 0;
  }

  get hiddenLines(): number {
    return this.gaps.linesBefore[this.gaps.starts.length] ?? 0;
  }

  /**
   * The shown offset of a byte; for a hidden byte, that of the line end before its gap, on the line where its container opens.
   */
  shownOf(offset: number): number {
    const count = countGaps(this.gaps, offset);
    if (hides(this.gaps, offset))
      return (this.gaps.starts[count - 1] ?? 0) - (this.gaps.bytesBefore[count - 1] ?? 0) - 1;
    return offset - (this.gaps.bytesBefore[count] ?? 0);
  }

  /** The byte at a shown offset. */
  offsetOf(shown: number): number {
    return shown + (this.gaps.bytesBefore[this.countBefore(this.gaps.starts, this.gaps.bytesBefore, shown)] ?? 0);
  }

  /** The first byte of a shown line; the text's end for a line past the last. */
  startOfLine(line: number): number {
    const { lines, linesBefore } = this.gaps;
    return this.document.lines.startOfLine(line + (linesBefore[this.countBefore(lines, linesBefore, line)] ?? 0));
  }

  /** The shown line of a byte; for a hidden byte, the line on which its container opens. */
  lineAt(offset: number): number {
    const count = countGaps(this.gaps, offset);
    if (hides(this.gaps, offset))
      return (this.gaps.lines[count - 1] ?? 0) - (this.gaps.linesBefore[count - 1] ?? 0) - 1;
    return this.document.lines.lineAt(offset) - (this.gaps.linesBefore[count] ?? 0);
  }

  /** The number of hidden bytes and lines before a byte that is not hidden. */
  hiddenBefore(offset: number): { readonly bytes: number; readonly lines: number } {
    const count = countGaps(this.gaps, offset);
    return { bytes: this.gaps.bytesBefore[count] ?? 0, lines: this.gaps.linesBefore[count] ?? 0 };
  }

  /** A copy of the shown bytes between two bytes that are not hidden. */
  text(start: number, end: number): Uint8Array {
    const { memory } = this.document;
    const gaps = this.between(start, end);
    if (gaps.length === 0) return memory.text(start, end).slice();
    const bytes = new Uint8Array(this.shownOf(end) - this.shownOf(start));
    let [read, written] = [start, 0];
    for (const gap of gaps) {
      bytes.set(memory.text(read, gap.start), written);
      written += gap.start - read;
      read = gap.end;
    }
    bytes.set(memory.text(read, end), written);
    return bytes;
  }

  /** The gaps between two bytes that are not hidden, including a gap that ends at the second. */
  between(start: number, end: number): FoldGap[] {
    const { starts, ends, lines, linesBefore } = this.gaps;
    const first = countGaps(this.gaps, start);
    const last = countGaps(this.gaps, end);
    return Array.from({ length: last - first }, (_, index) => {
      const at = first + index;
      return {
        start: starts[at] ?? 0,
        end: ends[at] ?? 0,
        line: lines[at] ?? 0,
        lines: (linesBefore[at + 1] ?? 0) - (linesBefore[at] ?? 0),
      };
    });
  }

  /**
   * The number of gaps before a shown offset or line. `places` are the offsets or lines of the gaps, `before` the running sums
   * of what they hide.
   */
  private countBefore(places: Uint32Array, before: Float64Array, shown: number): number {
    return countWhile(places.length, (gap) => (places[gap] ?? 0) - (before[gap] ?? 0) <= shown);
  }
}
