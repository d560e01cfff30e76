// The indentation of many values' lines, in the order of the text. `lineIndent` looks back for the line's
// start each time, up to 64 KB: in a document of one long line that takes seconds for a hundred thousand.

import { lineIndent } from './container-layout.ts';
import type { Places } from '../tape/places.ts';
import { LF } from '../../../shared/bytes/ascii.ts';

/** Further on than `lineIndent` looks back, that is the shorter way. */
const FAR = 65_536;

/** Answers what `lineIndent` does for offsets that rise; in the same line, what it was before. */
export class Indents {
  private last = -1;
  private indent: string | null = null;

  constructor(private readonly places: Places) {}

  /** The indentation of the line that a byte is in; `null` where it is not known. */
  at(offset: number): string | null {
    if (this.last < 0 || offset - this.last > FAR || this.hasLineEnd(this.last, offset))
      this.indent = lineIndent(this.places, offset);
    this.last = offset;
    return this.indent;
  }

  private hasLineEnd(start: number, end: number): boolean {
    const { text } = this.places;
    for (let at = start; at < end; at += 1) if (text.byteAt(at) === LF) return true;
    return false;
  }
}
