// The commands about keys and tables.

import { sql } from 'kysely';
import { retireKeys } from '../auth/access-tokens.ts';
import { endAllCredentials } from '../provider/credentials.ts';
import type { AdminCommand, CommandContext } from './command.ts';

async function rotate({ database, options, write }: CommandContext): Promise<void> {
  await database.transact(async (db) => {
    await retireKeys(db, options.has('now'));
    if (options.has('end-sessions')) await endAllCredentials(db);
  });
  await write(
    `All keys are new. Tokens of the earlier ones are ${options.has('now') ? 'refused' : 'accepted for ten more minutes'}.\n` +
      (options.has('end-sessions') ? 'Everybody is signed out.\n' : ''),
  );
}

async function migrate({ database, write }: CommandContext): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.read);
  await write(`The tables are up to date: ${rows.length} migrations, the last is ${rows.at(-1)?.name}.\n`);
}

/** The commands about keys and tables. */
export const MAINTENANCE_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'keys rotate',
    usage: '[--now] [--end-sessions]',
    summary: 'replaces the keys that sign tokens and cookies',
    help:
      'Running servers use the new keys within 15 seconds. Nobody has to sign in again; a sign-in that is under way has to be begun again. ' +
      'When a backup or the database was read by a stranger, use both options: sessions have secrets of their own.',
    takes: [0, 0],
    options: {
      now: 'refuses tokens of the earlier keys at once; open pages get others by themselves',
      'end-sessions': 'signs everybody out',
    },
    canBeServed: true,
    run: rotate,
  },
  {
    name: 'migrate',
    usage: '',
    summary: 'brings the tables up to date, as the start of a server does',
    help: 'For an upgrade of several processes: migrate first, then start the new version. Processes of the version before go on.',
    takes: [0, 0],
    options: {},
    canBeServed: true,
    run: migrate,
  },
];
