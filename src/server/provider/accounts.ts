// Accounts of the embedded provider: an e-mail address, a name and a password, of which an Argon2 hash is stored.

import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import type { Subjects } from '../auth/subjects.ts';
import { deleteUser } from '../auth/users.ts';
import type { Database } from '../database/database.ts';
import type { ProviderAccount } from '../database/tables.ts';
import { isCommon } from './common-passwords.ts';

export const LEAST_PASSWORD = 10;
const MOST_PASSWORD = 200;
const EMAIL = /^[^\s@<>"'`\\]{1,64}@[^\s@<>"'`\\]{1,250}$/;

/** Characters that a reader does not see: of control and format, blanks, and the blank letters of Hangul and Braille. */
const INVISIBLE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Problems with the entered values, by field. */
export type Problems = Readonly<Partial<Record<'email' | 'fullName' | 'password', string>>>;

/** The values entered to sign up. */
export interface NewAccount {
  readonly email: string;
  readonly fullName: string;
  readonly password: string;
}

/** Creates, finds, changes and deletes accounts. */
export class Accounts {
  /** Hash that a password is compared with where there is no account, so that it takes equally long. */
  private decoy: Promise<string> | null = null;

  constructor(
    private readonly database: Database,
    private readonly subjects: Subjects,
  ) {}

  /** Creates an account. Returns its id, or the problems with the entered values. */
  async create({ email, fullName, password }: NewAccount): Promise<string | Problems> {
    const problems: Problems = {
      ...(!isAddress(email) && { email: 'Enter an e-mail address, such as you@example.org.' }),
      ...((fullName.replace(INVISIBLE, '').trim() === '' || fullName.length > 200) && { fullName: 'Enter your name.' }),
      ...problemOf(password),
    };
    if (Object.keys(problems).length > 0) return problems;
    const id = randomBytes(12).toString('hex');
    const account = {
      id,
      email: email.toLowerCase(),
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
    if (numInsertedOrUpdatedRows === 1n) return id;
    return { email: 'There is an account with this address already. Sign in instead.' };
  }

  /** Returns the account with this address and password; `null` when they do not match one. */
  async check(email: string, password: string): Promise<ProviderAccount | null> {
    const account = email.includes('\0') ? undefined : await this.findBy('email', email.toLowerCase());
    const wanted = account?.password_hash ?? (await (this.decoy ??= hash(randomBytes(16))));
    const isRight = password.length <= MOST_PASSWORD && (await verify(wanted, password));
    return isRight && account !== undefined ? account : null;
  }

  async find(id: string): Promise<ProviderAccount | null> {
    return (await this.findBy('id', id)) ?? null;
  }

  /** Changes a password. Returns the problem with the new one, or `null`. All other browsers have to sign in again. */
  async changePassword(id: string, password: string, keptSession: string): Promise<string | null> {
    const problem = problemOf(password).password;
    if (problem !== undefined) return problem;
    const changed = await hash(password);
    const subject = await this.subjects.keyOf(id);
    await this.database.transact(async (db) => {
      await db.updateTable('provider_accounts').set({ password_hash: changed }).where('id', '=', id).execute();
      await db.deleteFrom('provider_sessions').where('account_id', '=', id).where('id', '!=', keptSession).execute();
      await db
        .updateTable('sessions')
        .set({ revoked_at: sql<Date>`now()` })
        .where('revoked_at', 'is', null)
        .where('user_id', 'in', db.selectFrom('users').select('id').where('subject', '=', subject))
        .execute();
    });
    return null;
  }

  /** Deletes an account with all data that its owner has here. Returns the id of the user, if there was one. */
  async delete(id: string): Promise<string | undefined> {
    const subject = await this.subjects.keyOf(id);
    return this.database.transact(async (db) => {
      await db.deleteFrom('provider_accounts').where('id', '=', id).execute();
      await db.deleteFrom('provider_sessions').where('account_id', '=', id).execute();
      return deleteUser(db, subject);
    });
  }

  private findBy(column: 'id' | 'email', value: string): Promise<ProviderAccount | undefined> {
    return this.database.read.selectFrom('provider_accounts').selectAll().where(column, '=', value).executeTakeFirst();
  }
}

/** Whether a text is an address that looks like no other one. */
function isAddress(email: string): boolean {
  return EMAIL.test(email) && email.search(INVISIBLE) === -1 && email === email.normalize('NFKC');
}

function problemOf(password: string): Pick<Problems, 'password'> {
  if (password.length < LEAST_PASSWORD)
    return { password: `Choose a password of at least ${LEAST_PASSWORD} characters.` };
  if (isCommon(password)) return { password: 'Choose another password: many people have this one.' };
  return password.length > MOST_PASSWORD
    ? { password: `Choose a password of at most ${MOST_PASSWORD} characters.` }
    : {};
}
