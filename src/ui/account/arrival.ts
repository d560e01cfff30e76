// Handles a return from the provider: stores or removes tokens according to the parameters in the address. @see requirements
// AUT-2

import { tokensOf } from '../documents/cloud/token-reply.ts';
import { AUTH_KEY } from '../documents/cloud/stored-auth.ts';
import { ARRIVAL } from '../strings/account/arrival.ts';
import { NONCE_KEY, SIGN_OUT_KEY } from './leaving.ts';

const TOKEN_PARAMETERS = ['access_token', 'refresh_token', 'expires_in', 'token_type'];

/**
 * Stores or removes tokens. Returns whether the user has signed in. Parameters that are incomplete or were not requested by
 * this tab are logged.
 */
export function arrive(parameters: ReadonlyMap<string, string>): boolean {
  const nonce = sessionStorage.getItem(NONCE_KEY);
  sessionStorage.removeItem(NONCE_KEY);
  const signsOut = sessionStorage.getItem(SIGN_OUT_KEY) !== null;
  sessionStorage.removeItem(SIGN_OUT_KEY);
  if (parameters.has('sign_out')) {
    if (signsOut) localStorage.removeItem(AUTH_KEY);
    // A user whose account was deleted at the provider is signed out by the next answer of the server.
    else console.error(ARRIVAL.foreignSignOut);
  }
  if (!parameters.has('sign_in') && !TOKEN_PARAMETERS.some((name) => parameters.has(name))) return false;
  const tokens = tokensOf(parameters);
  if (tokens === null) console.error(ARRIVAL.incomplete);
  else if (nonce === null || parameters.get('nonce') !== nonce) console.error(ARRIVAL.foreign);
  else {
    localStorage.setItem(AUTH_KEY, JSON.stringify(tokens));
    return true;
  }
  return false;
}
