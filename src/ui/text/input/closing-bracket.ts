// The level of a bracket that closes something whose opening line the window does not hold. Monaco looks for that line
// in the window and gives up; the document has said how the lines around the window are indented.

import { BRACKETS, tokenizeLine, type LineStart } from '../rendering/colours.ts';
import type { Slice } from '../window/slice.ts';

const SCOPES: ReadonlySet<string> = new Set(BRACKETS);
/** A bracket alone on its line. */
const ALONE = /^[ \t]*[}\]]$/;

/**
 * The indentation of a closing bracket that was typed at the end of `before`, which is its line up to there; `null`
 * where that is Monaco's to know, or nobody's. `lines` are those of the window above. Cost: their length.
 */
export function closingIndent(slice: Slice, lines: readonly string[], before: string): string | null {
  if (slice.base === 0 || !ALONE.test(before) || (lines.length === 0 && slice.firstColumn > 0)) return null;
  const kind = before.endsWith('}') ? 'object' : 'array';
  const closed = countClosed(lines, kind, {
    inside: slice.startsInString ? 'string' : 'nothing',
    depth: slice.startsAtDepth,
  });
  return closed === null ? null : (slice.outer.filter((line) => line.kind === kind)[closed]?.indent ?? null);
}

/**
 * How many brackets of before the first line are closed in these lines, of one kind, as Monaco counts; `null` where one
 * that opens in them is open.
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
