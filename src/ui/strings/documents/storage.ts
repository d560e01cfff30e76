// Messages about documents stored in the browser. @see the specification, §5 and §8

import { formatSize } from '../../../shared/bytes/size.ts';

export type DatabaseAction = 'save' | 'load' | 'delete' | 'loadContent' | 'loadAll' | 'loadKeys';

const PRIVATE = 'Are you running in private mode or is the browser history disabled?';

/** When the browser's database fails. */
export const DATABASE_FAILED: Readonly<Record<DatabaseAction, string>> = {
  save: `Failed to save document in local database. ${PRIVATE}`,
  load: `Failed to load document from local database. ${PRIVATE}`,
  delete: `Failed to delete document from local database. ${PRIVATE}`,
  loadContent: `Failed to load document content from local database. ${PRIVATE}`,
  loadAll: `Failed to load documents from local database. ${PRIVATE}`,
  loadKeys: `Failed to load document keys from local database. ${PRIVATE}`,
};

/**
 * Shown once when a document is too large to be stored. Sizes are in bytes; `max` is `null` if the browser has no room for it.
 */
export function tooLargeLocally(size: number, max: number | null): string {
  const most = max === null ? 'less than that' : formatSize(max);
  return `The JSON document is too large to store locally in your browser, and will be lost when closing the browser. Make sure you save the document yourself. (actual size: ${formatSize(size)}, maximum size: ${most}).`;
}

export function loaded(name: string): string {
  return `Document ${name} loaded.`;
}

export function reloaded(name: string): string {
  return `${name} is shown as another tab has saved it.`;
}

export const DELETED = 'Document successfully deleted.';
export const UNDO_DELETE = 'Undo';
export const RESTORED = 'The document is back.';

export function notFound(id: string): string {
  return `Failed to load document with id "${id}". There is no such document in this browser.`;
}

/** When a document that is to be saved or renamed no longer exists. */
export function noLocal(id: string): string {
  return `There is no local document with the id "${id}".`;
}

/** Possible reasons why a local document does not exist. */
export const NOT_FOUND_REASONS = [
  'Did you delete this document?',
  'Did you save it in the cloud instead? Then the local copy was removed.',
  'Did you clean the offline storage of your browser?',
  'Did someone share the url of a local document from their own browser with you? Local documents cannot be shared that way.',
] as const;

export function changedElsewhere(name: string): string {
  return `"${name}" was saved by another tab or window after it was opened here.`;
}

export const DRAFT_DAMAGED = 'This unsaved work is damaged in the browser’s storage and cannot be read.';

export const MIGRATION_FAILED = 'Cannot migrate document: undefined';
