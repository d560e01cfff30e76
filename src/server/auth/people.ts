// Identifies the user of a request by its access token, and determines whether a user has a subscription.

import type { FastifyRequest } from 'fastify';
import { sql, type Kysely, type Transaction } from 'kysely';
import { rememberUser } from '../audit.ts';
import type { Database } from '../database/database.ts';
import type { DatabaseTables } from '../database/tables.ts';
import { spellingsOf } from '../email-address.ts';
import { NOT_SIGNED_IN, Refusal } from '../errors.ts';
import { verifyAccessToken, type TokenClaims } from './access-tokens.ts';
import type { SigningKeys } from './keys.ts';

/** A user who is signed in. */
export interface StoredPerson {
  readonly id: string;
  readonly subject: string;
  readonly email: string;
  readonly fullName: string;
}

/** A subscription in the form that the page gets. @see requirements AUT-5 */
export interface StoredSubscription {
  readonly active: boolean;
  readonly plan: string;
  /** In seconds since the epoch. */
  readonly expiresAt?: number;
}

type Reader = Kysely<DatabaseTables> | Transaction<DatabaseTables>;

/** The form of the user ids that this server assigns. */
export const USER_ID = /^[0-9a-f]{32}$/;

/** Whether the session and the user that a token names are there, as a condition whose first parameters are these two. */
export const IS_CURRENT = `exists (select 1 from sessions join users on users.id = sessions.user_id
  where sessions.id = $1 and users.id = $2 and sessions.revoked_at is null and sessions.epoch = users.epoch
  and users.blocked_at is null)`;

const EXPIRED = 'Your session has expired. Sign in again.';
const CHALLENGE = { 'www-authenticate': 'Bearer error="invalid_token"' } as const;

/** What a request is told whose session has ended. */
export function sessionEnded(): Refusal {
  return new Refusal(401, EXPIRED, CHALLENGE);
}

function notSignedIn(): Refusal {
  return new Refusal(401, NOT_SIGNED_IN, { 'www-authenticate': 'Bearer' });
}

/** Finds users by their tokens, ids and e-mail addresses. */
export class Authenticator {
  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeys,
    /** Whether the address of a subject counts: whether that person receives what is sent to it. */
    private readonly isVerified: (subject: string, email: string) => Promise<boolean> = () => Promise.resolve(true),
  ) {}

  /**
   * Returns the user of a request; `null` where it has no token.
   * @throws Refusal 401 for a token that is not valid, or whose session has ended
   */
  async identify(request: FastifyRequest): Promise<StoredPerson | null> {
    const claims = await this.claimsOf(request);
    if (claims === null) return null;
    const found = await this.database.read
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['users.id', 'users.subject', 'users.email', 'users.full_name'])
      .where('sessions.id', '=', claims.session)
      .where('users.id', '=', claims.user)
      .where('sessions.revoked_at', 'is', null)
      .whereRef('sessions.epoch', '=', 'users.epoch')
      .where('users.blocked_at', 'is', null)
      .executeTakeFirst();
    if (found === undefined) throw sessionEnded();
    const { id, subject, email, full_name: fullName } = found;
    rememberUser(request, id);
    return { id, subject, email, fullName };
  }

  /**
   * Returns what the token of a request says; `null` where it has none. Its session may have ended: a statement that reads what
   * is asked for tells so too, with IS_CURRENT.
   * @throws Refusal 401 for a token that is not valid
   */
  async claimsOf({ headers }: FastifyRequest): Promise<TokenClaims | null> {
    const said = headers.authorization;
    if (said === undefined) return null;
    const token = /^Bearer ([\w.-]{1,4096})$/i.exec(said)?.[1];
    const claims = token === undefined ? null : await verifyAccessToken(this.keys, token);
    if (claims === null) throw sessionEnded();
    return claims;
  }

  /** Returns what the token of a request says. @throws Refusal 401, also where it has none */
  async requireClaims(request: FastifyRequest): Promise<TokenClaims> {
    const claims = await this.claimsOf(request);
    if (claims === null) throw notSignedIn();
    return claims;
  }

  /** Returns the user of a request. @throws Refusal 401, also where it has no token */
  async require(request: FastifyRequest): Promise<StoredPerson> {
    const person = await this.identify(request);
    if (person === null) throw notSignedIn();
    return person;
  }

  /** Whether a user has an active subscription that has not expired. @see requirements AUT-7 */
  async isSubscriber(db: Reader, id: string): Promise<boolean> {
    const found = await db
      .selectFrom('subscriptions')
      .innerJoin('users', 'users.subject', 'subscriptions.subject')
      .select('subscriptions.id')
      .where('users.id', '=', id)
      .where('subscriptions.active', '=', true)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  }

  /** Returns all subscriptions of a user. */
  async subscriptions({ subject }: StoredPerson): Promise<StoredSubscription[]> {
    const rows = await this.database.read
      .selectFrom('subscriptions')
      .select(['active', 'plan', 'expires_at'])
      .where('subject', '=', subject)
      .orderBy('changed_at')
      .execute();
    return rows.map(({ active, plan, expires_at: end }) => ({
      active,
      plan,
      ...(end !== null && { expiresAt: Math.floor(end.getTime() / 1000) }),
    }));
  }

  /**
   * Returns the id of the user with an address.
   * @throws Refusal 400 for an address that no user has, or more than one
   */
  async findByEmail(said: string): Promise<string> {
    const found = await this.database.read
      .selectFrom('users')
      .select(['id', 'subject'])
      .where('email', 'in', spellingsOf(said))
      .where('email', '!=', '')
      .limit(2)
      .execute();
    const [first] = found;
    if (first === undefined || (found.length === 1 && !(await this.isVerified(first.subject, said))))
      throw new Refusal(400, `Nobody who has signed in here has the e-mail address or id ${said}.`);
    if (found.length > 1)
      throw new Refusal(
        400,
        `More than one person here has the e-mail address ${said}. Enter the person’s id instead.`,
      );
    return first.id;
  }
}
