// Accounts of the embedded provider: an e-mail address, a name and a password, of which an Argon2 hash is stored.

import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { sql, type Transaction } from 'kysely';
import type { DeletedPerson, Membership } from '../account/membership.ts';
import type { FoundSession } from '../auth/sessions.ts';
import type { Subjects } from '../auth/subjects.ts';
import { deleteUser, endSessions, isInEpoch, saveUser } from '../auth/users.ts';
import type { Database } from '../database/database.ts';
import type { ProviderAccount, DatabaseTables } from '../database/tables.ts';
import { canonicalAddress, canonicalDomain, spellingsOf } from '../email-address.ts';
import type { BrowserSession } from './browser-sessions.ts';
import { endCredentials, EPOCH_CLAIM, isCurrent, type Holder } from './credentials.ts';
import { dictionary } from '@zxcvbn-ts/language-common';

export const MIN_PASSWORD_LENGTH = 10;
const MAX_PASSWORD_LENGTH = 200;
const EMAIL = /^[^\s@<>"'`\\]{1,64}@[^\s@<>"'`\\]{1,250}$/;

/** Characters that a reader does not see: of control and format, blanks, and the blank letters of Hangul and Braille. */
const INVISIBLE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Problems with the entered values, by field. */
export type FormProblems = Readonly<Partial<Record<'email' | 'fullName' | 'password', string>>>;

/** The values entered to sign up. */
export interface NewAccount {
  readonly email: string;
  readonly fullName: string;
  readonly password: string;
}

/** Creates, finds, changes and deletes accounts. */
export class Accounts implements Membership {
  /** Hash that a password is compared with where there is no account, so that it takes equally long. */
  private decoy: Promise<string> | null = null;

  constructor(
    private readonly database: Database,
    private readonly subjects: Subjects,
  ) {}

  /** Creates an account. Returns its id, or the problems with the entered values. */
  async create({ email, fullName, password }: NewAccount): Promise<string | FormProblems> {
    const problem = passwordProblem(password);
    const problems: FormProblems = {
      ...(!isAddress(email) && { email: 'Enter an e-mail address, such as you@example.org.' }),
      ...((fullName.replace(INVISIBLE, '').trim() === '' || fullName.length > 200) && { fullName: 'Enter your name.' }),
      ...(problem !== undefined && { password: problem }),
    };
    if (Object.keys(problems).length > 0) return problems;
    const taken: FormProblems = { email: 'There is an account with this address already. Sign in instead.' };
    if ((await this.findByEmail(email)) !== null) return taken;
    const id = randomBytes(12).toString('hex');
    const account = {
      id,
      email: canonicalAddress(email),
      full_name: fullName,
      password_hash: await hash(password),
      created_at: new Date(),
    };
    const { numInsertedOrUpdatedRows } = await this.database.transact((db) =>
      db
        .insertInto('provider_accounts')
        .values(account)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .executeTakeFirst(),
    );
    return numInsertedOrUpdatedRows === 1n ? id : taken;
  }

  /** Returns the account with this address and password; `null` when they do not match one. */
  async check(email: string, password: string): Promise<ProviderAccount | null> {
    const account = await this.findByEmail(email);
    const wanted = account?.password_hash ?? (await (this.decoy ??= hash(randomBytes(16))));
    const isRight = password.length <= MAX_PASSWORD_LENGTH && (await verify(wanted, password));
    return isRight ? account : null;
  }

  async find(id: string): Promise<ProviderAccount | null> {
    const account = await this.database.read
      .selectFrom('provider_accounts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return account ?? null;
  }

  /**
   * Changes a password in a browser whose owner has entered the earlier one. All other browsers have to sign in again. Returns the
   * problem with the new one, `null` for none, or `ended` where the session has ended meanwhile, and nothing was changed.
   */
  async changePassword(
    { id: keptSession, account: { id, epoch } }: BrowserSession,
    password: string,
  ): Promise<{ readonly problem: string } | 'ended' | null> {
    const problem = passwordProblem(password);
    if (problem !== undefined) return { problem };
    const changes = { password_hash: await hash(password) };
    const subject = await this.subjects.keyOf(id);
    const ending = { epoch, changes, keptSession };
    const changed = await this.database.transact((db) => endCredentials(db, id, subject, ending));
    return changed === null ? 'ended' : null;
  }

  /**
   * Returns the account with an address; `null` where there is none. Earlier versions took two spellings of one address for two:
   * of such accounts the one that is stored as it is written here.
   */
  async findByEmail(email: string): Promise<ProviderAccount | null> {
    if (email.includes('\0')) return null;
    const spellings = spellingsOf(email);
    const found = await this.database.read
      .selectFrom('provider_accounts')
      .selectAll()
      .where('email', 'in', spellings)
      .execute();
    return found.toSorted((a, b) => spellings.indexOf(a.email) - spellings.indexOf(b.email))[0] ?? null;
  }

  /** Returns the id of the user that an account has here, and whether that user is blocked. */
  async userOf(id: string): Promise<{ readonly id: string; readonly isBlocked: boolean } | null> {
    const user = await this.database.read
      .selectFrom('users')
      .select(['id', 'blocked_at'])
      .where('subject', '=', await this.subjects.keyOf(id))
      .executeTakeFirst();
    return user === undefined ? null : { id: user.id, isBlocked: user.blocked_at !== null };
  }

  /** Stores the user of an account that has not signed in on the page yet. Returns its id. */
  async makeUser({ id, email, full_name: fullName }: ProviderAccount): Promise<string> {
    const subject = await this.subjects.keyOf(id);
    return this.database.transact((db) => saveUser(db, { subject, email, fullName }));
  }

  /** Returns the account of a user, by the user's subject here; `null` for one of another provider. */
  async ofSubject(key: string): Promise<ProviderAccount | null> {
    const id = await this.subjects.subjectOf(key);
    return id === null ? null : this.find(id);
  }

  /** Whether the owner of a user's account receives what is sent to an address: it is the account's, and verified. */
  async isVerified(key: string, email: string): Promise<boolean> {
    const account = await this.ofSubject(key);
    return account !== null && account.verified_at !== null && spellingsOf(email).includes(account.email);
  }

  /** Returns the id of the account that the user with a subject here may have. */
  accountIdOf(key: string): Promise<string | null> {
    return this.subjects.subjectOf(key);
  }

  /** Ends the sign-ins of all browsers at the provider. */
  async endBrowsers(db: Transaction<DatabaseTables>, id: string | null): Promise<void> {
    if (id !== null) await db.deleteFrom('provider_sessions').where('account_id', '=', id).execute();
  }

  /** Ends everything that lets somebody in as a person, with an account here or not. @see credentials.ts */
  async endPerson(db: Transaction<DatabaseTables>, id: string | null, subject: string): Promise<void> {
    const ended = id === null ? null : await endCredentials(db, id, subject);
    if (ended === null) await endSessions(db, subject);
  }

  /** Whether a session of a person goes on. It then does so until the transaction ends, but for what that itself does. */
  async holdsSession(db: Transaction<DatabaseTables>, id: string | null, session: FoundSession): Promise<boolean> {
    // In the order of `endCredentials`.
    if (id !== null) await db.selectFrom('provider_accounts').select('id').where('id', '=', id).forUpdate().execute();
    return isInEpoch(db, session.user, session.epoch);
  }

  /** Returns what the provider stores about a person, by the user's subject here. Hashes and secrets are not among it. */
  async recordsOf(key: string): Promise<Readonly<Record<string, unknown>> | null> {
    const account = await this.ofSubject(key);
    if (account === null) return null;
    const { id, email, full_name: fullName, created_at: created, verified_at: verified } = account;
    const { read: db } = this.database;
    return {
      id,
      email,
      fullName,
      created,
      verified,
      browsers: await db
        .selectFrom('provider_sessions')
        .select('expires_at as expires')
        .where('account_id', '=', id)
        .execute(),
      links: await db
        .selectFrom('provider_links')
        .select(['purpose', 'email', 'expires_at as expires'])
        .where('account_id', '=', id)
        .execute(),
    };
  }

  /**
   * Deletes an account with all data that its owner has here. `null` where everything of it was ended since the owner was checked,
   * and nothing is deleted.
   */
  async delete(holder: Holder): Promise<DeletedPerson | null> {
    return this.deletePerson(await this.subjects.keyOf(holder.id), (db) => isCurrent(db, holder));
  }

  /**
   * Whether an account is still in the epoch, and has the address, that the provider has told with a sign-in. Locks its row: an
   * address that was changed since is not stored as that of the user, to whom things are shared by it.
   */
  async isCurrent(db: Transaction<DatabaseTables>, id: string, claims: ReadonlyMap<string, unknown>): Promise<boolean> {
    const [epoch, said] = [claims.get(EPOCH_CLAIM), claims.get('email')];
    if (typeof epoch !== 'number' || !(await isCurrent(db, { id, epoch }))) return false;
    const account = await db.selectFrom('provider_accounts').select('email').where('id', '=', id).executeTakeFirst();
    return typeof said !== 'string' || said === account?.email;
  }

  /** Deletes an account, whatever its epoch. */
  async deleteAccount(id: string): Promise<DeletedPerson | null> {
    return this.deletePerson(await this.subjects.keyOf(id));
  }

  /** Deletes a user of any provider with all data, by the subject here, unless `mayDelete` refuses that with `null` as the result. */
  async deletePerson(
    key: string,
    mayDelete: (db: Transaction<DatabaseTables>, id: string | null) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<DeletedPerson | null> {
    const id = await this.subjects.subjectOf(key);
    return this.database.transact(async (db) => {
      if (!(await mayDelete(db, id))) return null;
      if (id !== null) {
        await db.deleteFrom('provider_accounts').where('id', '=', id).execute();
        await db.deleteFrom('provider_sessions').where('account_id', '=', id).execute();
        await db.deleteFrom('provider_links').where('account_id', '=', id).execute();
        // What oidc-provider has written: `{"accountId":"…"}`.
        await db
          .deleteFrom('provider_state')
          .where(sql<boolean>`position(${`"accountId":"${id}"`} in payload) > 0`)
          .execute();
      }
      return { user: await deleteUser(db, key) };
    });
  }
}

/** Whether a text is an address that looks like no other one, whatever the spelling of its domain. */
export function isAddress(email: string): boolean {
  if (!EMAIL.test(email) || email.search(INVISIBLE) !== -1) return false;
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  return local === local.normalize('NFKC') && canonicalDomain(email.slice(at + 1)) !== null;
}

/** Returns what is wrong with a chosen password, if anything. */
export function passwordProblem(password: string): string | undefined {
  if (password.length < MIN_PASSWORD_LENGTH) return `Choose a password of at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (isCommon(password)) return 'Choose another password: many people have this one.';
  return password.length > MAX_PASSWORD_LENGTH
    ? `Choose a password of at most ${MAX_PASSWORD_LENGTH} characters.`
    : undefined;
}

const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);
/** The keys in a row, and the alphabet. */
const KEYS = [
  '0123456789',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
];
const RUNS: readonly string[] = KEYS.flatMap((keys) => [keys + keys, [...(keys + keys)].toReversed().join('')]);

/** Whether a password is one of the commonest, in any letter case, or a run of one or two characters or of keys. */
function isCommon(password: string): boolean {
  const folded = password.toLowerCase();
  if (new Set(folded).size <= 2 || COMMON.has(folded)) return true;
  return RUNS.some((run) => run.includes(folded));
}
