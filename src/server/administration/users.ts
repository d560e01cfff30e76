// The commands about people.

import { sql } from 'kysely';
import { exportPerson } from '../account/person-export.ts';
import { SigningKeys } from '../auth/keys.ts';
import { EMBEDDED_ISSUER, Subjects } from '../auth/subjects.ts';
import { PROVIDER_PATH } from '../provider/address.ts';
import { Links } from '../provider/links.ts';
import { accountsOf, CommandError, type AdminCommand, type CommandContext } from './command.ts';
import { findPeople, MAX_FOUND, onePerson, userOf, type Someone } from './people.ts';

const WHO = 'The person is named by id, e-mail address, or the provider’s subject.';

async function find(context: CommandContext): Promise<void> {
  const people = await findPeople(context, context.values[0] ?? '');
  if (people.length === 0)
    throw new CommandError(`Nobody has ${context.values[0]} in a name or an address, or as an id.`);
  await context.write(
    formatTable(['id', 'e-mail', 'name', 'created', 'documents', 'bytes', 'state'], people.map(rowOf)),
  );
  if (people.length >= MAX_FOUND)
    await context.write(`These are the first ${people.length}: name more of the address.\n`);
}

function rowOf({ id, account, email, fullName, created, documents, bytes, blocked }: Someone): string[] {
  const states = [
    ...(blocked === null ? [] : [`blocked since ${blocked.toISOString().slice(0, 10)}`]),
    ...(id === null ? ['never signed in'] : []),
    ...(account === null ? [] : [account.verified_at === null ? 'not verified' : 'verified']),
  ];
  const key = id ?? account?.id ?? '';
  return [
    key,
    email,
    fullName,
    created.toISOString().slice(0, 10),
    String(documents),
    String(bytes),
    states.join(', '),
  ];
}

