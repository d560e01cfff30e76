// The routes of accounts. `sign_in` sends the user to the provider and `callback` brings them back to the page; the page then
// uses `token` and `user`. The cookies identify the browser that began a sign-in or a session, and are sent to no other route.
//
//   page ── /auth/sign_in?redirect_url=&nonce= ──▶ provider ── /auth/callback?code=&state= ──▶ page#/callback?access_token=…
//   page ── /auth/sign_out ──▶ provider ── /auth/signed_out ──▶ page#/callback?sign_out=true
//   page ── /auth/token?refresh_token=    page ── /auth/user    provider ── POST /auth/subscriptions

import { createHmac, randomBytes } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { logEvent } from '../audit.ts';
import type { Database } from '../database/database.ts';
import type { DatabaseTables } from '../database/tables.ts';
import { Refusal } from '../errors.ts';
import type { PublicOrigin } from '../origin.ts';
import { failureContent, retryAt } from '../pages/failure-page.ts';
import { sendPage } from '../pages/layout.ts';
import { parameter } from '../query.ts';
import { addressKey, type RateLimiter } from '../rate-limit.ts';
import { agentOf } from './agent.ts';
import type { Authenticator } from './people.ts';
import type { RelyingParty, SignedInIdentity } from './relying-party.ts';
import type { Sessions, TokenPair } from './sessions.ts';
import type { Subjects } from './subjects.ts';
import { SIGN_IN_PATH, keepSignIn, takeSignIn, type BegunSignIn } from './sign-ins.ts';
import { applyClaim, applyWebhookEvent } from './subscriptions.ts';
import { saveUser } from './users.ts';

/** Dependencies of the routes. */
export interface AuthService {
  readonly database: Database;
  readonly people: Authenticator;
  readonly subjects: Subjects;
  readonly sessions: Sessions;
  readonly relyingParty: RelyingParty;
  readonly limiter: RateLimiter;
  readonly origin: PublicOrigin;
  /** Name of the claim that lists subscriptions; `null` where there is none. */
  readonly subscriptionClaim: string | null;
  /** Secret that events are signed with; `null` where no events are accepted. */
  readonly webhookSecret: string | null;
  /** Whether what the provider has said is still so, and stays so until the transaction ends. */
  readonly isCurrent: (db: Transaction<DatabaseTables>, identity: SignedInIdentity) => Promise<boolean>;
}

const BROWSER_COOKIE = 'diptych_browser';
/** The cookie by which a browser can end its session, and see those of its user. */
export const SESSION_COOKIE = 'diptych_session';
export const COOKIE_PATH = '/v2/auth';
const MAX_EVENT_BYTES = 65_536;
/** A HEAD must change nothing, and each of these changes something. */
const ONLY_GET = { exposeHeadRoute: false };
const PAGE_NONCE = /^[\w-]{8,128}$/;

