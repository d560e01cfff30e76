// The documents of the cloud: the server's API as a shelf. The results of writes are sent to the other panels and tabs of this
// browser; other computers detect them by the revision, when they write.

import { hasCode } from '../../../shared/errors.ts';
import type { DocumentMeta, Access } from '../../model/document-meta.ts';
import { isPublic, peopleOf } from '../../model/access.ts';
import { NO_SCHEMA, type Schema } from '../../model/schema.ts';
import type { Shelf, ShelfChannel, ShelvedContent, Writer } from '../storage/shelf.ts';
import { UNNAMED_CLOUD } from '../../strings/documents/cloud.ts';
import type { CloudEntry } from './replies.ts';
import { CloudClient, type IdChanges, type RequestTarget } from './cloud-client.ts';
import { ServerError } from '../../model/server-failure.ts';
import { isSame, LostAnswers, type SentWrite } from './lost-answers.ts';
import type { CloudConfig } from './cloud-config.ts';
import type { TokenSource } from './token.ts';

/** Opens the documents of a cloud server. */
export function openCloud(config: CloudConfig, tokens: TokenSource, channel: ShelfChannel): CloudDocuments {
  return new CloudDocuments(new CloudClient(config, tokens), channel);
}

/** A document with its content. */
interface StoredContent {
  readonly meta: DocumentMeta;
  readonly content: Blob;
}

/** The documents that the user has in the cloud, or was given access to. */
export class CloudDocuments implements Shelf {
  private readonly lost = new LostAnswers();
  /** The content that a conflict was found with last: what it is merged with needs no second request. */
  private foreign: StoredContent | null = null;

  constructor(
    private readonly client: CloudClient,
    private readonly channel: ShelfChannel,
  ) {}

  create(name: string | null, { blob, dialect, schema = NO_SCHEMA }: ShelvedContent, { person }: Writer) {
    return this.client.create(name ?? UNNAMED_CLOUD, schema, blob, dialect, person);
  }

  async save(id: string, base: number | null, { blob, dialect }: ShelvedContent, by: Writer): Promise<DocumentMeta> {
    const meta = await this.write(id, base, by, { type: 'data', content: blob }, (target) =>
      this.client.putData(target, blob, dialect),
    );
    this.channel.publish({ type: 'saved', id, rev: meta._rev, by: by.panel });
    return meta;
  }

  async rename(id: string, name: string, base: number, by: Writer): Promise<DocumentMeta> {
    const written = { type: 'name', isIn: (meta: DocumentMeta) => meta.name === name } as const;
    const meta = await this.write(id, base, by, written, (target) => this.client.putName(target, name));
    this.channel.publish({ type: 'renamed', id, rev: meta._rev, name: meta.name });
    return meta;
  }

  /** @throws ServerError */
  async setSchema(id: string, schema: Schema, base: number, by: Writer): Promise<DocumentMeta> {
    const written = { type: 'schema', isIn: (meta: DocumentMeta) => isEqual(meta.schema, schema) } as const;
    const meta = await this.write(id, base, by, written, (target) => this.client.putSchema(target, schema));
    this.channel.publish({ type: 'changed', id, rev: meta._rev });
    return meta;
  }

  /** Sets who may open a document. @throws ServerError */
  async setAccess(id: string, base: number, access: readonly Access[], by: Writer): Promise<DocumentMeta> {
    const written = { type: 'access', isIn: (meta: DocumentMeta) => isSameAccess(meta.access, access) } as const;
    const meta = await this.write(id, base, by, written, (target) => this.client.putAccess(target, access));
    this.channel.publish({ type: 'changed', id, rev: meta._rev });
    return meta;
  }

  /**
   * Returns the metadata of a document whose latest revision was written by this panel, which did not get the answer; `null` if
   * it was written by anybody else. @throws ServerError
   */
  async ownVersion(id: string, { panel }: Writer): Promise<DocumentMeta | null> {
    const { stored, own } = await this.readOwn(id, panel, false);
    return own === null ? null : stored.meta;
  }

  private async readOwn(id: string, panel: string, needsContent: boolean) {
    const meta = await this.client.meta(id);
    const content = needsContent || this.lost.needsContent(panel, id) ? await this.client.data(id) : null;
    const stored = { meta, content };
    const own = await this.lost.explain(panel, id, stored);
    if (own === null && content !== null) this.foreign = { meta, content };
    return { stored, own };
  }

  /**
   * Carries out a write that names its base. If the document has another revision, which is this panel's own, because the
   * answer to an earlier write was lost, it is carried out on that one. @throws ServerError
   */
  private async write(
    id: string,
    base: number | null,
    { panel, person }: Writer,
    written: SentWrite,
    put: (target: RequestTarget) => Promise<DocumentMeta>,
  ): Promise<DocumentMeta> {
    const attempt = async (from: number | null): Promise<DocumentMeta> => {
      try {
        const meta = await put({ id, base: from, person });
        if (this.foreign?.meta._id === id) this.foreign = null;
        if (written.type === 'data') this.lost.forget(panel, id);
        return meta;
      } catch (error) {
        if (error instanceof ServerError && error.mayBeDone) await this.lost.add(panel, id, from, written);
        throw error;
      }
    };
    try {
      return await attempt(base);
    } catch (error) {
      if (base === null || !hasCode(error, 'conflict')) throw error;
      const found = await this.readOwn(id, panel, written.type === 'data').catch(() => null);
      if (found === null) throw error;
      const { meta, content } = found.stored;
      // It stands there already: nobody needs to be asked.
      if (written.type === 'data' && content !== null && (await isSame(content, written.content))) return meta;
      if (found.own === null) throw error;
      // A name whose change was reported as failed was changed after all.
      if (found.own === 'metadata' && meta._rev === base + 1)
        this.channel.publish({ type: 'renamed', id, rev: meta._rev, name: meta.name });
      return written.type !== 'data' && written.isIn(meta) ? meta : attempt(meta._rev);
    }
  }

  /** @throws ServerError */
  meta(id: string, signal?: AbortSignal): Promise<DocumentMeta> {
    return this.client.meta(id, signal);
  }

  async load(id: string, signal?: AbortSignal): Promise<StoredContent> {
    // In this order: a save between the two requests makes the next save here stale, so that it is not overwritten.
    const meta = await this.client.meta(id, signal);
    const { foreign } = this;
    if (foreign?.meta._id === id && foreign.meta._rev === meta._rev) return { meta, content: foreign.content };
    return { meta, content: await this.client.data(id, signal) };
  }

  /** Lists the documents of the user who is signed in. @throws ServerError */
  list(): Promise<CloudEntry[]> {
    return this.client.list();
  }

  /** @throws ServerError */
  async delete(id: string): Promise<void> {
    await this.client.delete(id);
    this.channel.publish({ type: 'deleted', id });
  }

  /** Adds documents to the list of the user who is signed in, or removes them. @throws ServerError */
  async patchIds(changes: IdChanges): Promise<void> {
    await this.client.patchIds(changes);
  }
}

/** Whether people were given the same access. A person may have been named by their address. */
function isSameAccess(there: readonly Access[], sent: readonly Access[]): boolean {
  const people = peopleOf(there);
  return (
    isPublic(there) === isPublic(sent) &&
    people.length === peopleOf(sent).length &&
    peopleOf(sent).every(({ id, role }) =>
      people.some((one) => one.role === role && (one.id === id || one.email === id.trim().toLowerCase())),
    )
  );
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
