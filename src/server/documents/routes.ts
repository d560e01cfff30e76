// The routes of documents (specification, §7). Each checks who may call it, and returns the resulting document.
//
//   GET  /docs/:id           GET /docs/:id/data          GET   /docs/list/currentUser
//   POST /docs               DELETE /docs/:id            PATCH /docs/list/currentUser/ids
//   PUT  /docs/:id/data, name, schema, access            If-Match: "rev"

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../auth/people.ts';
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
  roleOf,
  shownAccess,
  type Role,
} from './access.ts';
import { bufferOf, MOST_BYTES, packContent, TOO_LARGE, unpackContent } from './content.ts';
import { changeList, listDocuments } from './document-list.ts';
import {
  deleteDocument,
  insertDocument,
  isViewDue,
  loadContent,
  loadDocument,
  markViewed,
  updateDocument,
  type DocumentChange,
  type DocumentMeta,
} from './document-store.ts';
import { bytesOf, dialectOf, idOf, jsonOf, readIdChanges, readName, readSchema, textOf } from './requests.ts';
import { baseOf, checkBase } from './revision-check.ts';

/** Dependencies of the routes. */
export interface DocumentService {
  readonly database: Database;
  readonly people: Authenticator;
  readonly limiter: RateLimiter;
  /** Maximum size of all private documents of one user together, in bytes. */
  readonly privateBytes: number;
}

const UNNAMED = 'New Document';
const NO_SCHEMA = '{"type":"none"}';

/** Adds the routes to `app`, whose prefix is that of the API. */
export function documentRoutes(app: FastifyInstance, service: DocumentService): void {
  const { database, people, limiter, privateBytes } = service;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, parsed) =>
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

  app.get('/docs/list/currentUser', async (request) => listDocuments(database, (await people.require(request)).id));

  app.patch('/docs/list/currentUser/ids', async (request) => {
    const { id: user } = await people.require(request);
    const changes = readIdChanges(jsonOf(textOf(bytesOf(request, 'application/json'))));
    await limiter.take(`write:${user}`, 'writes');
    return database.transact((db) => changeList(db, user, changes));
  });

  app.get('/docs/:id', async (request, reply) => {
    const user = (await people.identify(request))?.id ?? null;
    const document = await loadDocument(database.read, idOf(request));
    checkRole(document, user, 'reader');
    const now = new Date();
    if (roleOf(document, user) === null || !isViewDue(document, now)) return answer(reply, document, user, people);
    await database.write((db) => markViewed(db, document, now));
    return answer(reply, { ...document, viewed: now }, user, people);
  });

  app.get('/docs/:id/data', async (request, reply) => {
    const user = (await people.identify(request))?.id ?? null;
    const document = await loadContent(database.read, idOf(request));
    checkRole(document, user, 'reader');
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
      insertDocument(db, { owner: person.id, name, schema, access, content, dialect, limit: privateBytes }),
    );
    return answer(reply.code(201), made, person.id, people);
  });

  /** Changes a document on behalf of a user who needs that role. */
  const update = async (
    request: FastifyRequest,
    reply: FastifyReply,
    role: Role,
    change: DocumentChange,
  ): Promise<FastifyReply> => {
    const user = (await people.identify(request))?.id ?? null;
    const [id, base] = [idOf(request), baseOf(request)];
    if (user !== null) await limiter.take(`write:${user}`, 'writes');
    await database.checkRoom();
    const written = await database.transact(async (db) => {
      const document = await loadDocument(db, id);
      checkRole(document, user, role);
      const willBePublic = change.access === undefined ? document.isPublic : isPublic(change.access);
      if (!willBePublic && !(await people.isSubscriber(db, document.owner)))
        throw new Refusal(403, document.isPublic ? NO_SUBSCRIPTION_TO_HIDE : NO_SUBSCRIPTION_TO_EDIT);
      checkBase(document, base);
      return updateDocument(db, document, change, privateBytes);
    });
    return answer(reply, written, user, people);
  };

  app.put('/docs/:id/data', async (request, reply) => {
    const dialect = dialectOf(request);
    const content = await packContent(bytesOf(request, 'application/json'));
    return update(request, reply, 'writer', { content, dialect });
  });
  app.put('/docs/:id/name', (request, reply) =>
    update(request, reply, 'writer', { name: readName(textOf(bytesOf(request, 'text/plain'))) }),
  );
  app.put('/docs/:id/schema', (request, reply) =>
    update(request, reply, 'writer', { schema: readSchema(textOf(bytesOf(request, 'application/json'))) }),
  );
  app.put('/docs/:id/access', async (request, reply) => {
    const access = readAccess(jsonOf(textOf(bytesOf(request, 'application/json'))));
    // Only a signed-in user may find out who has an account here.
    await people.require(request);
    return update(request, reply, 'owner', { access: await people.resolve(access) });
  });

  app.delete('/docs/:id', async (request, reply) => {
    const user = (await people.identify(request))?.id ?? null;
    const [id, base] = [idOf(request), baseOf(request)];
    if (user !== null) await limiter.take(`write:${user}`, 'writes');
    await database.transact(async (db) => {
      const document = await loadDocument(db, id);
      checkRole(document, user, 'owner');
      checkBase(document, base);
      await deleteDocument(db, document, privateBytes);
    });
    return reply.code(204).send();
  });
}

/** Whether a client accepts gzip, by its header `Accept-Encoding`. */
function takesGzip(accepted: string): boolean {
  const [, weight = '1'] = /(?:^|,)\s*(?:gzip|x-gzip)\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i.exec(accepted) ?? [null, '0'];
  return Number(weight) > 0;
}

/**
 * Sends a document without its content, with its schema in the original spelling. The owner gets the e-mail addresses of the
 * other users.
 */
async function answer(
  reply: FastifyReply,
  document: DocumentMeta,
  user: string | null,
  people: Authenticator,
): Promise<FastifyReply> {
  const { id, rev, name, size, dialect, schema, created, updated, viewed } = document;
  const shown = shownAccess(document, user);
  const ids = user === document.owner ? shown.filter((entry) => 'id' in entry).map((entry) => entry.id) : [];
  const emails = await people.emails(ids);
  const access = shown.map((entry) => {
    const email = 'id' in entry ? emails.get(entry.id) : undefined;
    return email === undefined ? entry : { ...entry, email };
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