/** Adds the routes to `app`, whose prefix is that of the API. */
export async function authRoutes(app: FastifyInstance, service: AuthService): Promise<void> {
  const { database, people, sessions, relyingParty, limiter, origin, subjects } = service;
  await app.register(fastifyCookie);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES }, (_request, body, parsed) =>
    parsed(null, body),
  );
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
    done();
  });
  const keepCookie = (reply: FastifyReply, name: string, value: string, maxAge: number): void => {
    reply.setCookie(name, value, {
      path: COOKIE_PATH,
      httpOnly: true,
      sameSite: 'lax',
      secure: origin.isSecure,
      maxAge,
    });
  };

  app.get('/auth/sign_in', ONLY_GET, async (request, reply) => {
    // Under another name of this computer the browser would not send the same cookies to the callback.
    if (origin.isAlias(request.host)) return reply.redirect(origin.at(request.url));
    const back = readReturn(parameter(request, 'redirect_url') ?? origin.at('/'), origin);
    const nonce = parameter(request, 'nonce');
    if (nonce !== null && !PAGE_NONCE.test(nonce)) throw new Refusal(400, 'The nonce can’t be read.');
    await limiter.take(addressKey(request.ip), 'signIns');
    const browser = request.cookies[BROWSER_COOKIE] ?? randomBytes(18).toString('base64url');
    const challenge = relyingParty.challenge(stateFor(browser, randomBytes(18).toString('base64url')));
    const address = await relyingParty.signInAddress(challenge);
    await keepSignIn(database, challenge, back, nonce);
    keepCookie(reply, BROWSER_COOKIE, browser, 3600);
    return reply.redirect(address);
  });

  app.get('/auth/callback', ONLY_GET, async (request, reply) => {
    const state = parameter(request, 'state') ?? '';
    const begun = await takeSignIn(database, state);
    const isOwn = stateFor(request.cookies[BROWSER_COOKIE] ?? '', state.split('.')[0] ?? '') === state;
    if (begun === null || !isOwn) return sendFailure(reply, 'It took too long, or was begun in another browser.');
    // The code works once: another try is another sign-in.
    const again = signInPath(begun);
    retryAt(request, again);
    const problem = parameter(request, 'error');
    // A user who cancels at the provider returns to the page.
    if (problem === 'access_denied') return reply.redirect(begun.redirectUrl);
    if (problem !== null) return sendFailure(reply, 'The membership provider has refused it.', 400, again);
    const identity = await relyingParty.identify(new URL(origin.at(request.url)), begun.challenge);
    const { subscriptionClaim: claim } = service;
    const subject = await subjects.keyOf(identity.subject);
    const agent = agentOf(request.headers['user-agent'] ?? '');
    const begin = async (db: Transaction<DatabaseTables>): Promise<string | null> => {
      if (!(await service.isCurrent(db, identity))) return null;
      if (claim !== null) await applyClaim(db, subject, identity.claims.get(claim), new Date());
      return saveUser(db, { ...identity, subject });
    };
    const { user, session } = await sessions.beginFor(begin, identity.idToken, agent);
    if (user === null) return sendFailure(reply, 'The account was changed meanwhile. Sign in again.', 400, again);
    if (session === null) {
      logEvent(request, 'blocked_sign_in', { user });
      return sendFailure(reply, 'This account is blocked. Ask the operator of this server.', 403);
    }
    const { id, pair } = session;
    keepCookie(reply, SESSION_COOKIE, await sessions.cookieOf(id), 365 * 24 * 3600);
    return reply.redirect(
      callbackAddress(begun.redirectUrl, { sign_in: 'true', ...nonceOf(begun.pageNonce), ...textOf(pair) }),
    );
  });

  app.get('/auth/sign_out', ONLY_GET, async (request, reply) => {
    if (origin.isAlias(request.host)) return reply.redirect(origin.at(request.url));
    checkOwnPage(request);
    const cookie = request.cookies[SESSION_COOKIE];
    const idToken = cookie === undefined ? null : await sessions.finish(cookie);
    reply.clearCookie(SESSION_COOKIE, { path: COOKIE_PATH });
    const address = await relyingParty.signOutAddress(idToken).catch(() => null);
    return reply.redirect(address ?? callbackAddress(origin.at('/'), { sign_out: 'true' }));
  });

  app.get('/auth/signed_out', (_request, reply) =>
    reply.redirect(callbackAddress(origin.at('/'), { sign_out: 'true' })),
  );

  app.get('/auth/token', ONLY_GET, async (request) => {
    const token = parameter(request, 'refresh_token');
    if (token === null) throw new Refusal(400, 'The parameter refresh_token is missing.');
    await limiter.take(addressKey(request.ip), 'refreshes');
    return sessions.refresh(token, (user) => logEvent(request, 'refresh_token_reused', { user }));
  });

  app.get('/auth/user', async (request) => {
    const person = await people.require(request);
    const { id, fullName, email } = person;
    return { id, fullName, email, subscriptions: await people.subscriptions(person) };
  });

  app.post('/auth/subscriptions', async (request, reply) => {
    const { webhookSecret } = service;
    if (webhookSecret === null) throw new Refusal(404, 'This server takes no events of subscriptions.');
    await applyWebhookEvent(
      database,
      webhookSecret,
      request.headers,
      Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      subjects,
    );
    return reply.code(204).send();
  });
}

/** Returns an address of the page without its hash. @throws Refusal 400 for one of another origin */
function readReturn(said: string, origin: PublicOrigin): string {
  const url = URL.parse(said);
  // The origin of a `blob:` address is that of the page that made it.
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    !origin.includes(url.origin) ||
    url.username !== '' ||
    url.password !== ''
  )
    throw new Refusal(400, `The redirect_url has to be an address of ${origin.value}.`);
  url.hash = '';
  return url.href;
}

/** Returns a state that only the browser with that cookie can have requested. */
function stateFor(browser: string, random: string): string {
  return `${random}.${createHmac('sha256', browser).update(random).digest('base64url')}`;
}

function callbackAddress(page: string, parameters: Readonly<Record<string, string>>): string {
  return `${page}#/callback?${new URLSearchParams(parameters).toString()}`;
}

function nonceOf(nonce: string | null): Record<string, string> {
  return nonce === null ? {} : { nonce };
}

function textOf(pair: TokenPair): Record<string, string> {
  return { ...pair, expires_in: String(pair.expires_in) };
}

/** @throws Refusal 403 where another site triggers the sign-out */
function checkOwnPage({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  throw new Refusal(403, 'Sign out on the page itself.');
}

/** Returns the address that begins a sign-in again, for the same tab of the page. */
function signInPath({ redirectUrl, pageNonce }: BegunSignIn): string {
  return `${SIGN_IN_PATH}?${new URLSearchParams({ redirect_url: redirectUrl, ...nonceOf(pageNonce) }).toString()}`;
}

function sendFailure(reply: FastifyReply, reason: string, status = 400, again: string | null = null): FastifyReply {
  return sendPage(reply, 'Sign in', failureContent(`The sign-in could not be finished. ${reason}`, again), status);
}
