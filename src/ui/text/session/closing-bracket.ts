// Indents a closing bracket whose opening line is not in the window. Monaco looks for that line in the window only; but the
// slice includes the indentation of the lines that open the containers around it.

import { BRACKETS, tokenizeLine, type LineStart } from '../editor/colours.ts';
import type { TextSlice } from '../window/slice.ts';

const SCOPES: ReadonlySet<string> = new Set(BRACKETS);
/** A line that consists of a closing bracket only. */
const ALONE = /^[ \t]*[}\]]$/;

/**
 * The indentation of a closing bracket that was just typed, where `before` is its line up to and including the bracket. `null`
 * if Monaco can determine it, or if it is unknown. `lines` are the lines above in the window. Cost: their length.
 */
export function closingIndent(slice: TextSlice, lines: readonly string[], before: string): string | null {
  if (slice.base === 0 || !ALONE.test(before) || (lines.length === 0 && slice.firstColumn > 0)) return null;
  const kind = before.endsWith('}') ? 'object' : 'array';
  const closed = countClosed(lines, kind, {
    inside: slice.startsInString ? 'string' : 'nothing',
    depth: slice.startsAtDepth,
  });
  return closed === null ? null : (slice.outer.filter((line) => line.kind === kind)[closed]?.indent ?? null);
}

/**
 * The number of brackets of one kind that these lines close and that were opened before the first line, counted as Monaco does;
 * `null` if one opened in these lines is still open.
 */
function countClosed(lines: readonly string[], kind: 'object' | 'array', start: LineStart): number | null {
  const [opening, closing] = kind === 'object' ? '{}' : '[]';
  let closed = 0;
  let open = 0;
  let state = start;
  for (const line of lines) {
    const { tokens, next } = tokenizeLine(line, state);
    for (const [index, { startIndex, scopes }] of tokens.entries()) {
      if (!SCOPES.has(scopes)) continue;
      for (const character of line.slice(startIndex, tokens[index + 1]?.startIndex)) {
        if (character === opening) open += 1;
        else if (character !== closing) continue;
        else if (open > 0) open -= 1;
        else closed += 1;
      }
    }
    state = next;
  }
  return open > 0 ? null : closed;
}
