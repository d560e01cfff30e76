// A cloud in memory with enough of the API for tests of the client's own sequence of operations. Every request and every
// response is delayed a little.

import { CloudClient } from '../../../src/ui/documents/cloud/cloud-client.ts';
import type { Cloud } from '../../../src/ui/documents/cloud/cloud.ts';
import { CloudDocuments } from '../../../src/ui/documents/cloud/cloud-documents.ts';
import { newMeta, type DocumentMeta } from '../../../src/ui/documents/storage/document-meta.ts';
import { ShelfChannel } from '../../../src/ui/documents/storage/shelf.ts';

const LONGEST_MS = 6;

/** A tab's access to the cloud, with the loaded documents. */
export type Tab = Cloud & { readonly documents: CloudDocuments };

/** The server and its documents. */
export class MemoryCloud {
  readonly metas = new Map<string, DocumentMeta>();
  readonly contents = new Map<string, Blob>();
  private count = 0;

  /** Returns the access of one tab. */
  tab(): Tab {
    const channel = new ShelfChannel('diptych-memory');
    const tokens = { isSignedIn: true, authorization: () => Promise.resolve(null), waitFor: () => undefined };
    const client = new CloudClient({ url: 'https://cloud.test' }, tokens, (input, init) => this.answer(input, init));
    const documents = new CloudDocuments(client, channel);
    return {
      isSignedIn: true,
      url: 'https://cloud.test',
      tokens,
      channel,
      documents,
      shelf: () => Promise.resolve(documents),
    };
  }

  private async answer(input: RequestInfo | URL, { method = 'GET', body = null, headers }: RequestInit = {}) {
    await pause(Math.random() * LONGEST_MS);
    const { pathname, searchParams } = new URL(input as string);
    const [, , id = '', part = ''] = pathname.split('/');
    const base = /\d+/.exec(new Headers(headers).get('if-match') ?? '')?.[0];
    const response = this.respond(method, decodeURIComponent(id), part, body, base, searchParams);
    await pause(Math.random() * LONGEST_MS);
    return response;
  }

  private respond(
    method: string,
    id: string,
    part: string,
    body: BodyInit | null,
    base: string | undefined,
    query: URLSearchParams,
  ): Response {
    if (method === 'POST') {
      this.count += 1;
      const meta = newMeta(`cloud${this.count}`, query.get('name') ?? '', new Date().toISOString());
      this.metas.set(meta._id, meta);
      this.contents.set(meta._id, body as Blob);
      return Response.json(meta);
    }
    const meta = this.metas.get(id);
    if (meta === undefined) return Response.json({ message: 'There is no such document.' }, { status: 404 });
    if (method === 'DELETE') {
      this.metas.delete(id);
      return new Response(null, { status: 204 });
    }
    if (method === 'GET') return part === 'data' ? new Response(this.contents.get(id) ?? '') : Response.json(meta);
    if (base !== undefined && Number(base) !== meta._rev)
      return Response.json({ message: `It is at revision ${meta._rev}.` }, { status: 409 });
    const after = { ...meta, _rev: meta._rev + 1, ...(part === 'name' && { name: body as string }) };
    this.metas.set(id, after);
    if (part === 'data') this.contents.set(id, body as Blob);
    return Response.json(after);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
