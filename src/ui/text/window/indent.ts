// Detects how a text is indented, so that Enter and Tab continue in its style.

import { LF, CR, TAB, SPACE } from '../../../shared/bytes/ascii.ts';
import type { EditorChange } from './text-change.ts';

/** A level of indentation: a tab, or `size` spaces. */
export interface Indent {
  readonly insertSpaces: boolean;
  readonly size: number;
}

/** A line begun by Enter: its number in the editor, from 1, its indentation, and the indentation that it should have. */
export interface BegunLine {
  readonly line: number;
  readonly is: string;
  readonly wanted: string;
}

export const TWO_SPACES: Indent = { insertSpaces: true, size: 2 };

const LINES = 400;
const MAX_INDENT = 8;

/**
 * Detects the indentation from the first lines; two spaces if none of them is indented. `outer` is the indentation of the lines
 * that open the containers around them, innermost first: the lines of a window may all be on one level. Cost: those lines.
 */
export function detectIndent(bytes: Uint8Array, outer: readonly string[] = []): Indent {
  // For each width, the number of lines that are deeper than the line before by this width.
  const votes = new Uint32Array(MAX_INDENT + 1);
  let tabs = 0;
  let before = 0;
  const note = (width: number, isTab: boolean): void => {
    if (width === 0 && isTab) tabs += 1;
    const deeper = width - before;
    if (deeper > 0 && deeper <= MAX_INDENT) votes[deeper] = (votes[deeper] ?? 0) + 1;
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

/**
 * The indentation of a line that follows one indented by `blanks`, as the editor writes it. `deeper` extends it to the next
 * whole level.
 */
export function nextIndent(blanks: string, { insertSpaces, size }: Indent, deeper: boolean): string {
  let width = 0;
  for (const blank of deeper ? `${blanks}\t` : blanks) width += blank === '\t' ? size - (width % size) : 1;
  if (insertSpaces) return ' '.repeat(width);
  return '\t'.repeat(Math.floor(width / size)) + ' '.repeat(width % size);
}

/**
 * The lines that Enter has begun in the editor's first line, which is the middle of a line indented by `indent`. A line that
 * Monaco has indented is to be one level deeper. `changes` are Monaco's, from the last to the first.
 */
export function linesBegun(changes: readonly EditorChange[], indent: string, style: Indent): BegunLine[] {
  const begun: BegunLine[] = [];
  for (const { range, text } of changes.toReversed()) {
    if (range.startLineNumber > 1) break;
    for (const is of text.split('\n').slice(1))
      begun.push({ line: begun.length + 2, is, wanted: nextIndent(indent, style, is !== '') });
  }
  return begun;
}
