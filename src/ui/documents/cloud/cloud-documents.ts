// The documents of the cloud: the server's API as a shelf. The results of writes are sent to the other panels and tabs of this
// browser; other computers detect them by the revision, when they write.

import { equalBytes } from '../../../shared/bytes/bytes.ts';
import { hasCode } from '../../../shared/errors.ts';
import type { DocumentMeta } from '../storage/document-meta.ts';
import type { Access } from '../../model/access.ts';
import { NO_SCHEMA, type Schema } from '../../model/schema.ts';
import type { Shelf, ShelfChannel, ShelvedContent } from '../storage/shelf.ts';
import { UNNAMED_CLOUD } from '../../strings/documents/cloud.ts';
import type { CloudEntry } from './replies.ts';
import { CloudClient, type IdChanges } from './cloud-client.ts';
import type { CloudConfig } from './cloud-config.ts';
import type { TokenSource } from './token.ts';

/** Opens the documents of a cloud server. */
export function openCloud(config: CloudConfig, tokens: TokenSource, channel: ShelfChannel): CloudDocuments {
  return new CloudDocuments(new CloudClient(config, tokens), channel);
}

/** The documents that the user has in the cloud, or was given access to. */
export class CloudDocuments implements Shelf {
  constructor(
    private readonly client: CloudClient,
    private readonly channel: ShelfChannel,
  ) {}

  create(name: string | null, { blob, dialect, schema = NO_SCHEMA }: ShelvedContent): Promise<DocumentMeta> {
    return this.client.create(name ?? UNNAMED_CLOUD, schema, blob, dialect);
  }

  async save(id: string, base: number | null, { blob, dialect }: ShelvedContent, by: string): Promise<DocumentMeta> {
    const meta = await this.client.putData(id, base, blob, dialect).catch(async (error: unknown) => {
      if (!hasCode(error, 'conflict')) throw error;
      // If the reply to an earlier save was lost, its content is stored already, and the user need not be asked.
      const there = await this.load(id).catch(() => null);
      if (there === null || !(await isSame(there.content, blob))) throw error;
      return there.meta;
    });
    this.channel.tell({ type: 'saved', id, rev: meta._rev, by });
    return meta;
  }

  async rename(id: string, name: string, base: number): Promise<DocumentMeta> {
    const meta = await this.client.putName(id, base, name);
    this.channel.tell({ type: 'renamed', id, rev: meta._rev, name: meta.name });
    return meta;
  }

  /** @throws ServerError */
  async setSchema(id: string, schema: Schema, base: number): Promise<DocumentMeta> {
    const meta = await this.client.putSchema(id, base, schema);
    this.channel.tell({ type: 'changed', id, rev: meta._rev });
    return meta;
  }

  /** Sets who may open a document. @throws ServerError */
  async setAccess(id: string, base: number, access: readonly Access[]): Promise<DocumentMeta> {
    const meta = await this.client.putAccess(id, base, access);
    this.channel.tell({ type: 'changed', id, rev: meta._rev });
    return meta;
  }

  /** @throws ServerError */
  meta(id: string, signal?: AbortSignal): Promise<DocumentMeta> {
    return this.client.meta(id, signal);
  }

  async load(id: string, signal?: AbortSignal): Promise<{ readonly meta: DocumentMeta; readonly content: Blob }> {
    // In this order: a save between the two requests makes the next save here stale, so that it is not overwritten.
    const meta = await this.client.meta(id, signal);
    return { meta, content: await this.client.data(id, signal) };
  }

  /** Lists the documents of the user who is signed in. @throws ServerError */
  list(): Promise<CloudEntry[]> {
    return this.client.list();
  }

  /** @throws ServerError */
  async delete(id: string): Promise<void> {
    await this.client.delete(id);
    this.channel.tell({ type: 'deleted', id });
  }

  /** Adds documents to the list of the user who is signed in, or removes them. @throws ServerError */
  async patchIds(changes: IdChanges): Promise<void> {
    await this.client.patchIds(changes);
  }
}

async function isSame(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size) return false;
  const [a, b] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()]);
  return equalBytes(new Uint8Array(a), new Uint8Array(b));
}
