// Finds out which line ends a text has. Texts without a carriage return, which are most, are searched at memory speed.

import type { LineEndCounts } from '../../shared/protocol/problems.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';
import { TEXT_BASE, type DocumentMemory } from '../base/memory.ts';
import { CR, LF } from '../../shared/bytes/ascii.ts';

/** Returns the line ends of a text. `lineCount` is its number of lines, at least 1; a lone carriage return ends one. */
export function* findLineEnds(memory: DocumentMemory, lineCount: number): Work<LineEndCounts> {
  const { size } = memory;
  const breaks = lineCount - 1;
  if (breaks === 0) return 'none';
  let pairs = 0;
  let lone = 0;
  for (let start = 0; start < size; start += SLICE_BYTES) {
    const text = memory.text(start, Math.min(size, start + SLICE_BYTES));
    for (let at = text.indexOf(CR); at >= 0; at = text.indexOf(CR, at + 1)) {
      if (memory.bytes[TEXT_BASE + start + at + 1] === LF && start + at + 1 < size) pairs += 1;
      else lone += 1;
    }
    if (lone > 0 && pairs > 0) return 'mixed';
    yield { done: start, total: size };
  }
  if (pairs === 0 && lone === 0) return 'lf';
  if (pairs === breaks) return 'crlf';
  return lone === breaks ? 'cr' : 'mixed';
}
