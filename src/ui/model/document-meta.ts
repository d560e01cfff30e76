// The metadata of a document, and who has access to it. @see requirements DOC-1, SCH-1

import type { Dialect } from '../../shared/document/dialect.ts';
import type { DocumentSource } from './document-key.ts';
import { NO_SCHEMA, readSchema, type Schema } from './schema.ts';

/** A user with access to a cloud document, and the role. The server sends the owner the e-mail addresses of known users. */
export type Access =
  | { readonly id: string; readonly role: string; readonly email?: string }
  | { readonly public: boolean };

/** A document without its content. Dates are ISO strings. */
export interface DocumentMeta {
  readonly _id: string;
  /** Starts at 1, and increases by one with every update. */
  readonly _rev: number;
  readonly name: string;
  /** Bytes of its text. */
  readonly size: number;
  /** The language of its text; if missing, it follows from the name. */
  readonly dialect?: Dialect | undefined;
  /** In this browser: the name of the file on disk that it is a copy of. */
  readonly sourceFile?: string | undefined;
  readonly access: readonly Access[];
  readonly schema: Schema;
  readonly created: string;
  readonly updated: string;
  readonly viewed: string;
}

/** Returns the metadata of a new document. */
export function newMeta(_id: string, name: string, now: string): DocumentMeta {
  return { _id, _rev: 1, name, size: 0, access: [], schema: NO_SCHEMA, created: now, updated: now, viewed: now };
}

/** Reads stored metadata: a damaged field gets a neutral value; `null` when the value is not a document. */
export function readMeta(value: unknown): DocumentMeta | null {
  if (typeof value !== 'object' || value === null) return null;
  const { _id, _rev, name, size, schema, sourceFile, created, updated, viewed } = value as Record<string, unknown>;
  if (typeof _id !== 'string') return null;
  return {
    ...(value as DocumentMeta),
    _id,
    _rev: typeof _rev === 'number' ? _rev : 1,
    name: typeof name === 'string' && name !== '' ? name : _id,
    size: typeof size === 'number' ? size : 0,
    schema: readSchema(schema),
    ...(sourceFile !== undefined && { sourceFile: typeof sourceFile === 'string' ? sourceFile : undefined }),
    created: readTime(created),
    updated: readTime(updated),
    viewed: readTime(viewed),
  };
}

/** Returns a time as an ISO string; the epoch when it is invalid. */
function readTime(value: unknown): string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : new Date(0).toISOString();
}

/** An entry of the list of recent files. @see requirements DOC-10 */
export interface RecentEntry {
  /** `source.id`. */
  readonly compoundKey: string;
  readonly documentSource: DocumentSource;
  /** What the list shows without loading the document. */
  readonly document: Pick<DocumentMeta, 'name' | 'updated' | 'dialect'> & { readonly size?: number };
  readonly viewed: string;
}
