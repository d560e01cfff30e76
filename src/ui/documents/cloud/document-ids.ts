// The list of a user's documents is stored by the server. Documents opened or created in this browser before the user signed in
// belong on it too: their ids are sent to the server. @see requirements AUT-8

import type { RecentFiles } from '../storage/recent-files.ts';
import { parseCompoundKey } from '../../link/route.ts';
import type { Cloud } from './cloud.ts';

/** When the ids were last sent; an ISO date. */
const SYNCED_KEY = 'cloudSyncDate';

/**
 * Sends the server the ids of the cloud's documents among the recent files; with `unless-done`, only if that was never done.
 * Does nothing if the user is not signed in.
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
