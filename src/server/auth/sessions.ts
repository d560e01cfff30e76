// Sessions: each sign-in begins a family of refresh tokens, of which one is valid at a time.
//
//   token n ── refresh ──▶ token n+1          the session's row goes from generation n to n+1, for one request only
//   token n, within 30 s of that ──▶ n+1      the same pair: a lost response must not sign the user out
//   token n, later ──▶ the family ends        a copy of the token is in use, and which one is stolen is unknown
//
// A session works in the epoch of its user in which it began: a block, or a new password, begins the next one.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { DatabaseTables } from '../database/tables.ts';
import { Refusal } from '../errors.ts';
import { signAccessToken, TOKEN_SECONDS } from './access-tokens.ts';
import type { SigningKeys } from './keys.ts';

/** How long after a refresh the old token returns the same pair again. */
export const GRACE_MS = 30_000;

/** The response to a sign-in and to a refresh. @see specification §3 */
export interface TokenPair {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly token_type: 'Bearer';
}

/** A session that has begun, and its first pair. */
export interface BegunSession {
  readonly id: string;
  readonly pair: TokenPair;
}

/** A session that a browser's cookie names, its user, and the epoch of both. */
export interface FoundSession {
  readonly id: string;
  readonly user: string;
  readonly subject: string;
  readonly epoch: number;
}

/** The database's clock: those of the processes differ. */
const NOW = sql<Date>`now()`;
const SESSION_ID = /^[0-9a-f]{32}$/;
const ENDED = 'Your session has ended. Sign in again.';

