// The routes of documents (specification, §7). Each checks who may call it, and returns the resulting document.
//
//   GET  /docs/:id           GET /docs/:id/data          GET   /docs/list/currentUser
//   POST /docs               DELETE /docs/:id            PATCH /docs/list/currentUser/ids
//   PUT  /docs/:id/data, name, schema, access            If-Match: "rev"

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logEvent, rememberUser } from '../audit.ts';
import { sessionEnded, USER_ID, type Authenticator } from '../auth/people.ts';
import type { Database } from '../database/database.ts';
import { Refusal } from '../errors.ts';
import { parameter } from '../query.ts';
import type { RateLimiter } from '../rate-limit.ts';
import {
  checkRole,
  isPublic,
  NO_SUBSCRIPTION_TO_EDIT,
  NO_SUBSCRIPTION_TO_HIDE,
  readAccess,
  resolveAccess,
  roleOf,
  shownAccess,
  type Role,
} from './access.ts';
import { bufferOf, MAX_BYTES, packContent, TOO_LARGE, unpackContent } from './content.ts';
import { takesGzip } from './accept-encoding.ts';
import { changeList, listDocuments, MAX_LISTED } from './document-list.ts';
import {
  deleteDocument,
  insertDocument,
  isViewDue,
  loadContent,
  loadDocument,
  loadForUser,
  markViewed,
  missing,
  updateAtOnce,
  updateDocument,
  type DocumentChange,
  type StoredMeta,
  type DocumentReader,
} from './document-store.ts';
import { bytesOf, dialectOf, idOf, jsonOf, limitOf, readIdChanges, readName, readSchema, textOf } from './requests.ts';
import type { StorageLimits } from './storage.ts';

/** Dependencies of the routes. */
export interface DocumentService {
  readonly database: Database;
  readonly people: Authenticator;
  readonly limiter: RateLimiter;
  readonly limits: StorageLimits;
}

const UNNAMED = 'New Document';
const NO_SCHEMA = '{"type":"none"}';

