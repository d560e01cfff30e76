// The line ends that formatting keeps: which one a text uses, and whether its last line ends with one.

import { CR, LF } from '../../shared/bytes/ascii.ts';
import { TEXT_BASE, type DocumentMemory } from '../base/memory.ts';
import type { JsonDocument } from '../document/document.ts';
import { lineEndOf, type LineEnd } from '../document/first-line-end.ts';

/** The line ends of a formatted text, and whether its last line ends with one. */
export interface LineEnds {
  readonly lineEnd: LineEnd;
  readonly endsLastLine: boolean;
}

/** The line ends of a text, as formatting keeps them. */
export function lineEndsOf({ memory }: JsonDocument): LineEnds {
  let at = memory.size - 1;
  for (let byte = byteAt(memory, at); byte === 0x20 || byte === 0x09; byte = byteAt(memory, at)) at -= 1;
  const last = byteAt(memory, at);
  return { lineEnd: lineEndOf(memory), endsLastLine: last === LF || last === CR };
}

function byteAt({ bytes }: DocumentMemory, at: number): number {
  return at < 0 ? 0 : (bytes[TEXT_BASE + at] ?? 0);
}