/** Begins, continues and ends sessions. */
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeys,
    private readonly lifeSeconds: number,
  ) {}

  /** Begins a session of a user who is not blocked. `agent` is what its user knows it by. @see agent.ts */
  async begin(user: string, idToken: string, agent = ''): Promise<BegunSession> {
    const { session } = await this.beginFor(() => Promise.resolve(user), idToken, agent);
    if (session === null) throw new RangeError(`the user ${user} is blocked, or not there`);
    return session;
  }

  /**
   * Begins a session in the transaction in which `find` tells whose it is, or `null` for nobody's. There is none for a user who is
   * blocked.
   */
  async beginFor(
    find: (db: Transaction<DatabaseTables>) => Promise<string | null>,
    idToken: string,
    agent: string,
  ): Promise<{ readonly user: string | null; readonly session: BegunSession | null }> {
    const begun = await this.database.transact(async (db) => {
      const user = await find(db);
      return { user, row: user === null ? null : await this.insert(db, user, idToken, agent) };
    });
    const { user, row } = begun;
    return { user, session: row === null ? null : { id: row.id, pair: await this.pairOf(row) } };
  }

  private async insert(db: Transaction<DatabaseTables>, user: string, idToken: string, agent: string) {
    // Locked, so that an act that ends the user's sessions comes before, or finds this one.
    const found = await db
      .selectFrom('users')
      .select('epoch')
      .where('id', '=', user)
      .where('blocked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) return null;
    const values = {
      id: randomBytes(16).toString('hex'),
      user_id: user,
      secret: randomBytes(32).toString('base64url'),
      generation: 1,
      rotated_at: NOW,
      expires_at: this.end(),
      revoked_at: null,
      id_token: idToken,
      created_at: NOW,
      agent,
      epoch: found.epoch,
    };
    return db.insertInto('sessions').values(values).returningAll().returning(NOW.as('now')).executeTakeFirstOrThrow();
  }

  /** Returns the next pair for a refresh token. @throws Refusal 401 */
  async refresh(token: string, onReuse: (user: string) => void = () => undefined): Promise<TokenPair> {
    const asked = parseToken(token);
    if (asked === null) throw new Refusal(401, ENDED);
    let reused: string | null = null;
    const session = await this.database.transact(async (db) => {
      reused = null;
      const find = () =>
        db
          .selectFrom('sessions')
          .innerJoin('users', 'users.id', 'sessions.user_id')
          .selectAll('sessions')
          .select(NOW.as('now'))
          .where('sessions.id', '=', asked.id)
          .whereRef('sessions.epoch', '=', 'users.epoch')
          .where('users.blocked_at', 'is', null)
          .executeTakeFirst();
      const found = await find();
      if (found === undefined || found.revoked_at !== null || found.expires_at <= found.now) return null;
      // A forged token must not end a session.
      if (!isEqual(token, tokenOf(found, asked.generation)) || asked.generation > found.generation) return null;
      if (asked.generation === found.generation) {
        const next = await db
          .updateTable('sessions')
          .set({ generation: found.generation + 1, rotated_at: NOW, expires_at: this.end() })
          .where('id', '=', found.id)
          .where('generation', '=', found.generation)
          .where('revoked_at', 'is', null)
          .returningAll()
          .returning(NOW.as('now'))
          .executeTakeFirst();
        // Without a row another tab was faster: this request returns its pair.
        return next ?? (await find()) ?? null;
      }
      const isGrace =
        asked.generation === found.generation - 1 && found.now.getTime() - found.rotated_at.getTime() <= GRACE_MS;
      if (isGrace) return found;
      await db.updateTable('sessions').set({ revoked_at: NOW }).where('id', '=', found.id).execute();
      reused = found.user_id;
      return null;
    });
    if (reused !== null) onReuse(reused);
    if (session === null || session.revoked_at !== null) throw new Refusal(401, ENDED);
    return this.pairOf(session);
  }

  /** Ends the session that a browser's cookie names. Returns its ID token, which identifies the user to the provider. */
  async finish(cookie: string): Promise<string | null> {
    const found = await this.byCookie(cookie);
    if (found === null) return null;
    await this.database.transact((db) =>
      db.updateTable('sessions').set({ revoked_at: NOW }).where('id', '=', found.id).execute(),
    );
    return found.id_token;
  }

  /** Returns the session that a browser's cookie names, if it has not ended, and its user. */
  async find(cookie: string): Promise<FoundSession | null> {
    const found = await this.byCookie(cookie);
    if (found === null || found.revoked_at !== null || found.expires_at <= found.now) return null;
    const user = await this.database.read
      .selectFrom('users')
      .select('subject')
      .where('id', '=', found.user_id)
      .where('epoch', '=', found.epoch)
      .where('blocked_at', 'is', null)
      .executeTakeFirst();
    return user === undefined ? null : { id: found.id, user: found.user_id, subject: user.subject, epoch: found.epoch };
  }

  private async byCookie(cookie: string) {
    const [id = '', proof = ''] = cookie.split('.');
    if (!SESSION_ID.test(id)) return null;
    const found = await this.database.read
      .selectFrom('sessions')
      .selectAll()
      .select(NOW.as('now'))
      .where('id', '=', id)
      .executeTakeFirst();
    return found !== undefined && isEqual(proof, proofOf(found)) ? found : null;
  }

  /** Returns the cookie by which a browser can end its session. */
  async cookieOf(id: string): Promise<string> {
    const found = await this.database.read
      .selectFrom('sessions')
      .select(['id', 'secret'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return `${id}.${proofOf(found)}`;
  }

  private end() {
    return sql<Date>`now() + ${sql.lit(this.lifeSeconds)} * interval '1 second'`;
  }

  private async pairOf(session: {
    readonly id: string;
    readonly user_id: string;
    readonly secret: string;
    readonly generation: number;
    readonly rotated_at: Date;
    readonly now: Date;
  }): Promise<TokenPair> {
    const { id, user_id: user, generation, rotated_at: issued, now } = session;
    const age = Math.floor(now.getTime() / 1000) - Math.floor(issued.getTime() / 1000);
    return {
      access_token: await signAccessToken(this.keys, { user, session: id }, generation, issued),
      refresh_token: tokenOf(session, generation),
      expires_in: Math.max(0, TOKEN_SECONDS - age),
      token_type: 'Bearer',
    };
  }
}

function parseToken(token: string): { readonly id: string; readonly generation: number } | null {
  const match = /^([0-9a-f]{32})\.(\d{1,9})\.[\w-]{43}$/.exec(token);
  return match === null ? null : { id: match[1] ?? '', generation: Number(match[2]) };
}

function tokenOf({ id, secret }: { readonly id: string; readonly secret: string }, generation: number): string {
  return `${id}.${generation}.${createHmac('sha256', secret).update(`refresh ${generation}`).digest('base64url')}`;
}

function proofOf({ secret }: { readonly secret: string }): string {
  return createHmac('sha256', secret).update('cookie').digest('base64url');
}

function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
