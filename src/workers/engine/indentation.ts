// What stands before a line's text: how wide it is, and blanks of a width.

import type { IndentStyle } from '../../shared/linecommand.ts';

const TAB = 9;
const SPACE = 32;

/** Where a line's text begins, behind its blanks; the line's end, where it has none. */
export function textOfLine(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at += 1;
  return at;
}

/** How many columns the blanks between two places take. */
export function widthOf(bytes: Uint8Array, start: number, end: number, tabSize: number): number {
  let width = 0;
  for (let at = start; at < end; at += 1) width += bytes[at] === TAB ? tabSize - (width % tabSize) : 1;
  return width;
}

/** How many columns a level is. */
export function levelOf({ insertSpaces, size, tabSize }: IndentStyle): number {
  return insertSpaces ? size : tabSize;
}

/** Indentations as bytes, each made once. */
export class Indentations {
  private readonly made = new Map<number, Uint8Array>();

  constructor(private readonly style: IndentStyle) {}

  /** So many columns. */
  at(width: number): Uint8Array {
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
