// The list of somebody's documents is the server's. What was opened or made in this browser before somebody had signed in
// belongs into it too: the server is told the ids that are known here. @see requirements AUT-8

import type { RecentFiles } from '../storage/recent-files.ts';
import { parseCompoundKey } from '../../app/link/route.ts';
import type { Cloud } from './cloud.ts';

/** When the ids were told last; ISO. */
const SYNCED_KEY = 'cloudSyncDate';

/**
 * Tells the server the ids of the cloud's documents among the recent files; with `unless-done` only where that was never
 * done. Where nobody is signed in it is left for later.
 * @throws ServerError
 */
export async function syncIds(
  { cloud, recent }: { readonly cloud: Cloud; readonly recent: RecentFiles },
  storage: Storage,
  when: 'always' | 'unless-done',
): Promise<void> {
  if (!cloud.isSignedIn || (when === 'unless-done' && storage.getItem(SYNCED_KEY) !== null)) return;
  const keys = recent.read().map(({ compoundKey }) => parseCompoundKey(compoundKey));
  const add = keys.filter(({ source }) => source === 'cloud').map(({ id }) => id);
  await (await cloud.shelf()).patchIds({ add, remove: [] });
  storage.setItem(SYNCED_KEY, new Date().toISOString());
}
