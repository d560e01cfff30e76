// Access tokens: JSON Web Tokens that are valid for ten minutes, signed with the key of the month, which all processes share.
// The same session, generation and time give the same token, so that a repeated refresh returns the same pair.

import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import type { Transaction } from 'kysely';
import type { DatabaseTables } from '../database/tables.ts';
import type { SigningKeys } from './keys.ts';

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
  keys: SigningKeys,
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

/** A token that was verified, by which key, and until when. */
interface Verified {
  readonly claims: TokenClaims;
  readonly kid: string;
  readonly secret: string;
  readonly expires: number;
}

/** The tokens that were verified lately: a page sends the same one for ten minutes. */
const verified = new Map<string, Verified>();
const MAX_VERIFIED = 5000;

/** Returns the contents of a token; `null` for one that is foreign, altered or expired. */
export async function verifyAccessToken(keys: SigningKeys, token: string): Promise<TokenClaims | null> {
  const known = verified.get(token);
  // By the key as it is now: it may have been replaced.
  if (known !== undefined && Date.now() < known.expires && (await keys.find(nameOf(known.kid))) === known.secret)
    return known.claims;
  let used: { readonly kid: string; readonly secret: string } | null = null;
  try {
    const claims = await verify(token, async (kid) => {
      const secret = await keys.find(nameOf(kid));
      used = secret === null ? null : { kid, secret };
      return secret;
    });
    if (claims !== null && used !== null) remember(token, claims, used);
    return claims;
  } catch (error) {
    if (!isRefused(error)) throw error;
    const isForeign =
      error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey;
    return isForeign ? verifyReplaced(keys, token, used) : null;
  }
}

function remember(token: string, claims: TokenClaims, key: Pick<Verified, 'kid' | 'secret'>): void {
  if (verified.size >= MAX_VERIFIED) verified.clear();
  verified.set(token, { claims, ...key, expires: (decodeJwt(token).exp ?? 0) * 1000 });
}

/** Verifies a token by a key that has replaced the one that this process knows, or by one that was replaced lately. */
async function verifyReplaced(
  keys: SigningKeys,
  token: string,
  tried: { readonly kid: string; readonly secret: string } | null,
): Promise<TokenClaims | null> {
  const candidates: ((kid: string) => Promise<string | null>)[] = [
    async (kid) => {
      const secret = tried === null ? null : await keys.findAnew(nameOf(kid));
      return secret === tried?.secret ? null : secret;
    },
    async (kid) => {
      const [until = '', secret = ''] = (await keys.findAnew(retiredNameOf(kid)))?.split(' ') ?? [];
      return Number(until) > Date.now() ? secret : null;
    },
  ];
  for (const candidate of candidates) {
    try {
      return await verify(token, candidate);
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
  }
  return null;
}

async function verify(token: string, secretOf: (kid: string) => Promise<string | null>): Promise<TokenClaims | null> {
  const { payload } = await jwtVerify(
    token,
    async ({ kid = '' }) => {
      const secret = KEY_ID.test(kid) ? await secretOf(kid) : null;
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
}

function isRefused(error: unknown): boolean {
  return error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError;
}

/**
 * Removes all keys, so that others are made when they are needed. Tokens of the earlier ones are accepted as long as they last,
 * unless `isNow`.
 */
export async function retireKeys(db: Transaction<DatabaseTables>, isNow: boolean): Promise<void> {
  // The name of the first provider is among them, and is no secret.
  const old = await db.deleteFrom('keys').where('name', '!=', 'first issuer').returning(['name', 'value']).execute();
  const until = Date.now() + (TOKEN_SECONDS + CLOCK_SECONDS) * 1000;
  const retired = old.flatMap(({ name, value }) => {
    const kid = name.startsWith(nameOf('')) ? name.slice(nameOf('').length) : '';
    return KEY_ID.test(kid) ? [{ name: retiredNameOf(kid), value: `${until} ${value}` }] : [];
  });
  if (retired.length > 0 && !isNow) await db.insertInto('keys').values(retired).execute();
}

async function keyOf(keys: SigningKeys, kid: string): Promise<Uint8Array> {
  return Buffer.from(await keys.secret(nameOf(kid)), 'base64url');
}

function nameOf(kid: string): string {
  return `access ${kid}`;
}

function retiredNameOf(kid: string): string {
  return `retired access ${kid}`;
}
