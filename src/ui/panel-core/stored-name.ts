// Names of documents as far as the first page needs them; `document-names.ts` has the rest.

import { loadWithRetry } from '../browser/load-with-retry.ts';
import { NAMES, UNNAMED } from '../strings/documents/opening.ts';

/** Loads what makes names. */
export const loadNames = loadWithRetry(() => import('./document-names.ts'));

/**
 * Returns the name under which a document is stored first; `null` if it has none of its own, and gets the next free one. What was
 * made of the example is not the example.
 */
export function storedName(name: string): string | null {
  return name === UNNAMED || name === NAMES.sample ? null : name;
}
