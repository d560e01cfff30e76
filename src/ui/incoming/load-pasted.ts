// Loads what opens a pasted text, once one is pasted.

import { loadWithRetry } from '../browser/load-with-retry.ts';

export const loadPasted = loadWithRetry(() => import('./open-pasted.ts'));
