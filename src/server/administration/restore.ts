// Reads a dump into an empty database, in one transaction: all of it, or, where anything is wrong, nothing.

import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { MIGRATIONS, rerunUpdates } from '../database/migrations.ts';
import type { DatabaseTables } from '../database/tables.ts';
import { CommandError, type AdminCommand, type CommandContext } from './command.ts';
import { columnsOf, DUMPED_TABLES, FORMAT, VERSION, type DumpColumn, type DumpedTable } from './dump-format.ts';

/** No line is longer: that of a document has its content, in base64, and its schema. */
const MAX_LINE = 64 * 1024 * 1024;
const BATCH_ROWS = 200;
const BATCH_BYTES = 4 * 1024 * 1024;
const NEWLINE = 10;

const head = z.object({ format: z.literal(FORMAT), version: z.number(), migrations: z.array(z.string()) });
const row = z.object({
  table: z.enum(DUMPED_TABLES),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
const end = z.object({ end: z.literal(true), rows: z.record(z.string(), z.number()), sha256: z.string() });

async function restore(context: CommandContext): Promise<void> {
  const { database, input, write } = context;
  if (input === null) throw new RangeError('there is nothing to restore from');
  let restored = 0;
  // A transaction with a mode has no names of statements, which could be refused: the input cannot be read again.
  await database.read
    .transaction()
    .setAccessMode('read write')
    .execute(async (db) => {
      await checkEmpty(db);
      restored = await restoreAll(db, input, () => database.checkRoom());
    });
  await write(`${restored} rows are restored.\n`);
}

async function checkEmpty(db: Transaction<DatabaseTables>): Promise<void> {
  for (const table of DUMPED_TABLES) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0)
      throw new CommandError(
        `The database is not empty: the table ${table} has rows. Restore into a new one, because nothing here is overwritten.`,
      );
  }
}

async function restoreAll(
  db: Transaction<DatabaseTables>,
  input: AsyncIterable<Uint8Array>,
  checkRoom: () => Promise<void>,
): Promise<number> {
  const sum = createHash('sha256');
  const counts = new Map<string, number>(DUMPED_TABLES.map((table) => [table, 0]));
  const batch = new Batch(db, await columnsOf(db), checkRoom);
  let known: readonly string[] | null = null;
  let told: z.infer<typeof end> | null = null;
  let number = 0;
  for await (const line of linesOf(input)) {
    number += 1;
    if (told !== null) throw broken(number, 'there is more after its end');
    const value = parse(line, number);
    if (known === null) {
      known = readHead(value);
      sum.update(line);
      continue;
    }
    const last = end.safeParse(value);
    if (last.success) {
      told = last.data;
      continue;
    }
    sum.update(line);
    const { success, data } = row.safeParse(value);
    if (!success) throw broken(number, 'it is no row of a table');
    counts.set(data.table, (counts.get(data.table) ?? 0) + 1);
    await batch.add(data.table, data.row, line.length, number);
  }
  await batch.flush();
  if (known === null) throw new CommandError('There is no dump: the input is empty. Nothing was restored.');
  if (told === null) throw broken(number, 'the dump ends too early');
  if (told.sha256 !== sum.digest('hex')) throw broken(number, 'the checksum is wrong: something in it was changed');
  if ([...counts].some(([table, count]) => (told.rows[table] ?? 0) !== count)) throw broken(number, 'rows are missing');
  await rerunUpdates(db, known);
  return [...counts.values()].reduce((all, one) => all + one, 0);
}

/** @returns the migrations of the database that was dumped */
function readHead(value: unknown): readonly string[] {
  const { success, data } = head.safeParse(value);
  if (!success) throw new CommandError('This is no dump of Diptych: its first line says so in the format’s own words.');
  const unknown = data.migrations.find((name) => !(name in MIGRATIONS));
  if (data.version > VERSION || unknown !== undefined)
    throw new CommandError(
      'The dump was made by a later version of Diptych. Restore it with that version, or a later one.',
    );
  return data.migrations;
}

/** Rows of one table that are inserted together. */
class Batch {
  private table: DumpedTable | null = null;
  private readonly rows: Readonly<Record<string, unknown>>[] = [];
  private names: readonly string[] = [];
  private bytes = 0;

  constructor(
    private readonly db: Transaction<DatabaseTables>,
    private readonly columns: ReadonlyMap<DumpedTable, readonly DumpColumn[]>,
    private readonly checkRoom: () => Promise<void>,
  ) {}

  async add(table: DumpedTable, values: Readonly<Record<string, unknown>>, bytes: number, line: number): Promise<void> {
    const names = Object.keys(values);
    const isOther = table !== this.table || names.join() !== this.names.join();
    if (isOther || this.rows.length >= BATCH_ROWS || this.bytes + bytes > BATCH_BYTES) await this.flush();
    if (isOther) {
      const known = new Set(this.columns.get(table)?.map(({ name }) => name));
      const unknown = names.find((name) => !known.has(name));
      if (unknown !== undefined) throw broken(line, `the table ${table} has no column ${unknown}`);
    }
    this.table = table;
    this.names = names;
    this.rows.push(values);
    this.bytes += bytes;
  }

  async flush(): Promise<void> {
    const { table, rows, names } = this;
    if (table === null || rows.length === 0) return;
    await this.checkRoom();
    const forms = new Map(this.columns.get(table)?.map(({ name, form }) => [name, form]));
    const values = rows.map((one) => {
      const cells = names.map((name) => {
        const value = one[name];
        return sql`${forms.get(name) === 'base64' && typeof value === 'string' ? Buffer.from(value, 'base64') : value}`;
      });
      return sql`(${sql.join(cells)})`;
    });
    const columns = sql.join(names.map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(values)}`.execute(this.db);
    this.rows.length = 0;
    this.bytes = 0;
  }
}

/** Yields the lines with their line feeds. @throws CommandError for one that is too long */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of input) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let at = rest.indexOf(NEWLINE); at >= 0; at = rest.indexOf(NEWLINE)) {
      yield Buffer.concat([...parts, rest.subarray(0, at + 1)]);
      parts = [];
      length = 0;
      rest = rest.subarray(at + 1);
    }
    if (rest.length === 0) continue;
    parts.push(rest);
    length += rest.length;
    if (length > MAX_LINE) throw new CommandError('This is no dump of Diptych: a line of it is too long.');
  }
  // A last line without its end is a dump that was cut.
  if (length > 0) yield Buffer.concat(parts);
}

function parse(line: Buffer, number: number): unknown {
  try {
    return JSON.parse(line.toString()) as unknown;
  } catch {
    throw number === 1
      ? new CommandError('This is no dump of Diptych: its first line is no JSON.')
      : broken(number, 'it is no JSON: the dump was cut or changed');
  }
}

function broken(line: number, problem: string): CommandError {
  return new CommandError(`Line ${line} of the dump can’t be read: ${problem}. Nothing was restored.`);
}

export const RESTORE_COMMAND: AdminCommand = {
  name: 'restore',
  usage: '[--input <file>]',
  summary: 'reads what "dump" has written into an empty database',
  help:
    'Into the data folder or the PostgreSQL at DATABASE_URL, whichever it came from: all of it, or, where anything is wrong, nothing. ' +
    'No server may run on it. People stay signed in if PUBLIC_URL stays the same.',
  takes: [0, 0],
  options: { 'input=': 'a file instead of the standard input' },
  canBeServed: false,
  run: restore,
};
