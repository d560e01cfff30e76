// Parses a place to go to in a document:
//
//   12          line 12              12:5      its column 5; also 12,5
//   @1234       byte 1234            also: offset 1234, byte 1234
//   $.a[3]      a path, in any of the spellings that `path-text.ts` parses

import type { Path } from './path.ts';
import { parsePath } from './path-text.ts';

/** A place; line, column and offset count from 0. */
export type DocumentTarget =
  | { readonly type: 'line'; readonly line: number; readonly column: number }
  | { readonly type: 'offset'; readonly offset: number }
  | { readonly type: 'path'; readonly path: Path };

const LINE = /^(\d+)(?:\s*[:,]\s*(\d+))?$/;
const OFFSET = /^(?:@|offset\s+|byte\s+)\s*(\d+)$/i;

/**
 * Parses a target; `null` for an empty text. Lines and columns in it count from 1, and 0 means 1.
 * @throws CodedError `syntax` with the error in a path
 */
export function parseTarget(text: string): DocumentTarget | null {
  const wanted = text.trim();
  if (wanted === '') return null;
  const line = LINE.exec(wanted);
  if (line !== null) return { type: 'line', line: fromOne(line[1]), column: fromOne(line[2] ?? '1') };
  const offset = OFFSET.exec(wanted);
  if (offset !== null) return { type: 'offset', offset: Number(offset[1]) };
  // White space at the end of a JSON Pointer belongs to its last key.
  return {
    type: 'path',
    path: parsePath(wanted.startsWith('/') || wanted.startsWith('#') ? text.trimStart() : wanted),
  };
}

function fromOne(digits: string | undefined): number {
  return Math.max(0, Number(digits) - 1);
}
