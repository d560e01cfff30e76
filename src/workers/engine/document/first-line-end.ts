// The line ending of a text's first line, which nearly all other lines share: found in constant time at any size.

import { TEXT_BASE, type DocumentMemory } from '../base/memory.ts';
import { CR, LF } from '../../../shared/bytes/ascii.ts';

/** A longer first line is not searched. */
const GLANCE_BYTES = 65_536;

/** `none` if there is only one line, or the first is too long to be searched. */
export function firstLineEnd(memory: DocumentMemory): 'none' | 'lf' | 'crlf' | 'cr' {
  const text = memory.text(0, Math.min(memory.size, GLANCE_BYTES));
  const lf = text.indexOf(LF);
  const cr = (lf < 0 ? text : text.subarray(0, lf)).indexOf(CR);
  if (cr < 0) return lf < 0 ? 'none' : 'lf';
  return memory.bytes[TEXT_BASE + cr + 1] === LF && cr + 1 < memory.size ? 'crlf' : 'cr';
}
