// What ends the first line of a text, which is what the others nearly always end with: known at once, at any size.

import { TEXT_BASE, type DocumentMemory } from '../base/memory.ts';
import { CR, LF } from '../../../shared/bytes/ascii.ts';

/** A first line that is longer says nothing. */
const GLANCE_BYTES = 65_536;

/** `none` where the first line is all there is, or too long to be looked through. */
export function firstLineEnd(memory: DocumentMemory): 'none' | 'lf' | 'crlf' | 'cr' {
  const text = memory.text(0, Math.min(memory.size, GLANCE_BYTES));
  const lf = text.indexOf(LF);
  const cr = (lf < 0 ? text : text.subarray(0, lf)).indexOf(CR);
  if (cr < 0) return lf < 0 ? 'none' : 'lf';
  return memory.bytes[TEXT_BASE + cr + 1] === LF && cr + 1 < memory.size ? 'crlf' : 'cr';
}
