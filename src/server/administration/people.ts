// Finds the person that a command is about: a user of this server, an account of the embedded provider, or both.

import { sql } from 'kysely';
import type { ProviderAccount } from '../database/tables.ts';
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

/** Returns the people whose id, subject, name or address is `text`, or whose name or address contains it. */
export async function findPeople(context: CommandContext, text: string): Promise<Someone[]> {
  const { database } = context;
  const part = text.toLowerCase();
  const rows = await database.read
    .selectFrom('users')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', text),
        eb('subject', '=', text),
        sql<boolean>`position(${part} in lower(email)) > 0`,
        sql<boolean>`position(${part} in lower(full_name)) > 0`,
      ]),
    )
    .orderBy('email')
    .limit(MAX_FOUND)
    .execute();
  const accounts = accountsOf(context);
  const users = await Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      subject: row.subject,
      email: row.email,
      fullName: row.full_name,
      created: row.created_at,
      blocked: row.blocked_at,
      documents: row.stored_documents,
      bytes: row.stored_bytes,
      privateBytes: row.private_bytes,
      account: await accounts.ofSubject(row.subject),
    })),
  );
  const others = await database.read
    .selectFrom('provider_accounts')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', text),
        sql<boolean>`position(${part} in lower(email)) > 0`,
        sql<boolean>`position(${part} in lower(full_name)) > 0`,
      ]),
    )
    .orderBy('email')
    .limit(MAX_FOUND)
    .execute();
  const found: Someone[] = [...users];
  for (const account of others) {
    if (users.some((one) => one.account?.id === account.id)) continue;
    const user = await accounts.userOf(account.id);
    if (user !== null) continue;
    const { email, full_name: fullName, created_at: created } = account;
    const none = { id: null, subject: null, blocked: null, documents: 0, bytes: 0, privateBytes: 0 };
    found.push({ ...none, email, fullName, created, account });
  }
  return found;
}

/** Returns the one person with an id, a subject or an address. @throws CommandError for none, or more than one */
export async function onePerson(context: CommandContext): Promise<Someone> {
  const [who = ''] = context.values;
  const found = (await findPeople(context, who)).filter(
    ({ id, subject, email, account }) =>
      [id, subject, account?.id].includes(who) || (email !== '' && email === who.toLowerCase()),
  );
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
