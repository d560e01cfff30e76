// Counts the numbers of a document that a double would change: candidates by a pass over the tape, each then looked at.

import { plainNumber } from '../../shared/bytes/literals.ts';
import type { JsonDocument } from '../document/document.ts';
import { TEXT_BASE } from '../base/memory.ts';
import type { Work } from '../base/work.ts';
import { isExact } from '../query/inexact.ts';

/** Bytes of candidates that are looked at in a slice, and entries that are read for them. */
const SLICE_BYTES = 1 << 17;
const SLICE_ENTRIES = 1 << 20;

/** The document has to be whole. */
export function* countInexact({ memory, tape }: JsonDocument): Work<number> {
  const latin1 = new TextDecoder('latin1');
  let count = 0;
  for (let from = 0; from < tape.count;) {
    const out = memory.tapeBase + tape.byteLength;
    memory.ensure(out + SLICE_BYTES);
    const { passes } = memory;
    const to = Math.min(tape.count, from + SLICE_ENTRIES);
    const end = passes.suspects(TEXT_BASE, memory.tapeBase, from, to, out, out + SLICE_BYTES) >>> 0;
    from = passes.suspectsEnd.value >>> 0;
    // One call for all of them: a call for each takes longer than the rest.
    for (const number of latin1.decode(memory.bytes.subarray(out, Math.max(out, end - 1))).split(','))
      if (number !== '' && !isExact(tape.dialect === 'json5' ? plainNumber(number) : number)) count += 1;
    yield { done: from, total: tape.count };
  }
  return count;
}
