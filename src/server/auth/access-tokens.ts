// Access tokens: JSON Web Tokens that are valid for ten minutes, signed with the key of the month, which all processes share.
// The same session, generation and time give the same token, so that a repeated refresh returns the same pair.

import { errors, jwtVerify, SignJWT } from 'jose';
import type { Keys } from './keys.ts';

export const TOKEN_SECONDS = 600;
/** Tokens are issued by the database's clock and checked by that of a process. */
const CLOCK_SECONDS = 60;
const ALGORITHM = 'HS256';
const AUDIENCE = 'diptych';
const KEY_ID = /^\d{4}-\d{2}$/;

/** Contents of a token. */
export interface TokenClaims {
  readonly user: string;
  readonly session: string;
}

/** Signs a token that is valid from `issued`. */
export async function signAccessToken(
  keys: Keys,
  { user, session }: TokenClaims,
  generation: number,
  issued: Date,
): Promise<string> {
  const seconds = Math.floor(issued.getTime() / 1000);
  const kid = issued.toISOString().slice(0, 7);
  return new SignJWT({ sid: session })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
    .setSubject(user)
    .setAudience(AUDIENCE)
    .setJti(`${session}.${generation}`)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + TOKEN_SECONDS)
    .sign(await keyOf(keys, kid));
}

/** Returns the contents of a token; `null` for one that is foreign, altered or expired. */
export async function verifyAccessToken(keys: Keys, token: string): Promise<TokenClaims | null> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid = '' }) => {
        const secret = KEY_ID.test(kid) ? await keys.find(nameOf(kid)) : null;
        if (secret === null) throw new errors.JWKSNoMatchingKey();
        return Buffer.from(secret, 'base64url');
      },
      {
        algorithms: [ALGORITHM],
        audience: AUDIENCE,
        clockTolerance: CLOCK_SECONDS,
        requiredClaims: ['exp', 'sub', 'sid'],
      },
    );
    const { sub, sid } = payload;
    return typeof sub === 'string' && typeof sid === 'string' ? { user: sub, session: sid } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

async function keyOf(keys: Keys, kid: string): Promise<Uint8Array> {
  return Buffer.from(await keys.secret(nameOf(kid)), 'base64url');
}

function nameOf(kid: string): string {
  return `access ${kid}`;
}
