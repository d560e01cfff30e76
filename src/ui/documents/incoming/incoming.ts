// Documents to be opened in a panel: from a file, an address, a hash value, the browser's own database, the cloud.

import { toDialect, type Dialect } from '../../../shared/document/dialect.ts';
import { CodedError } from '../../../shared/errors.ts';
import { readFirstBytes } from '../../../shared/bytes/first-bytes.ts';
import { NAMES, unreadable } from '../../strings/documents/opening.ts';
import { readInline } from './inline-link.ts';
import { shelvedOrigin } from '../../panel-core/panel-core.ts';
import type { CsvReadOptions } from '../../../shared/protocol/csv.ts';
import type { StoredCsv } from '../../model/csv-file.ts';
import type { Origin } from '../../model/origin.ts';
import type { Schema } from '../../model/schema.ts';
import type { OpenFile } from '../../model/open-file.ts';
import type { ShelfKey, ShelfName } from '../../model/document-key.ts';
import type { RecentFiles } from '../storage/recent-files.ts';
import type { Shelf } from '../storage/shelf.ts';

/** A document to be opened in a panel. */
export interface Incoming {
  readonly name: string;
  readonly content: Blob;
  /** The language of its text, if known; otherwise it follows from the name and the media type. */
  readonly dialect?: Dialect | undefined;
  readonly origin: Origin;
  /** Where its schema is; none by default. */
  readonly schema?: Schema;
  /** The file to save to, if the browser gave one. */
  readonly file?: OpenFile | null;
  /** The name of the file on disk that it was read from, if the page can't write it. */
  readonly sourceFile?: string | undefined;
  /** Whether it is stored somewhere already. */
  readonly saved: boolean;
  /** The CSV file that the content was made from, and what is done once the panel has it. */
  readonly table?: { readonly file: Blob; settle(): void } | undefined;
  /** How it was read as CSV before. */
  readonly csvOptions?: CsvReadOptions | undefined;
  /** The CSV file that is stored beside the content. */
  readonly csv?: StoredCsv | null | undefined;
}

/** The shelves, and the list of recent documents. */
export interface Shelves {
  /** @throws CodedError when there is no such shelf */
  shelf(name: ShelfName): Promise<Shelf>;
  readonly recent: Pick<RecentFiles, 'view' | 'dialectOf'>;
}

/**
 * Reads the first bytes, so that a directory, or a file that was moved or deleted, fails before anything has changed.
 * @throws CodedError `unreadable`
 */
export async function readBeginning({ name, content }: Incoming): Promise<Uint8Array> {
  try {
    return await readFirstBytes(content);
  } catch {
    throw new CodedError('unreadable', unreadable(name));
  }
}

/** Reads the document in a hash value. @throws CodedError `unreadable` */
export function fromInline(text: string): Incoming {
  const { content, dialect } = readInline(text);
  const origin = { kind: 'json', key: { source: 'json', id: text } } as const;
  return { name: NAMES.inline, content, dialect, origin, saved: true };
}

/** Loads a document of this browser or of the cloud. @throws CodedError `missing`, `storage`, `http` */
export async function fromShelf(documents: Shelves, key: ShelfKey, signal?: AbortSignal): Promise<Incoming> {
  const { source, id } = key;
  const { meta, content, csv } = await (await documents.shelf(source)).load(id, signal);
  // A server may not support dialects.
  const dialect = toDialect(meta.dialect) ?? (source === 'cloud' ? documents.recent.dialectOf(key) : undefined);
  const origin = shelvedOrigin(source, meta);
  return {
    name: meta.name,
    content,
    dialect,
    origin,
    schema: meta.schema,
    sourceFile: meta.sourceFile,
    saved: true,
    csv,
  };
}

/** Describes a document that was fetched from an address. */
export function fromUrl(url: string, content: Blob): Incoming {
  return { name: nameOfUrl(url), content, origin: { kind: 'url', key: { source: 'url', id: url } }, saved: true };
}

/** Returns the last part of an address's path, or its host. */
export function nameOfUrl(url: string): string {
  const { pathname, host } = URL.canParse(url) ? new URL(url) : { pathname: url, host: '' };
  const last = pathname.split('/').findLast((part) => part !== '') ?? host;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
