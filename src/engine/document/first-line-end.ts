// The line ending of a text's first line, which nearly all other lines share: found in constant time at any size.

import { TEXT_BASE, type DocumentMemory } from '../base/memory.ts';
import { CR, LF } from '../../shared/bytes/ascii.ts';

/** A longer first line is not searched. */
const GLANCE_BYTES = 65_536;

const LINE_ENDS = { none: '\n', lf: '\n', crlf: '\r\n', cr: '\r' } as const;

/** The characters that end a line. */
export type LineEnd = '\n' | '\r\n' | '\r';

/** `none` if there is only one line, or the first is too long to be searched. */
export function firstLineEnd(memory: DocumentMemory): 'none' | 'lf' | 'crlf' | 'cr' {
  const text = memory.text(0, Math.min(memory.size, GLANCE_BYTES));
  const lf = text.indexOf(LF);
  const cr = (lf < 0 ? text : text.subarray(0, lf)).indexOf(CR);
  if (cr < 0) return lf < 0 ? 'none' : 'lf';
  return memory.bytes[TEXT_BASE + cr + 1] === LF && cr + 1 < memory.size ? 'crlf' : 'cr';
}

/** The line end that a text uses: that of its first line, else the one at its end; LF when it has none. */
export function lineEndOf(memory: DocumentMemory): LineEnd {
  const first = firstLineEnd(memory);
  if (first !== 'none') return LINE_ENDS[first];
  const end = memory.text(Math.max(0, memory.size - 2), memory.size);
  if (end.at(-1) === CR) return '\r';
  return end.at(-1) === LF && end[0] === CR ? '\r\n' : '\n';
}
