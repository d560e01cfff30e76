// How a write is kept in a draft: as it is, but with contents in a form that the database takes, and with long inserts packed
// into one content. The database would copy such bytes on the page's own thread.

import type { Write } from '../../client/journal.ts';
import { packSplices } from '../../../shared/document/splice-pack.ts';
import type { Dialect } from '../../../shared/document/dialect.ts';
import { contentOf, type ContentForm, type StoredContent } from './stored-content.ts';

/** Above this the bytes of a write are a content of their own. */
const LONG_BYTES = 256 * 1024;

/** A write as it lies in the database. */
export type StoredWrite =
  | Exclude<Write, { readonly type: 'replace' | 'packed' }>
  | { readonly type: 'packed'; readonly splices: StoredContent }
  | { readonly type: 'replace'; readonly source: { readonly content: StoredContent; readonly dialect: Dialect } };

/** What is stored for a write. */
export async function storedWrite(write: Write, form: ContentForm): Promise<StoredWrite> {
  if (write.type === 'replace') {
    const { content, dialect } = write.source;
    return { type: 'replace', source: { content: await form.of(content), dialect } };
  }
  if (write.type === 'packed') return { type: 'packed', splices: await form.of(write.splices) };
  // What is typed comes in small pieces, and joins the step before it.
  if (write.type !== 'apply' || write.typedAt !== null) return write;
  const bytes = write.splices.reduce((sum, { insert }) => sum + insert.length, 0);
  if (bytes <= LONG_BYTES) return write;
  return { type: 'packed', splices: await form.of(new Blob([packSplices(write.splices)])) };
}

/** Whether a write can be stored without waiting for its contents. */
export function isPlain(write: Write): write is Extract<Write, StoredWrite> {
  return write.type === 'edit' || write.type === 'return' || (write.type === 'apply' && write.typedAt !== null);
}

/** The write that was stored. */
export function restoredWrite(stored: StoredWrite): Write {
  if (stored.type === 'packed') return { type: 'packed', splices: contentOf(stored.splices) };
  if (stored.type !== 'replace') return stored;
  const { content, dialect } = stored.source;
  return { type: 'replace', source: { content: contentOf(content), dialect } };
}
