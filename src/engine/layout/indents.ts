// The indentation of the lines of many values, in the order of the text. `lineIndent` searches back for the line's start each
// time, up to 64 KB: in a document of one long line that takes seconds for a hundred thousand values.

import { lineIndent } from './container-layout.ts';
import type { Places } from '../tape/places.ts';
import { LF } from '../../shared/bytes/ascii.ts';

/** Beyond this distance `lineIndent` is cheaper: it searches no further back. */
const FAR = 65_536;

/** Like `lineIndent`, for ascending offsets; caches the result within a line. */
export class Indents {
  private last = -1;
  private indent: string | null = null;

  constructor(private readonly places: Places) {}

  /** The indentation of the line at an offset; `null` if it is not known. */
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
