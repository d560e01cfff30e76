// Everything that is stored about a person, as one JSON text. It is made while it is sent: documents are read one at a time, so
// that the memory for an account of any size is that of its largest document.

import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { parseAccess, parseAddresses } from '../documents/access.ts';
import { unpackContent } from '../documents/content.ts';
import type { Membership } from './membership.ts';

const FORMAT = 'diptych-export';
const VERSION = 1;
const PAGE = 500;
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whose data it is. */
export interface Exported {
  readonly user: string;
  readonly subject: string;
}

/** Returns the parts of the text in order. It ends early, as invalid JSON, where the database fails. */
export async function* exportPerson(
  database: Database,
  membership: Membership,
  { user, subject }: Exported,
): AsyncGenerator<string> {
  const { read: db } = database;
  const person = await db.selectFrom('users').selectAll().where('id', '=', user).executeTakeFirstOrThrow();
  const head = {
    format: FORMAT,
    version: VERSION,
    exported: new Date(),
    user: {
      id: person.id,
      subject: person.subject,
      email: person.email,
      fullName: person.full_name,
      created: person.created_at,
      blocked: person.blocked_at,
      storedBytes: person.stored_bytes,
      storedDocuments: person.stored_documents,
      privateBytes: person.private_bytes,
    },
    account: await membership.recordsOf(subject),
    subscriptions: await db
      .selectFrom('subscriptions')
      .select(['id', 'plan', 'active', 'expires_at as expires', 'changed_at as changed'])
      .where('subject', '=', subject)
      .execute(),
    sessions: await sessionsOf(database, user),
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "listedDocuments": [`;
  let comma = '\n    ';
  for await (const { document_id: id } of pages((after) =>
    db
      .selectFrom('listed_documents')
      .select('document_id')
      .where('user_id', '=', user)
      .where('document_id', '>', after)
      .orderBy('document_id')
      .limit(PAGE)
      .execute()
      .then((rows) => rows.map((row) => ({ ...row, id: row.document_id }))),
  )) {
    yield comma + JSON.stringify(id);
    comma = ',\n    ';
  }
  yield '\n  ],\n  "rolesInDocumentsOfOthers": [';
  comma = '\n    ';
  // An access list is stored as JSON.stringify has written it, so an entry with the id contains this text.
  const entry = `"id":"${user}"`;
  for await (const { id, access, addresses } of pages((after) =>
    db
      .selectFrom('documents')
      .select(['id', 'access', 'addresses'])
      .where('owner', '!=', user)
      .where(sql<boolean>`position(${entry} in access) > 0`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  )) {
    const roles = parseAccess(access).flatMap((one) => ('id' in one && one.id === user ? [one.role] : []));
    const email = parseAddresses(addresses)[user]?.email ?? null;
    yield comma + JSON.stringify({ id, roles, enteredAs: email });
    comma = ',\n    ';
  }
  yield '\n  ],\n  "documents": [';
  comma = '\n    ';
  for await (const { id } of pages((after) =>
    db
      .selectFrom('documents')
      .select('id')
      .where('owner', '=', user)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  )) {
    const text = await documentOf(database, id, user);
    if (text === null) continue;
    yield comma + text;
    comma = ',\n    ';
  }
  yield '\n  ]\n}\n';
}

/** Returns the name of the file. */
export function exportName(): string {
  return `diptych-${new Date().toISOString().slice(0, 10)}.json`;
}

async function sessionsOf({ read: db }: Database, user: string): Promise<unknown[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'agent', 'created_at', 'rotated_at', 'expires_at', 'revoked_at', 'id_token'])
    .where('user_id', '=', user)
    .orderBy('rotated_at')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    agent: row.agent,
    begun: row.created_at,
    used: row.rotated_at,
    expires: row.expires_at,
    ended: row.revoked_at,
    // The token itself would let its reader act as the person.
    claimsOfProvider: claimsOf(row.id_token),
  }));
}

function claimsOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as unknown;
  } catch {
    return null;
  }
}

/** Returns a document as JSON; `null` for one that was deleted meanwhile. Content that is no text is in base64. */
async function documentOf({ read: db }: Database, id: string, owner: string): Promise<string | null> {
  const row = await db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst();
  if (row === undefined) return null;
  const bytes = await unpackContent(row);
  const addresses = Object.entries(parseAddresses(row.addresses))
    .filter(([, { by }]) => by === owner)
    .map(([person, { email }]) => [person, email]);
  const meta = JSON.stringify({
    id,
    rev: row.rev,
    name: row.name,
    size: row.size,
    dialect: row.dialect,
    access: parseAccess(row.access),
    enteredAddresses: Object.fromEntries(addresses) as unknown,
    created: row.created_at,
    updated: row.updated_at,
    viewed: row.viewed_at,
    ...contentOf(bytes),
  });
  // With its original spelling, like everywhere.
  return `${meta.slice(0, -1)},"schema":${row.schema}}`;
}

function contentOf(bytes: Buffer): { readonly content: string } | { readonly contentBase64: string } {
  try {
    return { content: DECODER.decode(bytes) };
  } catch {
    return { contentBase64: bytes.toString('base64') };
  }
}

/** Yields rows page by page, each page after the id of the last row before. */
async function* pages<Row extends { readonly id: string }>(
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = ''; ;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}
