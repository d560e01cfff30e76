// The blanks before a line's text: measuring their width, making blanks of a width, and replacing them.

import { TAB, SPACE } from '../../shared/bytes/ascii.ts';
import type { IndentStyle } from '../../shared/protocol/line-command.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { LinesPlan } from './lines-plan.ts';
import { TEXT_BASE, type DocumentMemory } from '../base/memory.ts';
import { SpliceList } from '../base/splice-list.ts';
import { SelectionTracker } from '../base/selection-tracking.ts';

/** Where a line's text begins, after its blanks; the line's end if it has none. */
export function textOfLine(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at += 1;
  return at;
}

/** The width in columns of the blanks between two places. */
export function widthOf(bytes: Uint8Array, start: number, end: number, tabSize: number): number {
  let width = 0;
  for (let at = start; at < end; at += 1) width += bytes[at] === TAB ? tabSize - (width % tabSize) : 1;
  return width;
}

/** Columns per level. */
export function levelOf({ insertSpaces, size, tabSize }: IndentStyle): number {
  return insertSpaces ? size : tabSize;
}

/** Changes the indentation of lines, which are given in order. */
export class Indenter {
  private readonly list: SpliceList;
  private readonly tracker: SelectionTracker;
  private readonly made = new Map<number, Uint8Array>();

  constructor(
    memory: DocumentMemory,
    spans: Selection,
    private readonly style: IndentStyle,
  ) {
    this.list = new SpliceList(memory);
    this.tracker = new SelectionTracker(spans, true);
  }

  /**
   * Indents a line by `width` columns. `start` and `text` are the addresses of the line and of its text. Blanks that are
   * already right stay.
   */
  indent(bytes: Uint8Array, start: number, text: number, width: number): void {
    const blanks = this.blanksOf(width);
    let same = 0;
    while (same < blanks.length && same < text - start && blanks[same] === bytes[start + same]) same += 1;
    this.tracker.edit(start - TEXT_BASE, text - TEXT_BASE, blanks.length);
    if (same < blanks.length || start + same < text)
      this.list.add(start + same - TEXT_BASE, text - TEXT_BASE, blanks.subarray(same));
  }

  finish(): LinesPlan {
    return { splices: this.list.finish(), spans: this.tracker.finish() };
  }

  /** The blanks of a width; cached. */
  private blanksOf(width: number): Uint8Array {
    let bytes = this.made.get(width);
    if (bytes === undefined) {
      const { insertSpaces, tabSize } = this.style;
      const tabs = insertSpaces ? 0 : Math.floor(width / tabSize);
      bytes = new Uint8Array(tabs + width - tabs * tabSize).fill(TAB, 0, tabs).fill(SPACE, tabs);
      this.made.set(width, bytes);
    }
    return bytes;
  }
}