/** Adds the routes to `app`, whose prefix is that of the API. */
export function documentRoutes(app: FastifyInstance, service: DocumentService): void {
  const { database, people, limiter, limits } = service;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, parsed) =>
    parsed(null, body),
  );
  app.setErrorHandler((error: Error & { code?: string }, _request, _reply) => {
    throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? new Refusal(413, TOO_LARGE) : error;
  });
  app.addHook('onRequest', (_request, reply, done) => {
    // No content of a document is ever executed, however it is opened.
    reply.headers({
      'content-security-policy': 'sandbox',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      vary: 'authorization',
    });
    done();
  });

  app.addHook('onRequest', async (request) => {
    // Before the body is read and packed.
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && request.headers.authorization === undefined) await people.require(request);
  });

  /** Reads what a request asks for, before its session is looked up with it. Whose session has ended is told so first. */
  const sessionFirst = async <T>(request: FastifyRequest, read: () => T | Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      if (error instanceof Refusal) await people.identify(request);
      throw error;
    }
  };

  app.get('/docs/list/currentUser', async (request, reply) => {
    const claims = await people.requireClaims(request);
    const { limit, listed } = await sessionFirst(request, async () => {
      const most = limitOf(request, MAX_LISTED);
      const page = { limit: most, after: parameter(request, 'after') };
      return { limit: most, listed: await listDocuments(database, claims, page) };
    });
    if (listed === null) throw sessionEnded();
    rememberUser(request, claims.user);
    const { documents, next } = listed;
    reply.header('x-limit', limit);
    if (next !== null)
      reply.header('link', `</v2/docs/list/currentUser?limit=${limit}&after=${encodeURIComponent(next)}>; rel="next"`);
    return reply.send(documents);
  });

  app.patch('/docs/list/currentUser/ids', async (request) => {
    const { id: user } = await people.require(request);
    const changes = readIdChanges(jsonOf(textOf(bytesOf(request, 'application/json'))));
    await limiter.take(`write:${user}`, 'writes');
    if (changes.add.length > 0) await database.checkRoom();
    return database.transact((db) => changeList(db, user, changes));
  });

  app.get('/docs/:id', async (request, reply) => {
    const claims = await people.claimsOf(request);
    const user = claims?.user ?? null;
    const id = await sessionFirst(request, () => idOf(request));
    const found = claims === null ? null : await loadForUser(database.read, id, claims);
    if (found === null) await people.identify(request);
    else if (user !== null) rememberUser(request, user);
    const document = found ?? (await loadDocument(database.read, id));
    checkRole(document, user, 'reader');
    const now = new Date();
    if (roleOf(document, user) === null || !isViewDue(document, now)) return answer(reply, document, user);
    await database.write((db) => markViewed(db, document, now));
    return answer(reply, { ...document, viewed: now }, user);
  });

  app.get('/docs/:id/data', async (request, reply) => {
    // With the session in one statement.
    const claims = await people.claimsOf(request);
    const id = await sessionFirst(request, () => idOf(request));
    const document = await loadContent(database.read, id, claims);
    if (document === null) {
      await people.identify(request);
      throw missing();
    }
    if (claims !== null) rememberUser(request, claims.user);
    checkRole(document, claims?.user ?? null, 'reader');
    reply
      .type('application/json; charset=utf-8')
      .headers({ etag: `"${document.rev}"`, vary: 'authorization, accept-encoding' });
    // Sent as it is stored, if the client accepts gzip.
    const isTakenPacked = document.packing === 'gzip' && takesGzip(request.headers['accept-encoding'] ?? '');
    return isTakenPacked
      ? reply.header('content-encoding', 'gzip').send(bufferOf(document.content))
      : reply.send(await unpackContent(document));
  });

  app.post('/docs', async (request, reply) => {
    const person = await people.require(request);
    const name = readName(parameter(request, 'name') ?? UNNAMED);
    const schema = readSchema(parameter(request, 'schemaConfig') ?? NO_SCHEMA);
    const dialect = dialectOf(request);
    const bytes = bytesOf(request, 'application/json');
    await limiter.take(`write:${person.id}`, 'writes');
    await database.checkRoom();
    const content = await packContent(bytes);
    const access = (await people.isSubscriber(database.read, person.id)) ? [] : [{ public: true }];
    const made = await database.transact((db) =>
      insertDocument(db, { owner: person.id, name, schema, access, content, dialect, limits }),
    );
    return answer(reply.code(201), made, person.id);
  });

  /** Changes a document on behalf of a user who needs that role. `change` is made once the role is checked. */
  const update = async (
    request: FastifyRequest,
    reply: FastifyReply,
    role: Role,
    change: (document: StoredMeta, user: string) => DocumentChange | Promise<DocumentChange>,
  ): Promise<FastifyReply> => {
    const claims = await people.requireClaims(request);
    const { user } = claims;
    const [id, base] = await sessionFirst(request, () => [idOf(request), baseOf(request)] as const);
    // With the session in one statement.
    const found = await loadForUser(database.read, id, claims);
    if (found === null) await people.require(request);
    else rememberUser(request, user);
    await limiter.take(`write:${user}`, 'writes');
    await database.checkRoom();
    const before = found ?? (await loadDocument(database.read, id));
    checkRole(before, user, role);
    checkBase(before, base);
    const changed = await change(before, user);
    const checkSubscription = async (db: DocumentReader, document: StoredMeta): Promise<void> => {
      const willBePublic = changed.access === undefined ? document.isPublic : isPublic(changed.access);
      if (!willBePublic && !(await people.isSubscriber(db, document.owner)))
        throw new Refusal(403, document.isPublic ? NO_SUBSCRIPTION_TO_HIDE : NO_SUBSCRIPTION_TO_EDIT);
    };
    await checkSubscription(database.read, before);
    // Every change gives a document another revision, which the statement of the write checks: the one read above is as good.
    const atOnce = await database.write((db) => updateAtOnce(db, before, changed, limits));
    if (atOnce !== null) return answer(reply, atOnce, user);
    const written = await database.transact(async (db) => {
      const document = await loadDocument(db, id);
      checkRole(document, user, role);
      await checkSubscription(db, document);
      checkBase(document, base);
      return updateDocument(db, document, changed, limits);
    });
    return answer(reply, written, user);
  };

  app.put('/docs/:id/data', (request, reply) =>
    update(request, reply, 'writer', async () => {
      const dialect = dialectOf(request);
      return { content: await packContent(bytesOf(request, 'application/json')), dialect };
    }),
  );
  app.put('/docs/:id/name', (request, reply) =>
    update(request, reply, 'writer', () => ({ name: readName(textOf(bytesOf(request, 'text/plain'))) })),
  );
  app.put('/docs/:id/schema', (request, reply) =>
    update(request, reply, 'writer', () => ({ schema: readSchema(textOf(bytesOf(request, 'application/json'))) })),
  );
  app.put('/docs/:id/access', (request, reply) =>
    update(request, reply, 'owner', async ({ addresses }, user) => {
      const access = readAccess(jsonOf(textOf(bytesOf(request, 'application/json'))));
      const asked = access.filter((entry) => 'id' in entry && !USER_ID.test(entry.id)).length;
      // Who has an account here is learnt by an owner who enters an address, and by none who tries many.
      if (asked > 0) await limiter.take(user, 'shares', asked);
      return resolveAccess(access, addresses, user, (email) => people.findByEmail(email));
    }).then((sent) => {
      logEvent(request, 'access_changed', { document: idOf(request) });
      return sent;
    }),
  );

  app.delete('/docs/:id', async (request, reply) => {
    const user = (await people.identify(request))?.id ?? null;
    const [id, base] = [idOf(request), baseOf(request)];
    if (user !== null) await limiter.take(`write:${user}`, 'writes');
    await database.transact(async (db) => {
      const document = await loadDocument(db, id);
      checkRole(document, user, 'owner');
      checkBase(document, base);
      await deleteDocument(db, document, limits);
    });
    return reply.code(204).send();
  });
}

