// How a write is stored in a draft: unchanged, except that contents have a form that the database accepts, and that long
// inserts are packed into one content. The database would copy such bytes on the page's own thread.

import type { StoredWrite } from './draft-record.ts';
import type { JournaledWriting } from '../../client/journal.ts';
import type { Splice } from '../../../shared/document/splice.ts';
import { packSplices } from '../../../shared/document/splice-pack.ts';
import { contentOf } from '../../model/stored-content.ts';
import type { ContentForm } from './content-form.ts';

/** Above this size, the inserts of a write are packed into a content. */
const LONG_BYTES = 256 * 1024;

/** Returns the stored form of a write. */
export async function storedWrite(write: JournaledWriting, form: ContentForm): Promise<StoredWrite> {
  if (write.type === 'replace') {
    const { content, dialect } = write.source;
    return { type: 'replace', source: { content: await form.of(content), dialect } };
  }
  if (write.type === 'packed') return { type: 'packed', splices: await form.of(write.splices) };
  // Typing comes in small pieces, which join the previous undo step.
  if (write.type !== 'apply' || write.step !== 'alone') return write;
  const bytes = write.splices.reduce((sum, { insert }) => sum + insert.length, 0);
  if (bytes <= LONG_BYTES) return write;
  return { type: 'packed', splices: await form.of(new Blob([packSplices(write.splices)])) };
}

/** Whether a write is stored as it is, without `storedWrite`. */
export function isPlain(write: JournaledWriting): write is Extract<JournaledWriting, StoredWrite> {
  return write.type === 'edit' || write.type === 'return' || (write.type === 'apply' && write.step !== 'alone');
}

/** Returns the write of a stored form. */
export function restoredWrite(stored: StoredWrite): JournaledWriting {
  if (stored.type === 'packed') return { type: 'packed', splices: contentOf(stored.splices) };
  // Earlier versions stored the time of typing instead of the undo step.
  if (stored.type === 'apply' && !('step' in stored)) {
    const { splices, typedAt } = stored as { readonly splices: readonly Splice[]; readonly typedAt?: number | null };
    return { type: 'apply', splices, step: typeof typedAt === 'number' ? 'continues' : 'alone' };
  }
  if (stored.type !== 'replace') return stored;
  const { content, dialect } = stored.source;
  return { type: 'replace', source: { content: contentOf(content), dialect } };
}
