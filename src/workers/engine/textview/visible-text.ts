// The text without its gaps, as a text view shows it. *Shown* offsets and lines count what is not hidden; a
// shown offset where a gap is, is that of the line behind it. Without folds both are the document's own.

import { countWhile } from '../../../shared/bytes/halving.ts';
import { type Gap, type Gaps, countGaps, hides } from '../document/folds.ts';
import type { JsonDocument } from '../document/document.ts';

/** The shown text of one document, until that changes or folds. */
export class ShownText {
  private readonly gaps: Gaps;

  constructor(private readonly document: JsonDocument) {
    this.gaps = document.folds.gaps;
  }

  /** Shown bytes. */
  get size(): number {
    return this.document.size - this.hiddenBytes;
  }

  /** Shown lines; at least 1. */
  get lineCount(): number {
    return this.document.lines.lineCount - this.hiddenLines;
  }

  get hiddenBytes(): number {
    return this.gaps.bytesBefore[this.gaps.starts.length] ?? 0;
  }

  get hiddenLines(): number {
    return this.gaps.linesBefore[this.gaps.starts.length] ?? 0;
  }

  /** The shown offset of a byte; of a hidden one, that of the line end before the gap, where its container opens. */
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

  /** The first byte of a shown line; a line past the end gives the text's end. */
  startOfLine(line: number): number {
    const { lines, linesBefore } = this.gaps;
    return this.document.lines.startOfLine(line + (linesBefore[this.countBefore(lines, linesBefore, line)] ?? 0));
  }

  /** The shown line of a byte; of a hidden one, the line that its container opens on. */
  lineAt(offset: number): number {
    const count = countGaps(this.gaps, offset);
    if (hides(this.gaps, offset))
      return (this.gaps.lines[count - 1] ?? 0) - (this.gaps.linesBefore[count - 1] ?? 0) - 1;
    return this.document.lines.lineAt(offset) - (this.gaps.linesBefore[count] ?? 0);
  }

  /** What is hidden before a byte that is not. */
  hiddenBefore(offset: number): { readonly bytes: number; readonly lines: number } {
    const count = countGaps(this.gaps, offset);
    return { bytes: this.gaps.bytesBefore[count] ?? 0, lines: this.gaps.linesBefore[count] ?? 0 };
  }

  /** A copy of the shown bytes between two that are not hidden. */
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

  /** The gaps between two bytes that are not hidden; one that ends where the second is, too. */
  between(start: number, end: number): Gap[] {
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

  /** How many gaps are before a shown offset or line; `places` are the gaps' own, `before` the sums of what they hide. */
  private countBefore(places: Uint32Array, before: Float64Array, shown: number): number {
    return countWhile(places.length, (gap) => (places[gap] ?? 0) - (before[gap] ?? 0) <= shown);
  }
}
