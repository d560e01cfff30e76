// The migrations of the tables. Each is one statement, so that engines without transactional DDL run them too, or a change of
// rows, and each may run twice, because a process can die between it and its record. Never change one; add another.

import { sql, type Kysely, type Migration, type Transaction } from 'kysely';
import { spellAddressesOnce } from './spellings.ts';
import type { DatabaseTables } from './tables.ts';

const STATEMENTS: Readonly<Record<string, string>> = {
  '001_users': `create table if not exists users (
    id text primary key, subject text not null unique, email text not null, full_name text not null,
    private_bytes bigint not null default 0, created_at timestamptz not null)`,
  '002_users_email': 'create index if not exists users_email on users (email)',
  '003_subscriptions': `create table if not exists subscriptions (
    id text primary key, subject text not null, plan text not null, active boolean not null,
    expires_at timestamptz, changed_at timestamptz not null)`,
  '004_subscriptions_subject': 'create index if not exists subscriptions_subject on subscriptions (subject)',
  '005_webhook_events': `create table if not exists webhook_events (
    id text primary key, received_at timestamptz not null)`,
  '006_documents': `create table if not exists documents (
    id text primary key, owner text not null, rev integer not null, name text not null, size integer not null,
    dialect text, access text not null, is_public boolean not null, schema text not null, content bytea not null,
    packing text not null, created_at timestamptz not null, updated_at timestamptz not null,
    viewed_at timestamptz not null)`,
  '007_documents_owner': 'create index if not exists documents_owner on documents (owner)',
  '008_listed_documents': `create table if not exists listed_documents (
    user_id text not null, document_id text not null, primary key (user_id, document_id))`,
  '009_listed_documents_document':
    'create index if not exists listed_documents_document on listed_documents (document_id)',
  '010_sessions': `create table if not exists sessions (
    id text primary key, user_id text not null, secret text not null, generation integer not null,
    rotated_at timestamptz not null, expires_at timestamptz not null, revoked_at timestamptz, id_token text not null)`,
  '011_sessions_user': 'create index if not exists sessions_user on sessions (user_id)',
  '012_sign_ins': `create table if not exists sign_ins (
    state text primary key, verifier text not null, nonce text not null, redirect_url text not null,
    page_nonce text, expires_at timestamptz not null)`,
  '013_keys': 'create table if not exists keys (name text primary key, value text not null)',
  '014_rate_limits': `create table if not exists rate_limits (
    key text primary key, window_start timestamptz not null, count integer not null)`,
  '015_provider_accounts': `create table if not exists provider_accounts (
    id text primary key, email text not null unique, full_name text not null, password_hash text not null,
    created_at timestamptz not null)`,
  '016_provider_sessions': `create table if not exists provider_sessions (
    id text primary key, account_id text not null, expires_at timestamptz not null)`,
  '017_provider_state': `create table if not exists provider_state (
    kind text not null, id text not null, payload text not null, uid text, grant_id text,
    expires_at timestamptz, primary key (kind, id))`,
  '018_provider_state_uid': 'create index if not exists provider_state_uid on provider_state (uid)',
  '019_provider_state_grant': 'create index if not exists provider_state_grant on provider_state (grant_id)',
  '020_documents_addresses': `alter table documents add column if not exists addresses text not null default '{}'`,
  // Who has entered an address was not recorded: until now the owner was shown them all.
  '021_documents_addresses_known': `update documents set addresses = coalesce((
    select json_object_agg(users.id, json_build_object('email', users.email, 'by', documents.owner))::text
    from json_array_elements(documents.access::json) as entry
    join users on users.id = entry ->> 'id' where users.email <> ''), '{}')
    where addresses = '{}' and access like '%"id"%'`,
  '022_users_stored_bytes': 'alter table users add column if not exists stored_bytes bigint not null default 0',
  '023_users_stored_documents': 'alter table users add column if not exists stored_documents bigint not null default 0',
  '024_users_stored': `update users set
    stored_bytes = (select coalesce(sum(size + octet_length(schema) + octet_length(access)), 0) from documents
      where documents.owner = users.id),
    stored_documents = (select count(*) from documents where documents.owner = users.id)`,
  '025_documents_listed': 'create index if not exists documents_listed on documents (owner, updated_at, id)',
  '026_sessions_expiry': 'create index if not exists sessions_expiry on sessions (expires_at)',
  '027_sessions_revoked': 'create index if not exists sessions_revoked on sessions (revoked_at)',
  '028_sign_ins_expiry': 'create index if not exists sign_ins_expiry on sign_ins (expires_at)',
  '029_provider_sessions_expiry':
    'create index if not exists provider_sessions_expiry on provider_sessions (expires_at)',
  '030_provider_sessions_account':
    'create index if not exists provider_sessions_account on provider_sessions (account_id)',
  '031_provider_state_expiry': 'create index if not exists provider_state_expiry on provider_state (kind, expires_at)',
  '032_rate_limits_window': 'create index if not exists rate_limits_window on rate_limits (window_start)',
  '033_webhook_events_received': 'create index if not exists webhook_events_received on webhook_events (received_at)',
  '034_provider_accounts_verified': 'alter table provider_accounts add column if not exists verified_at timestamptz',
  '035_provider_links': `create table if not exists provider_links (
    id text primary key, account_id text not null, purpose text not null, email text not null,
    expires_at timestamptz not null)`,
  '036_provider_links_account': 'create index if not exists provider_links_account on provider_links (account_id)',
  '037_provider_links_expiry': 'create index if not exists provider_links_expiry on provider_links (expires_at)',
  '038_users_blocked': 'alter table users add column if not exists blocked_at timestamptz',
  '039_sessions_created': 'alter table sessions add column if not exists created_at timestamptz',
  '040_sessions_agent': `alter table sessions add column if not exists agent text not null default ''`,
  '042_users_epoch': 'alter table users add column if not exists epoch integer not null default 0',
  '043_provider_accounts_epoch':
    'alter table provider_accounts add column if not exists epoch integer not null default 0',
  '044_sessions_epoch': 'alter table sessions add column if not exists epoch integer not null default 0',
  '045_provider_sessions_epoch':
    'alter table provider_sessions add column if not exists epoch integer not null default 0',
  '046_provider_links_epoch': 'alter table provider_links add column if not exists epoch integer not null default 0',
};

/** Changes of rows that no statement can make. */
const CHANGES: Readonly<Record<string, (db: Kysely<DatabaseTables>) => Promise<void>>> = {
  '041_addresses_spelling': spellAddressesOnce,
};

/** The migrations by name, in order. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = Object.fromEntries(
  [
    ...Object.entries(STATEMENTS).map(([name, statement]): [string, Migration] => [
      name,
      { up: async (db: Kysely<unknown>) => void (await sql.raw(statement).execute(db)) },
    ]),
    ...Object.entries(CHANGES).map(([name, up]): [string, Migration] => [name, { up }]),
  ].toSorted(([one], [other]) => (one < other ? -1 : 1)),
);

/** Changes the rows of an earlier version as the migrations do that it did not have. The tables are up to date. */
export async function rerunUpdates(db: Transaction<DatabaseTables>, known: readonly string[]): Promise<void> {
  for (const [name, statement] of Object.entries(STATEMENTS))
    if (!known.includes(name) && statement.startsWith('update ')) await sql.raw(statement).execute(db);
  for (const [name, change] of Object.entries(CHANGES)) if (!known.includes(name)) await change(db);
}
