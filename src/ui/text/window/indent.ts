// How a text is indented, read from the text: Enter and Tab go on as the author began.

import type { TextChange } from './text-change.ts';

/** A level of indentation: a tab, or so many spaces. */
export interface Indent {
  readonly insertSpaces: boolean;
  readonly size: number;
}

/** A line that Enter has begun, in the editor's lines from 1, and what it is indented by. */
export interface BegunLine {
  readonly line: number;
  readonly is: string;
  readonly wanted: string;
}

export const TWO_SPACES: Indent = { insertSpaces: true, size: 2 };

const LINES = 400;
const WIDEST = 8;
const LF = 10;
const CR = 13;
const TAB = 9;
const SPACE = 32;

/**
 * The indentation of the first lines; two spaces where none is indented. `outer` is that of the lines that open what is
 * around them, from the innermost outwards: the lines of a window may all be at one level. Cost: those lines.
 */
export function detectIndent(bytes: Uint8Array, outer: readonly string[] = []): Indent {
  // How often a line was so much deeper than the one before.
  const votes = new Uint32Array(WIDEST + 1);
  let tabs = 0;
  let before = 0;
  const note = (width: number, isTab: boolean): void => {
    if (width === 0 && isTab) tabs += 1;
    const deeper = width - before;
    if (deeper > 0 && deeper <= WIDEST) votes[deeper] = (votes[deeper] ?? 0) + 1;
    before = width;
  };
  for (const blanks of outer.toReversed()) note(blanks.startsWith('\t') ? 0 : blanks.length, blanks.startsWith('\t'));
  for (let at = 0, line = 0; at < bytes.length && line < LINES; line += 1) {
    let width = 0;
    while (bytes[at + width] === SPACE) width += 1;
    note(width, bytes[at] === TAB);
    while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1;
    at += 1;
  }
  const best = votes.reduce((most, count, width) => (count > (votes[most] ?? 0) ? width : most), 0);
  if (tabs > (votes[best] ?? 0)) return { insertSpaces: false, size: 4 };
  return best === 0 ? TWO_SPACES : { insertSpaces: true, size: best };
}

/** The indentation that a line's own makes, `deeper` by a level or not, as the editor writes it: to whole levels. */
export function nextIndent(blanks: string, { insertSpaces, size }: Indent, deeper: boolean): string {
  let width = 0;
  for (const blank of deeper ? `${blanks}\t` : blanks) width += blank === '\t' ? size - (width % size) : 1;
  if (insertSpaces) return ' '.repeat(width);
  return '\t'.repeat(Math.floor(width / size)) + ' '.repeat(width % size);
}

/**
 * The lines that Enter has begun in the editor's first line, which is indented by `indent` where it begins; a line that
 * Monaco has indented is a level deeper. `changes` are Monaco's, from the last to the first.
 */
export function linesBegun(changes: readonly TextChange[], indent: string, style: Indent): BegunLine[] {
  const begun: BegunLine[] = [];
  for (const { range, text } of changes.toReversed()) {
    if (range.startLineNumber > 1) break;
    for (const is of text.split('\n').slice(1))
      begun.push({ line: begun.length + 2, is, wanted: nextIndent(indent, style, is !== '') });
  }
  return begun;
}
