// Writes the whole database, as it is at one moment, page by page.
//
// PostgreSQL gives the moment by a snapshot, beside which others go on writing. PGlite has one connection, which the dump holds:
// in a running server, requests wait until it has been read. It is written to a file in the data folder first, so that they do not
// wait for whoever receives it.

import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { DatabaseTables } from '../database/tables.ts';
import type { AdminCommand, CommandContext } from './command.ts';
import {
  columnsOf,
  DUMPED,
  DUMPED_TABLES,
  FORMAT,
  migrationsOf,
  VERSION,
  type DumpColumn,
  type DumpedTable,
} from './dump-format.ts';

const PAGE_ROWS = 500;
/** Contents have up to 1 MB each. */
const PAGE_DOCUMENTS = 20;
const SPOOL = /^dump-[\w-]+\.part$/;

async function dump(context: CommandContext): Promise<void> {
  const { database, spoolFolder, write } = context;
  const all = (each: (part: string) => Promise<void>): Promise<void> =>
    database.read
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((db) => dumpAll(db, each));
  if (spoolFolder === null) return all(write);
  const path = join(spoolFolder, `dump-${randomUUID()}.part`);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await all(async (part) => {
        await database.checkRoom();
        await file.appendFile(part);
      });
    } finally {
      await file.close();
    }
    for await (const chunk of createReadStream(path)) await write(chunk as Uint8Array);
  } finally {
    await rm(path, { force: true });
  }
}

/** Whether a name in the data folder is that of a dump in the making, which a process that died has left. */
export function isSpool(name: string): boolean {
  return SPOOL.test(name);
}

async function dumpAll(db: Kysely<DatabaseTables>, write: (part: string) => Promise<void>): Promise<void> {
  const sum = createHash('sha256');
  const line = async (value: object): Promise<void> => {
    const text = `${JSON.stringify(value)}\n`;
    sum.update(text);
    await write(text);
  };
  await line({ format: FORMAT, version: VERSION, created: new Date(), migrations: await migrationsOf(db) });
  const counts = new Map<string, number>();
  const columns = await columnsOf(db);
  for (const table of DUMPED_TABLES) {
    let count = 0;
    for await (const row of rowsOf(db, table, columns.get(table) ?? [])) {
      await line({ table, row });
      count += 1;
    }
    counts.set(table, count);
  }
  await write(`${JSON.stringify({ end: true, rows: Object.fromEntries(counts), sha256: sum.digest('hex') })}\n`);
}

async function* rowsOf(
  db: Kysely<DatabaseTables>,
  table: DumpedTable,
  columns: readonly DumpColumn[],
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const key = DUMPED[table];
  const keys = sql.join(key.map((name) => sql.ref(name)));
  const shown = sql.join(
    columns.map(({ name, form }) =>
      form === 'time' ? sql`${sql.ref(name)}::text as ${sql.ref(name)}` : sql.ref(name),
    ),
  );
  const limit = table === 'documents' ? PAGE_DOCUMENTS : PAGE_ROWS;
  let last: readonly unknown[] | null = null;
  for (;;) {
    const after: ReturnType<typeof sql> = last === null ? sql`` : sql`where (${keys}) > (${sql.join(last)})`;
    const { rows }: { rows: Record<string, unknown>[] } = await sql<
      Record<string, unknown>
    >`select ${shown} from ${sql.table(table)} ${after} order by ${keys} limit ${sql.lit(limit)}`.execute(db);
    for (const row of rows) yield packed(row, columns);
    const end = rows.at(-1);
    if (end === undefined || rows.length < limit) return;
    last = key.map((name) => end[name]);
  }
}

function packed(row: Readonly<Record<string, unknown>>, columns: readonly DumpColumn[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(({ name, form }) => {
      const value = row[name] ?? null;
      return [name, form === 'base64' && value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value];
    }),
  );
}

export const DUMP_COMMAND: AdminCommand = {
  name: 'dump',
  usage: '[--output <file>]',
  summary: 'writes the whole database, for "restore" here or elsewhere',
  help:
    'It is the database at one moment: lines of JSON, with a checksum at the end. Servers can run meanwhile; on the embedded database ' +
    'their requests wait while it is read, about a second for 50 MB. It contains keys and the secrets of sessions: protect it like a password.',
  takes: [0, 0],
  options: { 'output=': 'a new file, for its owner alone, instead of the standard output' },
  canBeServed: true,
  run: dump,
};
