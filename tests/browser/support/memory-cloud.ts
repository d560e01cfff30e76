// A cloud in memory with enough of the API for tests of the client's own sequence of operations. Every request and every
// response is delayed a little.

import { CloudClient } from '../../../src/ui/documents/cloud/cloud-client.ts';
import type { Cloud } from '../../../src/ui/documents/cloud/cloud.ts';
import { CloudDocuments } from '../../../src/ui/documents/cloud/cloud-documents.ts';
import { createTokenSource } from '../../../src/ui/documents/cloud/token.ts';
import { newMeta, type DocumentMeta } from '../../../src/ui/model/document-meta.ts';
import { ShelfChannel } from '../../../src/ui/documents/storage/shelf.ts';

const MAX_DELAY_MS = 6;

/** A tab's access to the cloud, with the loaded documents. */
export type Tab = Cloud & { readonly documents: CloudDocuments };

/** A write as it was carried out: its part of the document, and the person whose token came with it. */
export interface CarriedOut {
  readonly part: string;
  readonly person: string | null;
}

/** Returns stored tokens of a person. */
export function tokensOf(person: string): string {
  const accessToken = ['{}', JSON.stringify({ sub: person })].map((part) => btoa(part)).join('.') + '.x';
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  return JSON.stringify({ accessToken, refreshToken: 'r', tokenType: 'Bearer', expiresAt });
}

/** A storage with only the tokens of a person, like that which the tabs of a browser share. */
export class TokenStorage {
  constructor(private tokens: string | null) {}

  getItem(): string | null {
    return this.tokens;
  }

  /** Signs somebody else in, or out, in another tab. */
  signIn(person: string | null): void {
    this.tokens = person === null ? null : tokensOf(person);
    dispatchEvent(new StorageEvent('storage', { key: 'auth' }));
  }
}

/** The server and its documents. */
export class MemoryCloud {
  readonly metas = new Map<string, DocumentMeta>();
  readonly contents = new Map<string, Blob>();
  readonly carriedOut: CarriedOut[] = [];
  /** What becomes of the answer to a write that was carried out: it arrives, is lost, or is replaced by a proxy's. */
  answers: (part: string) => 'arrives' | 'lost' | 'replaced' = () => 'arrives';
  private count = 0;

  /** Returns the access of one tab. Without a storage, nobody is signed in but everything is allowed. */
  tab(storage?: TokenStorage): Tab {
    const channel = new ShelfChannel('diptych-memory');
    const nobody = { getItem: () => null };
    const tokens = createTokenSource(() => (storage ?? nobody) as unknown as Storage);
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

  /** Adds a document; returns its id. */
  add(name: string, text: string): string {
    this.count += 1;
    const meta = newMeta(`cloud${this.count}`, name, new Date().toISOString());
    this.metas.set(meta._id, meta);
    this.contents.set(meta._id, new Blob([text]));
    return meta._id;
  }

  /** Returns the text of a document. */
  async text(id: string): Promise<string> {
    return (await this.contents.get(id)?.text()) ?? '';
  }

  private async answer(input: RequestInfo | URL, { method = 'GET', body = null, headers }: RequestInit = {}) {
    await pause(Math.random() * MAX_DELAY_MS);
    const { pathname, searchParams } = new URL(input as string);
    const [, , id = '', part = ''] = pathname.split('/');
    const base = /\d+/.exec(new Headers(headers).get('if-match') ?? '')?.[0];
    const response = this.respond(method, decodeURIComponent(id), part, body, base, searchParams);
    const isWrite = method !== 'GET' && response.ok;
    if (isWrite) {
      const token = new Headers(headers).get('authorization')?.split('.')[1];
      const person = token === undefined ? null : (JSON.parse(atob(token)) as { sub: string }).sub;
      this.carriedOut.push({ part, person });
    }
    await pause(Math.random() * MAX_DELAY_MS);
    if (!isWrite) return response;
    const becomes = this.answers(part);
    if (becomes === 'lost') throw new TypeError('Failed to fetch');
    return becomes === 'arrives' ? response : new Response('Bad gateway', { status: 502 });
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
      const made = this.add(query.get('name') ?? '', '');
      this.contents.set(made, body as Blob);
      return Response.json(this.metas.get(made));
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
    const after = {
      ...meta,
      _rev: meta._rev + 1,
      ...(part === 'name' && { name: body as string }),
      ...(part === 'schema' && { schema: JSON.parse(body as string) as DocumentMeta['schema'] }),
    };
    this.metas.set(id, after);
    if (part === 'data') this.contents.set(id, body as Blob);
    return Response.json(after);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
