// How a write is kept in a draft: as it is, but what it inserts as a file where that is long. The database would take
// such bytes in on the page's own thread, every time that a draft begins with them.

import type { Write } from '../client/journal.ts';
import { packSplices } from '../../shared/splicepack.ts';

/** Above this the bytes of a write are a file of their own. */
const LONG_BYTES = 256 * 1024;

const files = new WeakMap<Write, Write>();

/** What is stored for a write; the same for each time. It does what the write does. */
export function storedWrite(write: Write): Write {
  // What is typed comes in small pieces, and joins the step before it.
  if (write.type !== 'apply' || write.typing) return write;
  const bytes = write.splices.reduce((sum, { insert }) => sum + insert.length, 0);
  if (bytes <= LONG_BYTES) return write;
  const known = files.get(write);
  if (known !== undefined) return known;
  const stored: Write = { type: 'packed', splices: new Blob([packSplices(write.splices)]) };
  files.set(write, stored);
  return stored;
}
