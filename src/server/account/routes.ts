// One's sessions and data, with any provider. The browser's session cookie says whose they are.
//
//   GET /auth/account     POST /auth/account/end, /end_all, /export, /delete

import { Readable } from 'node:stream';
import fastifyCookie from '@fastify/cookie';
import fastifyFormbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { logEvent, rememberUser } from '../audit.ts';
import { COOKIE_PATH, SESSION_COOKIE } from '../auth/routes.ts';
import type { FoundSession, Sessions } from '../auth/sessions.ts';
import type { Database } from '../database/database.ts';
import { canonicalAddress } from '../email-address.ts';
import type { PublicOrigin } from '../origin.ts';
import { ACCOUNT_PATH } from '../pages/address.ts';
import { retryAt } from '../pages/failure-page.ts';
import { sendPage } from '../pages/layout.ts';
import { checkOwnForm, entered, MAX_FORM_BYTES } from '../pages/own-form.ts';
import type { RateLimiter } from '../rate-limit.ts';
import { accountPage, signedOutPage, type AccountView } from './forms.ts';
import type { Membership } from './membership.ts';
import { exportName, exportPerson } from './person-export.ts';

/** Dependencies of the routes. */
export interface AccountPageService {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly limiter: RateLimiter;
  readonly origin: PublicOrigin;
  readonly membership: Membership;
  readonly providerPage: string | null;
  readonly deletionPage: string | null;
}

const MAX_SHOWN = 100;
const NOW = sql<Date>`now()`;

/** Adds the routes to `app`, whose prefix is that of the API. */
export async function accountPageRoutes(app: FastifyInstance, service: AccountPageService): Promise<void> {
  const { database, limiter, membership, origin, sessions } = service;
  await app.register(fastifyCookie);
  await app.register(fastifyFormbody, { bodyLimit: MAX_FORM_BYTES });
  app.addHook('preHandler', async (request) => {
    if (request.method !== 'POST') return;
    retryAt(request, ACCOUNT_PATH);
    checkOwnForm(request, origin.value);
  });

  /** Calls `act` for a browser that is signed in. */
  const forOwner =
    (act: (request: FastifyRequest, reply: FastifyReply, found: FoundSession) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const found = await sessions.find(request.cookies[SESSION_COOKIE] ?? '');
      if (found === null) return sendPage(reply, 'Sessions and data', signedOutPage(), 401);
      rememberUser(request, found.user);
      return act(request, reply, found);
    };
  const show = async (
    reply: FastifyReply,
    found: FoundSession,
    more: Partial<Pick<AccountView, 'problem' | 'said'>> = {},
  ): Promise<FastifyReply> => {
    const view = { ...(await viewOf(service, found)), problem: null, said: null, ...more };
    return sendPage(reply, 'Sessions and data', accountPage(view), more.problem === undefined ? 200 : 400);
  };
  /** Leads to the page, whose tokens are refused from now on. */
  const leave = (reply: FastifyReply): FastifyReply =>
    reply.clearCookie(SESSION_COOKIE, { path: COOKIE_PATH }).redirect('/', 303);

  app.get(
    '/auth/account',
    { exposeHeadRoute: false },
    forOwner((_request, reply, found) => show(reply, found)),
  );

  app.post(
    '/auth/account/end',
    forOwner(async (request, reply, found) => {
      const id = entered(request, 'session');
      const account = await membership.accountIdOf(found.subject);
      const ended = await database.transact(async (db) => {
        // The provider would sign that browser in again without asking for the password.
        await membership.endBrowsers(db, account);
        return db
          .updateTable('sessions')
          .set({ revoked_at: NOW })
          .where('id', '=', id)
          .where('user_id', '=', found.user)
          .where('revoked_at', 'is', null)
          .returning('id')
          .executeTakeFirst();
      });
      if (ended !== undefined) logEvent(request, 'session_ended');
      if (ended?.id === found.id) return leave(reply);
      return show(reply, found, {
        said: ended === undefined ? 'That session has ended already.' : 'It is signed out.',
      });
    }),
  );

  app.post(
    '/auth/account/end_all',
    forOwner(async (request, reply, found) => {
      const account = await membership.accountIdOf(found.subject);
      await database.transact(async (db) => {
        if (await membership.holdsSession(db, account, found)) await membership.endPerson(db, account, found.subject);
      });
      logEvent(request, 'signed_out_everywhere');
      return leave(reply);
    }),
  );

  app.post(
    '/auth/account/export',
    forOwner(async (request, reply, found) => {
      await limiter.take(found.user, 'exports');
      logEvent(request, 'account_exported');
      return reply
        .type('application/json; charset=utf-8')
        .headers({
          'content-disposition': `attachment; filename="${exportName()}"`,
          'content-security-policy': 'sandbox',
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        })
        .send(Readable.from(exportPerson(database, membership, found)));
    }),
  );

  app.post(
    '/auth/account/delete',
    forOwner(async (request, reply, found) => {
      if (service.deletionPage !== null) return reply.redirect(service.deletionPage, 303);
      const { confirmation } = await viewOf(service, found);
      if (canonicalAddress(entered(request, 'confirm')) !== canonicalAddress(confirmation))
        return show(reply, found, { problem: `This is not ${confirmation}.` });
      const deleted = await membership.deletePerson(found.subject, (db, account) =>
        membership.holdsSession(db, account, found),
      );
      if (deleted === null) return sendPage(reply, 'Sessions and data', signedOutPage(), 401);
      logEvent(request, 'account_deleted', { user: deleted.user });
      return leave(reply);
    }),
  );
}

async function viewOf(
  { database: { read: db }, providerPage, deletionPage }: AccountPageService,
  { id: own, user }: FoundSession,
): Promise<Omit<AccountView, 'problem' | 'said'>> {
  const person = await db
    .selectFrom('users')
    .select(['email', 'full_name'])
    .where('id', '=', user)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'agent', 'created_at', 'rotated_at'])
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', NOW)
    .orderBy('rotated_at', 'desc')
    .limit(MAX_SHOWN)
    .execute();
  const { email, full_name: fullName } = person;
  return {
    fullName,
    email,
    providerPage,
    deletionPage,
    confirmation: email === '' ? fullName : email,
    sessions: rows.map(({ id, agent, created_at: begun, rotated_at: used }) => ({
      id,
      agent,
      begun,
      used,
      isThis: id === own,
    })),
  };
}
