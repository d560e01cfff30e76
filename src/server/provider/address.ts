// The path of the embedded provider, and this server's credentials there.

import type { SigningKeys } from '../auth/keys.ts';

export const PROVIDER_PATH = '/v2/provider';
export const CLIENT_ID = 'diptych';

/** Returns the client secret of this server at its embedded provider. */
export function clientSecret(keys: SigningKeys): Promise<string> {
  return keys.secret('provider client');
}
