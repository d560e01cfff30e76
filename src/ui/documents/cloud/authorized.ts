// Requests with the user's token. If the server refuses the token although it should still be valid, for example because the
// clock of this computer was set back, the token is renewed, and the request repeated once. Where the session has ended, what
// everybody may read is still read.

import type { TokenSource } from './token.ts';

/** Sends a request, with the header `authorization` that it is given. `isReading`: it may be one of a document that is public. */
export async function sendAuthorized(
  tokens: TokenSource | undefined,
  send: (authorization: string | null) => Promise<Response>,
  isReading = false,
): Promise<Response> {
  const authorization = (await tokens?.authorization()) ?? null;
  const response = await send(authorization);
  if (response.status !== 401 || authorization === null || tokens === undefined) return response;
  const renewed = await tokens.renew(authorization);
  if (renewed !== null) return send(renewed);
  return isReading && !tokens.isSignedIn ? send(null) : response;
}
