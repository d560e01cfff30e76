// Where the embedded provider is, and how this server is known to it.

import type { Keys } from '../auth/keys.ts';

export const PROVIDER_PATH = '/v2/provider';
export const CLIENT_ID = 'diptych';

/** The secret that this server is a client of its provider with. */
export function clientSecret(keys: Keys): Promise<string> {
  return keys.secret('provider client');
}
