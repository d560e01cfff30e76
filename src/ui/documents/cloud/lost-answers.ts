// Writes whose answers were lost: the server may have carried them out. When it then has a newer revision than the panel that
// wrote, that may be the panel's own, and is no conflict.

import { equalBytes } from '../../../shared/bytes/bytes.ts';
import type { DocumentMeta } from '../../model/document-meta.ts';

/** What a write puts into a document. */
export type SentWrite =
  | { readonly type: 'data'; readonly content: Blob }
  | { readonly type: 'name' | 'schema' | 'access'; isIn(meta: DocumentMeta): boolean };

/** A document as the server has it. */
export interface Stored {
  readonly meta: DocumentMeta;
  /** `null` if it was not asked for. */
  readonly content: Blob | null;
}

/** A write that the server may have carried out. */
interface Sent {
  readonly base: number | null;
  readonly isData: boolean;
  isIn(stored: Stored): Promise<boolean>;
}

/** A panel writes after each pause in typing, and a server may be gone for hours: beyond this, a digest more is of no use. */
const MAX_DIGESTS = 1000;

/** The writes of all panels of this page whose answers were lost. */
export class LostAnswers {
  private readonly sent = new Map<string, Sent[]>();

  /** Remembers a write of a panel. It keeps a digest of the content and not the content. */
  async add(panel: string, id: string, base: number | null, written: SentWrite): Promise<void> {
    const isIn = written.type === 'data' ? await isContent(written.content) : metaTest(written);
    const list = this.sent.get(nameOf(panel, id)) ?? [];
    if (list.length < MAX_DIGESTS)
      this.sent.set(nameOf(panel, id), [...list, { base, isData: written.type === 'data', isIn }]);
  }

  /** Whether the content has to be known to answer. */
  needsContent(panel: string, id: string): boolean {
    return this.sent.get(nameOf(panel, id))?.some(({ isData }) => isData) ?? false;
  }

  /**
   * Returns what this panel wrote to make the stored version, so that writing over it loses nothing; `null` if that version is
   * not known to be its own.
   */
  async explain(panel: string, id: string, stored: Stored): Promise<'data' | 'metadata' | null> {
    for (const { base, isData, isIn } of this.sent.get(nameOf(panel, id)) ?? []) {
      // Metadata of the same value says nothing about a content that was saved since.
      const isNext = isData || base === null || stored.meta._rev === base + 1;
      if (isNext && (await isIn(stored))) return isData ? 'data' : 'metadata';
    }
    return null;
  }

  /** Forgets the writes of a panel once a later content of it was accepted. */
  forget(panel: string, id: string): void {
    this.sent.delete(nameOf(panel, id));
  }
}

function nameOf(panel: string, id: string): string {
  return `${panel} ${id}`;
}

function metaTest({ isIn }: Exclude<SentWrite, { type: 'data' }>): Sent['isIn'] {
  return ({ meta }) => Promise.resolve(isIn(meta));
}

/** Returns a test whether a document holds a content. */
async function isContent(sent: Blob): Promise<Sent['isIn']> {
  const { size } = sent;
  const digest = await digestOf(sent);
  return async ({ content }) => {
    if (content?.size !== size) return false;
    // Over plain http there are no digests, so that the content itself is kept.
    return digest === null ? isSame(content, sent) : equalBytes((await digestOf(content)) ?? new Uint8Array(), digest);
  };
}

async function digestOf(content: Blob): Promise<Uint8Array | null> {
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
  return subtle === undefined ? null : new Uint8Array(await subtle.digest('SHA-256', await content.arrayBuffer()));
}

/** Whether two contents are equal. */
export async function isSame(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size) return false;
  const [a, b] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()]);
  return equalBytes(new Uint8Array(a), new Uint8Array(b));
}
