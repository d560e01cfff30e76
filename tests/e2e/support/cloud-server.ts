// The cloud API (specification, §7) in memory, for tests of the page: small, and faithful in what a page can observe. The token
// names the signed-in user: `Bearer <header>.<user in base64url>.<signature>`.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type Entry = { readonly id: string; readonly role: string } | { readonly public: boolean };

/** A document of the server. */
export interface StoredDocument {
  readonly _id: string;
  _rev: number;
  name: string;
  size: number;
  access: readonly Entry[];
  schema: unknown;
  readonly created: string;
  updated: string;
  viewed: string;
  /** Not part of a response. */
  readonly owner: string;
  content: Buffer;
}

/** A request that was received. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly ifMatch: string | null;
  readonly authorization: string | null;
  readonly type: string | null;
  readonly body: string;
}

/** An error response that the server sends instead. */
export interface Refusal {
  readonly status: number;
  readonly message?: string;
}

const MAX_BYTES = 1_048_576;
const MAX_BODY_BYTES = 4 * MAX_BYTES;

/** An error response of the API: a status, and JSON with a message. */
class Refused extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

/** The server and its documents, which a test may change without the page. */
export class CloudServer {
  readonly documents = new Map<string, StoredDocument>();
  readonly requests: Request[] = [];
  /** Users with an active subscription. */
  readonly subscribers = new Set<string>();
  /** Ids in a user's list, besides their own documents. */
  readonly lists = new Map<string, Set<string>>();
  /** Returns the refusal of a request by method and path; `null` to accept it. */
  refuse: ((method: string, path: string) => Refusal | null) | null = null;
  /** Executes writes, and drops their responses. */
  losesAnswers = false;
  private count = 0;
  /** Not reset, so that no id is used again. */
  private ids = 0;
  private held: {
    readonly matches: (method: string, path: string) => boolean;
    readonly until: Promise<void>;
    readonly release: () => void;
  } | null = null;

  /** Adds a document of `owner`, public by default. */
  add(name: string, content: string, owner = 'ada', access: readonly Entry[] = [{ public: true }]): StoredDocument {
    this.count += 1;
    this.ids += 1;
    // One second apart, starting a minute ago.
    const now = new Date(Date.now() - 60_000 + 1000 * this.count).toISOString();
    const bytes = Buffer.from(content);
    const document: StoredDocument = {
      _id: `doc${this.ids}`,
      _rev: 1,
      name,
      size: bytes.length,
      access,
      schema: { type: 'none' },
      created: now,
      updated: now,
      viewed: now,
      owner,
      content: bytes,
    };
    this.documents.set(document._id, document);
    return document;
  }

  /** Writes a document on behalf of another client. */
  write(id: string, content: string): void {
    const document = this.documents.get(id);
    if (document === undefined) throw new RangeError(`there is no document ${id}`);
    this.set(document, Buffer.from(content));
  }

  /** Returns the document that was added last. */
  newest(): StoredDocument {
    const document = [...this.documents.values()].at(-1);
    if (document === undefined) throw new RangeError('there is no document');
    return document;
  }

  text(id: string): string {
    return this.documents.get(id)?.content.toString() ?? '';
  }

  /** Removes all documents and settings. */
  clear(): void {
    this.documents.clear();
    this.requests.length = 0;
    this.subscribers.clear();
    this.lists.clear();
    this.refuse = null;
    this.losesAnswers = false;
    this.count = 0;
  }

  /** Holds matching requests until `release`. */
  hold(matches: (method: string, path: string) => boolean): void {
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    this.held = { matches, until, release };
  }

  release(): void {
    this.held?.release();
    this.held = null;
  }

