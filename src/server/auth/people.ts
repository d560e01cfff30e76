// Identifies the user of a request by its access token, and determines whether a user has a subscription.

import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { NOT_SIGNED_IN, Refusal } from '../errors.ts';
import { verifyAccessToken } from './access-tokens.ts';
import type { Keys } from './keys.ts';

/** A user who is signed in. */
export interface Person {
  readonly id: string;
  readonly subject: string;
  readonly email: string;
  readonly fullName: string;
}

/** A subscription in the form that the page gets. @see requirements AUT-5 */
export interface Subscription {
  readonly active: boolean;
  readonly plan: string;
  /** In seconds since the epoch. */
  readonly expiresAt?: number;
}

type Reader = Kysely<Tables> | Transaction<Tables>;

/** The form of the user ids that this server assigns. */
export const USER_ID = /^[0-9a-f]{32}$/;

const EXPIRED = 'Your session has expired. Sign in again.';
const CHALLENGE = { 'www-authenticate': 'Bearer error="invalid_token"' } as const;

/** Finds users by their tokens, ids and e-mail addresses. */
export class Authenticator {
  constructor(
    private readonly database: Database,
    private readonly keys: Keys,
  ) {}

  /**
   * Returns the user of a request; `null` where it has no token.
   * @throws Refusal 401 for a token that is not valid, or whose session has ended
   */
  async identify({ headers }: FastifyRequest): Promise<Person | null> {
    const said = headers.authorization;
    if (said === undefined) return null;
    const token = /^Bearer ([\w.-]{1,4096})$/i.exec(said)?.[1];
    const claims = token === undefined ? null : await verifyAccessToken(this.keys, token);
    if (claims === null) throw new Refusal(401, EXPIRED, CHALLENGE);
    const found = await this.database.read
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['users.id', 'users.subject', 'users.email', 'users.full_name'])
      .where('sessions.id', '=', claims.session)
      .where('users.id', '=', claims.user)
      .where('sessions.revoked_at', 'is', null)
      .executeTakeFirst();
    if (found === undefined) throw new Refusal(401, EXPIRED, CHALLENGE);
    const { id, subject, email, full_name: fullName } = found;
    return { id, subject, email, fullName };
  }

  /** Returns the user of a request. @throws Refusal 401, also where it has no token */
  async require(request: FastifyRequest): Promise<Person> {
    const person = await this.identify(request);
    if (person === null) throw new Refusal(401, NOT_SIGNED_IN, { 'www-authenticate': 'Bearer' });
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
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date())]))
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  }

  /** Returns all subscriptions of a user. */
  async subscriptions({ subject }: Person): Promise<Subscription[]> {
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
   * Replaces the e-mail addresses in an access list by ids. Only the first entry of each user remains.
   * @throws Refusal 400 for an address that no user has
   */
  async resolve<E extends object>(access: readonly E[]): Promise<E[]> {
    const resolved: E[] = [];
    for (const entry of access) {
      const said = 'id' in entry && typeof entry.id === 'string' ? entry.id : null;
      if (said === null) {
        resolved.push(entry);
        continue;
      }
      const found = await this.database.read
        .selectFrom('users')
        .select('id')
        .where((eb) => eb.or([eb('id', '=', said), eb('email', '=', said.toLowerCase())]))
        .executeTakeFirst();
      // An id may be that of a user who was deleted.
      if (found === undefined && !USER_ID.test(said))
        throw new Refusal(400, `Nobody who has signed in here has the e-mail address or id ${said}.`);
      const id = found?.id ?? said;
      if (!resolved.some((one) => 'id' in one && one.id === id)) resolved.push({ ...entry, id });
    }
    return resolved;
  }

  /** Returns the e-mail addresses of users by their ids, for those who share a document with them. */
  async emails(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.read.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).execute();
    return new Map(rows.map(({ id, email }) => [id, email]));
  }
}
