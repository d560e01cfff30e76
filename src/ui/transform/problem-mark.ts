// What of a query is marked for an error at a place.

import type { ErrorPlace } from '../../shared/errors.ts';

/** A part of a line; line and columns count from 1. */
export interface QueryMark {
  readonly lineNumber: number;
  readonly startColumn: number;
  readonly endColumn: number;
}

/**
 * The word or character at the place. Where nothing stands, because something is missing, the character before it: a mark
 * without a width can't be seen.
 */
export function markOf(lines: readonly string[], { line, column }: ErrorPlace): QueryMark {
  const text = lines[line] ?? '';
  const [word] = /^(?:[\p{L}\p{N}_$]+|\s*\S)/u.exec(text.slice(column)) ?? [];
  if (word !== undefined && line < lines.length)
    return { lineNumber: line + 1, startColumn: column + 1, endColumn: column + 1 + word.length };
  for (let index = Math.min(line, lines.length - 1); index >= 0; index -= 1) {
    const before = (lines[index] ?? '').slice(0, index === line ? column : undefined).trimEnd();
    if (before === '') continue;
    return { lineNumber: index + 1, startColumn: before.length, endColumn: before.length + 1 };
  }
  return { lineNumber: 1, startColumn: 1, endColumn: 1 };
}
