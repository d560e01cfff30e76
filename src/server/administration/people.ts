// Finds the person that a command is about: a user of this server, an account of the embedded provider, or both.

import { sql, type Selectable } from 'kysely';
import type { ProviderAccount, DatabaseTables } from '../database/tables.ts';
import { canonicalDomain, spellingsOf } from '../email-address.ts';
import { accountsOf, CommandError, type CommandContext } from './command.ts';

/** A person. Whoever has signed up and not yet signed in has an account and no user. */
export interface Someone {
  readonly id: string | null;
  readonly subject: string | null;
  readonly email: string;
  readonly fullName: string;
  readonly created: Date;
  readonly blocked: Date | null;
  readonly documents: number;
  readonly bytes: number;
  readonly privateBytes: number;
  readonly account: ProviderAccount | null;
}

/** The most people of one answer. */
export const MAX_FOUND = 100;

/**
 * Returns people by their id, their subject, or their address, or, unless `isWhole`, by a part of their name or address. At most
 * MAX_FOUND.
 */
export async function findPeople(context: CommandContext, text: string, isWhole = false): Promise<Someone[]> {
  const { read: db } = context.database;
  const spellings = text.includes('@')
    ? spellingsOf(text)
    : [text.toLowerCase(), canonicalDomain(text) ?? text.toLowerCase()];
  const parts = [...new Set(spellings)];
  const isLike = (column: 'email' | 'full_name') =>
    sql<boolean>`(${sql.join(
      parts.map((part) => sql`position(${part} in lower(${sql.ref(column)})) > 0`),
      sql` or `,
    )})`;
  const accounts = accountsOf(context);
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', text),
        eb('subject', '=', text),
        ...(isWhole
          ? [eb.and([eb('email', 'in', parts), eb('email', '!=', '')])]
          : [isLike('email'), isLike('full_name')]),
      ]),
    )
    .orderBy('email')
    .limit(MAX_FOUND)
    .execute();
  const others = await db
    .selectFrom('provider_accounts')
    .selectAll()
    .where((eb) =>
      eb.or([eb('id', '=', text), ...(isWhole ? [eb('email', 'in', parts)] : [isLike('email'), isLike('full_name')])]),
    )
    .orderBy('email')
    .limit(MAX_FOUND)
    .execute();
  const found = new Map<string, Someone>();
  for (const user of users) found.set(user.id, someoneOf(user, await accounts.ofSubject(user.subject)));
  for (const account of others) {
    const known = await accounts.userOf(account.id);
    if (known !== null && found.has(known.id)) continue;
    const user =
      known === null
        ? undefined
        : await db.selectFrom('users').selectAll().where('id', '=', known.id).executeTakeFirst();
    found.set(user?.id ?? account.id, user === undefined ? newcomerOf(account) : someoneOf(user, account));
  }
  return [...found.values()].slice(0, MAX_FOUND);
}

function someoneOf(user: Selectable<DatabaseTables['users']>, account: ProviderAccount | null): Someone {
  return {
    id: user.id,
    subject: user.subject,
    email: user.email,
    fullName: user.full_name,
    created: user.created_at,
    blocked: user.blocked_at,
    documents: user.stored_documents,
    bytes: user.stored_bytes,
    privateBytes: user.private_bytes,
    account,
  };
}

function newcomerOf(account: ProviderAccount): Someone {
  const { email, full_name: fullName, created_at: created } = account;
  const none = { id: null, subject: null, blocked: null, documents: 0, bytes: 0, privateBytes: 0 };
  return { ...none, email, fullName, created, account };
}

/** Returns the one person with an id, a subject or an address. @throws CommandError for none, or more than one */
export async function onePerson(context: CommandContext): Promise<Someone> {
  const [who = ''] = context.values;
  const found = await findPeople(context, who, true);
  const [first] = found;
  if (first === undefined)
    throw new CommandError(`There is nobody with the id or address ${who}. "users find" looks for a part of it.`);
  if (found.length === 1) return first;
  const ids = found.map(({ id, subject }) => `${id} (${subject})`).join(', ');
  throw new CommandError(`More than one person has the address ${who}. Use an id: ${ids}.`);
}

/** Returns the id of a person's user. Makes the user of an account that has not signed in yet. */
export async function userOf(context: CommandContext, { id, account }: Someone): Promise<string> {
  if (id !== null) return id;
  if (account === null) throw new RangeError('a person has a user or an account');
  return accountsOf(context).makeUser(account);
}
