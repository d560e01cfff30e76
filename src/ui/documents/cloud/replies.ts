// Reads and checks the server's replies: a field of the wrong type counts as missing, and a missing required field makes a
// reply unreadable.

import { toDialect } from '../../../shared/document/dialect.ts';
import type { DocumentMeta, Access } from '../../model/document-meta.ts';
import { readSchema } from '../../model/schema.ts';

/** A line of the list of a user's documents. @see requirements DOC-1 */
export interface CloudEntry {
  readonly _id: string;
  readonly name: string;
  /** An ISO date. */
  readonly updated: string;
  /** Bytes of its text; `null` when the server does not send it. */
  readonly size: number | null;
}

/** Reads the metadata of a document; `null` when the reply holds none. */
export function readMeta(answer: unknown): DocumentMeta | null {
  const fields = fieldsOf(answer);
  const _id = fields.get('_id');
  const _rev = fields.get('_rev');
  if (typeof _id !== 'string' || _id === '' || typeof _rev !== 'number') return null;
  const created = text(fields.get('created'));
  const updated = text(fields.get('updated')) || created;
  return {
    _id,
    _rev,
    name: text(fields.get('name')) || _id,
    size: count(fields.get('size')) ?? 0,
    dialect: toDialect(fields.get('dialect')),
    access: listOf(fields.get('access')).flatMap((entry) => readAccess(entry) ?? []),
    schema: readSchema(fields.get('schema')),
    created,
    updated,
    viewed: text(fields.get('viewed')) || updated,
  };
}

/** Reads the list of a user's documents; `null` when the reply is not a list. */
export function readList(answer: unknown): CloudEntry[] | null {
  if (!Array.isArray(answer)) return null;
  return answer.flatMap((entry: unknown) => {
    const fields = fieldsOf(entry);
    const _id = text(fields.get('_id'));
    if (_id === '') return [];
    const [name, updated] = [text(fields.get('name')) || _id, text(fields.get('updated'))];
    return [{ _id, name, updated, size: count(fields.get('size')) }];
  });
}

/** Returns the query of the next page in a header `Link`; `null` when it names none. */
export function readNext(link: string | null): string | null {
  return /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1] ?? null;
}

/** Reads the message in the reply to a failed call; empty when there is none. @see requirements API-5 */
export function readMessage(answer: unknown): string {
  return text(fieldsOf(answer).get('message')).trim();
}

function readAccess(entry: unknown): Access | null {
  const fields = fieldsOf(entry);
  const isPublic = fields.get('public');
  if (typeof isPublic === 'boolean') return { public: isPublic };
  const [id, role, email] = [text(fields.get('id')), text(fields.get('role')), text(fields.get('email'))];
  return id === '' || role === '' ? null : { id, role, ...(email !== '' && { email }) };
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function count(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 ? value : null;
}
