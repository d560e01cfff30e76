// Opens a document of the recent files, or of a shelf, by its compound key.

import { parseCompoundKey } from '../../link/route.ts';
import { isShelfKey } from '../../model/document-key.ts';
import type { Opening } from './opening.ts';

/** Opens the document in the panel of these actions. On failure the panel stays as it was. */
export function openByKey(
  actions: Pick<Opening, 'openShelved' | 'openUrl' | 'openKey'>,
  compoundKey: string,
): Promise<boolean> {
  const key = parseCompoundKey(compoundKey);
  if (isShelfKey(key)) return actions.openShelved(key);
  return key.source === 'url' ? actions.openUrl(key.id) : actions.openKey(compoundKey);
}