  /** Adds the routes, under `/v2`. */
  async register(server: FastifyInstance): Promise<void> {
    await server.register(
      (app, _options, done) => {
        app.removeAllContentTypeParsers();
        app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, parsed) =>
          parsed(null, body),
        );
        app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
          reply.code(error.statusCode ?? 500).send({ message: error.message }),
        );
        app.addHook('preHandler', async (request, reply) => {
          const { method, url, headers } = request;
          const path = url.replace(/^\/v2/, '');
          const { 'if-match': ifMatch = null, authorization = null, 'content-type': type = null } = headers;
          this.requests.push({ method, path, ifMatch, authorization, type, body: bodyOf(request).toString() });
          if (this.held?.matches(method, path) === true) await this.held.until;
          const refusal = this.refuse?.(method, path) ?? null;
          if (refusal === null) return;
          const { status, message } = refusal;
          await reply.code(status).send(message === undefined ? '' : { message });
        });
        app.addHook('onSend', (request, reply, payload, sent) => {
          if (this.losesAnswers && request.method === 'PUT') reply.raw.destroy();
          sent(null, payload);
        });
        this.routes(app);
        done();
      },
      { prefix: '/v2' },
    );
  }

  private routes(app: FastifyInstance): void {
    app.get('/docs/list/currentUser', (request) => {
      const user = this.signedIn(request);
      const listed = [...this.documents.values()].filter(
        ({ owner, _id }) => owner === user || this.lists.get(user)?.has(_id) === true,
      );
      return listed.map(({ _id, name, updated }) => ({ _id, name, updated }));
    });
    app.patch('/docs/list/currentUser/ids', (request) => {
      const user = this.signedIn(request);
      const { add, remove } = JSON.parse(bodyOf(request).toString()) as { add: string[]; remove: string[] };
      const ids = this.lists.get(user) ?? new Set<string>();
      for (const id of add) ids.add(id);
      for (const id of remove) ids.delete(id);
      this.lists.set(user, ids);
      return [...ids];
    });
    app.get('/docs/:id', (request) => {
      const document = this.find(request, 'reader');
      document.viewed = new Date().toISOString();
      return answerOf(document);
    });
    app.get('/docs/:id/data', (request, reply) =>
      reply.type('application/json').send(this.find(request, 'reader').content),
    );
    app.post('/docs', (request) => {
      const user = this.signedIn(request);
      const { name = 'New Document', schemaConfig = '{"type":"none"}' } = request.query as Record<string, string>;
      const content = bodyOf(request);
      checkSize(content);
      const document = this.add(name, '', user, this.subscribers.has(user) ? [] : [{ public: true }]);
      Object.assign(document, { content, size: content.length, schema: JSON.parse(schemaConfig) as unknown });
      return answerOf(document);
    });
    app.put('/docs/:id/data', (request, reply) =>
      this.update(request, reply, 'writer', (document) => {
        const content = bodyOf(request);
        checkSize(content);
        Object.assign(document, { content, size: content.length });
      }),
    );
    app.put('/docs/:id/name', (request, reply) =>
      this.update(request, reply, 'writer', (document) => {
        document.name = bodyOf(request).toString();
      }),
    );
    app.put('/docs/:id/schema', (request, reply) =>
      this.update(request, reply, 'writer', (document) => {
        document.schema = JSON.parse(bodyOf(request).toString());
      }),
    );
    app.put('/docs/:id/access', (request, reply) =>
      this.update(request, reply, 'owner', (document) => {
        const access = JSON.parse(bodyOf(request).toString()) as Entry[];
        if (!isPublic(access) && !this.subscribers.has(document.owner))
          throw new Refused(403, 'There is no active subscription: documents of a free account are public.');
        document.access = access;
      }),
    );
    app.delete('/docs/:id', (request, reply) => {
      this.documents.delete(this.find(request, 'owner')._id);
      return reply.code(204).send();
    });
  }

  private update(
    request: FastifyRequest,
    reply: FastifyReply,
    role: string,
    change: (document: StoredDocument) => void,
  ): unknown {
    const document = this.find(request, role);
    const base = /^"?(\d+)"?$/.exec(request.headers['if-match'] ?? '')?.[1];
    if (base !== undefined && Number(base) !== document._rev) {
      const message = `The document is at revision ${document._rev}, and the change is based on ${base}.`;
      return reply.code(409).send({ message });
    }
    change(document);
    const now = new Date().toISOString();
    Object.assign(document, { _rev: document._rev + 1, updated: now, viewed: now });
    return answerOf(document);
  }

  private set(document: StoredDocument, content: Buffer): void {
    const now = new Date().toISOString();
    Object.assign(document, { content, size: content.length, _rev: document._rev + 1, updated: now, viewed: now });
  }

  private signedIn(request: FastifyRequest): string {
    const user = userOf(request);
    if (user === null) throw new Refused(401, 'You are not signed in.');
    return user;
  }

  /** Returns the document if the user has at least that role. */
  private find(request: FastifyRequest, role: string): StoredDocument {
    const { id } = request.params as { id: string };
    const document = this.documents.get(id);
    if (document === undefined) throw new Refused(404, 'There is no such document.');
    const user = userOf(request);
    const given = document.access.find((entry) => 'id' in entry && entry.id === user);
    const own = user === document.owner ? 'owner' : given !== undefined && 'role' in given ? given.role : null;
    const ranks = ['reader', 'writer', 'owner'];
    const rank = Math.max(ranks.indexOf(own ?? ''), isPublic(document.access) ? 0 : -1);
    if (rank < ranks.indexOf(role))
      throw user === null
        ? new Refused(401, 'You are not signed in.')
        : new Refused(403, `You have no access to this document as its ${role}.`);
    const isEnded = !isPublic(document.access) && !this.subscribers.has(document.owner);
    if (isEnded && role !== 'reader') throw new Refused(403, 'There is no active subscription.');
    return document;
  }
}

const DAY_MS = 86_400_000;
/** The same for every page, so that pages with the same signed-in user have the same options. */
const EXPIRES_AT = new Date(Date.now() + DAY_MS).toISOString();

/** Returns what a page stores after `user` has signed in. @see requirements AUT-3 */
export function authOf(user: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return JSON.stringify({
    accessToken: `${part({ alg: 'none' })}.${part({ sub: user })}.signature`,
    refreshToken: 'refresh',
    expiresAt: EXPIRES_AT,
    tokenType: 'Bearer',
  });
}

function userOf(request: FastifyRequest): string | null {
  const payload = /^Bearer [^.]+\.([^.]+)\.[^.]+$/.exec(request.headers.authorization ?? '')?.[1];
  if (payload === undefined) return null;
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string }).sub;
}

function bodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function checkSize(content: Buffer): void {
  if (content.length > MAX_BYTES)
    throw new Refused(413, 'The document is larger than 1 MB, the most that a document of the cloud may have.');
}

function isPublic(access: readonly Entry[]): boolean {
  return access.some((entry) => 'public' in entry && entry.public);
}

function answerOf({ owner: _owner, content: _content, ...meta }: StoredDocument): object {
  return meta;
}