/**
 * Sends a document without its content, with its schema in the original spelling. An e-mail address is shown to the owner who
 * has entered it.
 */
function answer(reply: FastifyReply, document: StoredMeta, user: string | null): FastifyReply {
  const { id, rev, name, size, dialect, schema, created, updated, viewed } = document;
  const shown = shownAccess(document, user);
  const access = shown.map((entry) => {
    const known = 'id' in entry ? document.addresses[entry.id] : undefined;
    return known === undefined || known.by !== user ? entry : { ...entry, email: known.email };
  });
  const meta = JSON.stringify({
    _id: id,
    _rev: rev,
    name,
    size,
    access,
    created,
    updated,
    viewed,
    ...(dialect !== null && { dialect }),
  });
  return reply
    .type('application/json; charset=utf-8')
    .header('etag', `"${rev}"`)
    .send(`${meta.slice(0, -1)},"schema":${schema}}`);
}

// The revision check of writes: a write names the revision that it is based on in `If-Match`, and is refused if the document has
// another one. `document-store.ts` compares the revision once more in the statement of the write.

/** Returns the revision that a write is based on; `null` where the request names none. @throws Refusal 400 */
function baseOf({ headers }: FastifyRequest): number | null {
  const said = headers['if-match'];
  if (said === undefined || said === '*') return null;
  const revision = /^"?(\d{1,9})"?$/.exec(said)?.[1];
  if (revision === undefined) throw new Refusal(400, 'If-Match has to be a revision in quotes, such as "3".');
  return Number(revision);
}

/** Refuses a write that is based on another revision than the document's. @throws Refusal 409 */
function checkBase({ rev }: Pick<StoredMeta, 'rev'>, base: number | null): void {
  if (base === null || base === rev) return;
  throw new Refusal(409, `The document is at revision ${rev}, and the change is based on ${base}.`, {
    etag: `"${rev}"`,
  });
}