async function block(context: CommandContext): Promise<void> {
  const { database, options } = context;
  const person = await onePerson(context);
  const id = await userOf(context, person);
  const isUndone = options.has('undo');
  const accounts = accountsOf(context);
  const { subject } = await database.read
    .selectFrom('users')
    .select('subject')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const account = await accounts.accountIdOf(subject);
  await database.transact(async (db) => {
    if (!isUndone) await accounts.endPerson(db, account, subject);
    await db
      .updateTable('users')
      .set({ blocked_at: isUndone ? null : sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
  });
  await context.write(isUndone ? `${id} may sign in again.\n` : `${id} is blocked, and signed out everywhere.\n`);
}

async function remove(context: CommandContext): Promise<void> {
  const person = await onePerson(context);
  const { id, subject, account, email, documents, bytes } = person;
  const name = `${id ?? account?.id} (${email})`;
  if (!context.options.has('yes'))
    throw new CommandError(
      `This deletes ${name} with ${documents} documents (${bytes} bytes) for good. Add --yes to do so. "users export" makes a copy before.`,
    );
  const accounts = accountsOf(context);
  if (subject !== null) await accounts.deletePerson(subject);
  else if (account !== null) await accounts.deleteAccount(account.id);
  await context.write(`${name} is deleted.\n`);
}

async function reset(context: CommandContext): Promise<void> {
  const { database, origin } = context;
  const { account, subject, id } = await onePerson(context);
  if (account === null) {
    if (subject !== null) await database.transact((db) => accountsOf(context).endPerson(db, null, subject));
    await context.write(
      `${id} is signed out everywhere. The password is one of the membership provider, not of this server.\n`,
    );
    return;
  }
  const links = new Links(database, new Subjects(new SigningKeys(database), EMBEDDED_ISSUER));
  const made = await links.voidPassword(account.id);
  if (made === null) throw new CommandError(`${account.email} was deleted meanwhile.`);
  const { email, token } = made;
  await context.write(
    `${email} is signed out everywhere, and the password does not work any more.\n` +
      `A link to choose a new one, which works once within an hour:\n${origin}${PROVIDER_PATH}/link?token=${token}\n`,
  );
}

async function usage(context: CommandContext): Promise<void> {
  const { database, values } = context;
  if (values.length > 0) return usageOf(context, await onePerson(context));
  const totals = await database.read
    .selectFrom('users')
    .select(({ fn }) => [
      fn.countAll<number>().as('people'),
      fn.sum<string | null>('stored_documents').as('documents'),
      fn.sum<string | null>('stored_bytes').as('bytes'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await database.read
    .selectFrom('users')
    .select(['id', 'email', 'stored_documents', 'stored_bytes', 'private_bytes'])
    .orderBy('stored_bytes', 'desc')
    .orderBy('id')
    .limit(20)
    .execute();
  await context.write(
    `${totals.people} people, ${totals.documents ?? 0} documents, ${totals.bytes ?? 0} bytes. Those who store the most:\n` +
      formatTable(
        ['id', 'e-mail', 'documents', 'bytes', 'private bytes'],
        rows.map((one) => [
          one.id,
          one.email,
          String(one.stored_documents),
          String(one.stored_bytes),
          String(one.private_bytes),
        ]),
      ),
  );
}

async function usageOf(context: CommandContext, person: Someone): Promise<void> {
  const { id, email, documents, bytes, privateBytes } = person;
  const sessions = await context.database.read
    .selectFrom('sessions')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('rotated_at').as('last')])
    .where('user_id', '=', id ?? '')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  const last = sessions.last instanceof Date ? sessions.last.toISOString() : 'never';
  await context.write(
    formatTable(
      ['id', 'e-mail', 'documents', 'bytes', 'private bytes', 'sessions', 'last used'],
      [[id ?? '', email, String(documents), String(bytes), String(privateBytes), String(sessions.count), last]],
    ),
  );
}

async function exportUser(context: CommandContext): Promise<void> {
  const person = await onePerson(context);
  const user = await userOf(context, person);
  const { subject } = await context.database.read
    .selectFrom('users')
    .select('subject')
    .where('id', '=', user)
    .executeTakeFirstOrThrow();
  for await (const part of exportPerson(context.database, accountsOf(context), { user, subject }))
    await context.write(part);
}

const OUTPUT = { 'output=': 'a new file, for its owner alone, instead of the standard output' } as const;

/** The commands that begin with `users`. */
export const USER_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'users find',
    usage: '<text>',
    summary: 'lists people by id, or by a part of their name or address',
    help: 'Lists at most 100 people with what they store and whether they are blocked.',
    takes: [1, 1],
    options: {},
    canBeServed: true,
    run: find,
  },
  {
    name: 'users block',
    usage: '<person> [--undo]',
    summary: 'ends somebody’s sessions and lets them sign in no more',
    help: `${WHO} Their tokens stop working at once. Their documents stay, and those they are shared with still read them.`,
    takes: [1, 1],
    options: { undo: 'lets them sign in again' },
    canBeServed: true,
    run: block,
  },
  {
    name: 'users delete',
    usage: '<person> --yes',
    summary: 'deletes somebody with all of their documents',
    help: `${WHO} With another provider than the embedded one, their account there stays.`,
    takes: [1, 1],
    options: { yes: 'does so; without it the command says what it would delete' },
    canBeServed: true,
    run: remove,
  },
  {
    name: 'users reset',
    usage: '<person>',
    summary: 'ends somebody’s sessions and makes a link to choose a new password',
    help: `${WHO} The link is for them alone: send it on a way that nobody else reads. Passwords of another provider are not changed.`,
    takes: [1, 1],
    options: {},
    canBeServed: true,
    run: reset,
  },
  {
    name: 'users usage',
    usage: '[<person>]',
    summary: 'shows what one person stores, or all of them and the 20 who store the most',
    help: WHO,
    takes: [0, 1],
    options: {},
    canBeServed: true,
    run: usage,
  },
  {
    name: 'users export',
    usage: '<person> [--output <file>]',
    summary: 'writes everything that is stored about somebody, as JSON',
    help: `${WHO} It is what they can download themselves.`,
    takes: [1, 1],
    options: OUTPUT,
    canBeServed: true,
    run: exportUser,
  },
];

/** Characters that move the cursor or change what follows: names are entered by strangers. */
const CONTROL = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Returns rows below their titles, in columns. */
function formatTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [titles, ...rows].map((row) => row.map((cell) => cell.replace(CONTROL, '?')));
  const widths = titles.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
