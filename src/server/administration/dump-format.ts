// The format of a dump: lines of JSON in UTF-8, each ended by a line feed.
//
//   {"format":"diptych-dump","version":1,"created":"…","migrations":["001_users",…]}
//   {"table":"users","row":{"id":"…","created_at":"2026-01-01 00:00:00.000001+00",…}}       one for each row, table by table
//   {"end":true,"rows":{"users":1,…},"sha256":"…"}                                          of all bytes before this line
//
// A `bytea` is in base64, a `timestamptz` a text as PostgreSQL writes it, with its microseconds.

import { sql, type Kysely } from 'kysely';
import type { DatabaseTables } from '../database/tables.ts';

export const FORMAT = 'diptych-dump';
export const VERSION = 1;

/** What does not outlive a server: sign-ins under way, counts of rate limits, and locks. */
type Omitted = 'sign_ins' | 'rate_limits' | 'locks';
export type DumpedTable = Exclude<keyof DatabaseTables, Omitted>;

/** The tables of a dump in its order, with their primary keys. */
export const DUMPED: Readonly<Record<DumpedTable, readonly string[]>> = {
  keys: ['name'],
  users: ['id'],
  subscriptions: ['id'],
  webhook_events: ['id'],
  provider_accounts: ['id'],
  provider_sessions: ['id'],
  provider_links: ['id'],
  provider_state: ['kind', 'id'],
  sessions: ['id'],
  listed_documents: ['user_id', 'document_id'],
  documents: ['id'],
};

export const DUMPED_TABLES = Object.keys(DUMPED) as DumpedTable[];

/** A column of a table, and how it is written. */
export interface DumpColumn {
  readonly name: string;
  readonly form: 'plain' | 'base64' | 'time';
}

/** Returns the columns of all dumped tables. */
export async function columnsOf(db: Kysely<DatabaseTables>): Promise<ReadonlyMap<DumpedTable, readonly DumpColumn[]>> {
  const { rows } = await sql<{ table_name: string; column_name: string; data_type: string }>`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = current_schema() order by table_name, ordinal_position`.execute(db);
  return new Map(
    DUMPED_TABLES.map((table) => [
      table,
      rows
        .filter(({ table_name: name }) => name === table)
        .map(({ column_name: name, data_type: type }) => ({ name, form: formOf(type) })),
    ]),
  );
}

function formOf(type: string): DumpColumn['form'] {
  if (type === 'bytea') return 'base64';
  return type.startsWith('timestamp') ? 'time' : 'plain';
}

/** Returns the names of the migrations that a database has. */
export async function migrationsOf(db: Kysely<DatabaseTables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
