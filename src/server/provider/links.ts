// Links that are sent by e-mail: to verify an address, to choose a new password, to change the address. Each works once, for a
// time; the database has a hash of it. Opening one changes nothing, because mail scanners do so too: its page has a button.

import { createHash, randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Subjects } from '../auth/subjects.ts';
import type { Database } from '../database/database.ts';
import type { ProviderAccount, DatabaseTables } from '../database/tables.ts';
import { canonicalAddress, spellingsOf } from '../email-address.ts';
import { passwordProblem } from './accounts.ts';
import { endCredentials, isCurrent, type Holder } from './credentials.ts';

export type LinkPurpose = 'verify' | 'reset' | 'change';

/** A link that still works. */
export interface Link {
  readonly account: ProviderAccount;
  readonly purpose: LinkPurpose;
  /** The address that it was sent to. */
  readonly email: string;
}

type Reader = Kysely<DatabaseTables> | Transaction<DatabaseTables>;

const HOUR_SECONDS = 3600;
const LIFE_SECONDS: Readonly<Record<LinkPurpose, number>> = {
  verify: 72 * HOUR_SECONDS,
  reset: HOUR_SECONDS,
  change: 24 * HOUR_SECONDS,
};
const TOKEN = /^[\w-]{43}$/;

/** What a link was for and its account before, once it has done so. */
export type Done = Link & { readonly user: string | undefined };

/** Makes links and does what they are for. */
export class Links {
  constructor(
    private readonly database: Database,
    private readonly subjects: Subjects,
  ) {}

  /**
   * Makes a link, in place of earlier ones of that purpose; those to reset a password stay, because anybody can ask for another.
   * Returns what only its address contains; `null` where an act has ended everything since the account was read.
   */
  async make(holder: Holder, purpose: LinkPurpose, email: string): Promise<string | null> {
    const token = newToken();
    const isMade = await this.database.transact(async (db) => {
      if (!(await isCurrent(db, holder))) return false;
      if (purpose !== 'reset')
        await db
          .deleteFrom('provider_links')
          .where('account_id', '=', holder.id)
          .where('purpose', '=', purpose)
          .execute();
      await insert(db, token, holder, purpose, email);
      return true;
    });
    return isMade ? token : null;
  }

  /**
   * Voids the password of an account, ends all that was begun with it, and makes a link to choose another. Returns what only the
   * link contains, and the address that the account has; `null` where there is no such account.
   */
  async voidPassword(id: string): Promise<{ readonly token: string; readonly email: string } | null> {
    // Nobody knows the text of this hash.
    const changes = { password_hash: await hash(randomBytes(32)) };
    const subject = await this.subjects.keyOf(id);
    const token = newToken();
    return this.database.transact(async (db) => {
      const account = await endCredentials(db, id, subject, { changes });
      if (account === null) return null;
      const { email } = account;
      await insert(db, token, account, 'reset', email);
      return { token, email };
    });
  }

  /** Returns a link that still works; `null` for any other. */
  find(token: string): Promise<Link | null> {
    return find(this.database.read, token);
  }

  /** Records that the owner of an account receives what is sent to its address. `null` for a link that does not work. */
  verify(token: string): Promise<Done | null> {
    return this.use(token, 'verify', async (db, { account }) => {
      await setVerified(db, account.id);
    });
  }

  /**
   * Sets a password and signs the account out everywhere. Whoever reads its mail owns it: all other links of it end, and its
   * address is verified. Returns a text for a password that can't be chosen, `null` for a link that does not work.
   */
  async resetPassword(token: string, password: string): Promise<Done | string | null> {
    const problem = passwordProblem(password);
    if (problem !== undefined) return problem;
    const changed = await hash(password);
    return this.use(token, 'reset', async (db, { account }, subject) => {
      const changes = { password_hash: changed, verified_at: sql<Date>`now()` };
      await endCredentials(db, account.id, subject, { epoch: account.epoch, changes });
    });
  }

  /**
   * Changes the address of an account to the one that the link was sent to. Returns `taken` where another account has it by now,
   * `null` for a link that does not work. All links to the earlier address end.
   */
  async changeEmail(token: string): Promise<Done | 'taken' | null> {
    let isTaken = false;
    const done = await this.use(token, 'change', async (db, { account, email: said }, subject) => {
      const email = canonicalAddress(said);
      const other = await db
        .selectFrom('provider_accounts')
        .select('id')
        .where('email', 'in', spellingsOf(said))
        .where('id', '!=', account.id)
        .executeTakeFirst();
      isTaken = other !== undefined;
      await db.deleteFrom('provider_links').where('account_id', '=', account.id).execute();
      if (isTaken) return;
      await db.updateTable('provider_accounts').set({ email }).where('id', '=', account.id).execute();
      await setVerified(db, account.id);
      await db.updateTable('users').set({ email }).where('subject', '=', subject).execute();
    });
    return isTaken ? 'taken' : done;
  }

  private async use(
    token: string,
    purpose: LinkPurpose,
    apply: (db: Transaction<DatabaseTables>, link: Link, subject: string) => Promise<void>,
  ): Promise<Done | null> {
    const link = await this.find(token);
    if (link?.purpose !== purpose) return null;
    const subject = await this.subjects.keyOf(link.account.id);
    return this.database.transact(async (db) => {
      // Of two requests with one link, or one whose account has another address by now, the second finds none.
      const current = await find(db, token);
      if (current === null || !(await isCurrent(db, current.account))) return null;
      const { numDeletedRows } = await db.deleteFrom('provider_links').where('id', '=', idOf(token)).executeTakeFirst();
      if (numDeletedRows !== 1n) return null;
      await apply(db, current, subject);
      const user = await db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirst();
      return { ...current, user: user?.id };
    });
  }
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

async function insert(
  db: Transaction<DatabaseTables>,
  token: string,
  { id: account, epoch }: Holder,
  purpose: LinkPurpose,
  email: string,
): Promise<void> {
  await db
    .insertInto('provider_links')
    .values({
      id: idOf(token),
      account_id: account,
      purpose,
      email,
      epoch,
      expires_at: sql<Date>`now() + ${sql.lit(LIFE_SECONDS[purpose])} * interval '1 second'`,
    })
    .execute();
}

async function setVerified(db: Transaction<DatabaseTables>, account: string): Promise<void> {
  await db
    .updateTable('provider_accounts')
    .set({ verified_at: sql<Date>`now()` })
    .where('id', '=', account)
    .execute();
}

async function find(db: Reader, token: string): Promise<Link | null> {
  if (!TOKEN.test(token)) return null;
  const row = await db
    .selectFrom('provider_links')
    .innerJoin('provider_accounts', 'provider_accounts.id', 'account_id')
    .selectAll('provider_accounts')
    .select(['purpose', 'provider_links.email as sent_to'])
    .where('provider_links.id', '=', idOf(token))
    .whereRef('provider_links.epoch', '=', 'provider_accounts.epoch')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { purpose, sent_to: email, ...account } = row;
  // A link to an address that the account no longer has shows nothing.
  if (purpose !== 'change' && canonicalAddress(account.email) !== canonicalAddress(email)) return null;
  return { account, purpose: purpose as LinkPurpose, email };
}

function idOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
