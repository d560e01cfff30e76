// What is known of a document besides its content. @see requirements DOC-1, SCH-1

import type { Access } from '../../model/access.ts';
import type { Dialect } from '../../../shared/document/dialect.ts';
import type { DocumentSource } from '../../model/compound-key.ts';
import { NO_SCHEMA, readSchema, type Schema } from '../../model/schema.ts';

/** A document but for its content. Dates are ISO strings. */
export interface DocumentMeta {
  readonly _id: string;
  /** From 1, one more with every update. */
  readonly _rev: number;
  readonly name: string;
  /** Bytes of its text. */
  readonly size: number;
  /** The language of its text; missing where nobody noted it, and then the name says it. */
  readonly dialect?: Dialect | undefined;
  readonly access: readonly Access[];
  readonly schema: Schema;
  readonly created: string;
  readonly updated: string;
  readonly viewed: string;
}

/** The meta of a document that begins now. */
export function newMeta(_id: string, name: string, now: string): DocumentMeta {
  return { _id, _rev: 1, name, size: 0, access: [], schema: NO_SCHEMA, created: now, updated: now, viewed: now };
}

/** What a database holds, checked: a damaged part gets a neutral value; `null` where it is no document. */
export function readMeta(value: unknown): DocumentMeta | null {
  if (typeof value !== 'object' || value === null) return null;
  const { _id, _rev, name, size, schema, created, updated, viewed } = value as Record<string, unknown>;
  if (typeof _id !== 'string') return null;
  return {
    ...(value as DocumentMeta),
    _id,
    _rev: typeof _rev === 'number' ? _rev : 1,
    name: typeof name === 'string' && name !== '' ? name : _id,
    size: typeof size === 'number' ? size : 0,
    schema: readSchema(schema),
    created: readTime(created),
    updated: readTime(updated),
    viewed: readTime(viewed),
  };
}

/** A time as an ISO string; the epoch where it is none. */
function readTime(value: unknown): string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : new Date(0).toISOString();
}

/** An entry of the list of recent files. @see requirements DOC-10 */
export interface RecentEntry {
  /** `source.id`. */
  readonly compoundKey: string;
  readonly documentSource: DocumentSource;
  /** What is shown of it without loading it. */
  readonly document: Pick<DocumentMeta, 'name' | 'updated' | 'dialect'> & { readonly size?: number };
  readonly viewed: string;
}
