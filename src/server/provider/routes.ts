// The routes of the embedded provider: the forms, and the routes of oidc-provider.
//
//   GET, POST /interaction/:uid   a sign-in that the page has begun; continues immediately if the browser has a session
//   GET, POST /sign_in, /sign_up  without an interaction: leads to a page of the provider, or back to the editor
//   GET /account                  POST /account/password, /account/cancel, /account/delete
//   GET, POST /checkout/:plan     the two plans; takes no money

import fastifyCookie from '@fastify/cookie';
import fastifyFormbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { logEvent } from '../audit.ts';
import type { Subjects } from '../auth/subjects.ts';
import { applyChange } from '../auth/subscriptions.ts';
import { failureOf } from '../database/failures.ts';
import { Refusal } from '../errors.ts';
import { sendPage } from '../pages/layout.ts';
import { parameter } from '../query.ts';
import { addressKey, type RateLimiter } from '../rate-limit.ts';
import { PROVIDER_PATH } from './address.ts';
import { SESSION_COOKIE, SESSION_SECONDS, type BrowserSession } from './browser-sessions.ts';
import { accountForms, checkoutForm, PLANS_FOR_SALE, signInForm, signUpForm, type AccountView } from './forms.ts';
import { mountProvider } from './mount.ts';
import type { ProviderParts } from './provider.ts';

/** Dependencies of the routes. */
export interface ProviderService extends ProviderParts {
  readonly limiter: RateLimiter;
  readonly subjects: Subjects;
  readonly provider: () => Promise<Provider>;
}

const MOST_FORM_BYTES = 16_384;
/** Pages of the provider that a sign-in may lead to. */
const NEXT = /^(account|checkout\/(quarterly|yearly))$/;

/** Adds the routes to `app`, whose prefix is the provider's. */
export async function providerRoutes(app: FastifyInstance, service: ProviderService): Promise<void> {
  mountProvider(app, service);
  await app.register(async (forms) => {
    await forms.register(fastifyCookie);
    await forms.register(fastifyFormbody, { bodyLimit: MOST_FORM_BYTES });
    forms.addHook('preHandler', async (request) => {
      if (request.method === 'POST') checkOwnForm(request, service.origin.value);
    });
    signingRoutes(forms, service);
    accountRoutes(forms, service);
  });
}

function signingRoutes(app: FastifyInstance, service: ProviderService): void {
  const { accounts, browsers, limiter, provider } = service;

  /** Completes an interaction with the account that has signed in. */
  const finish = async (request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<FastifyReply> => {
    const address = await (await provider()).interactionResult(request.raw, reply.raw, { login: { accountId } });
    return reply.redirect(address, 303);
  };
  /** Returns the account for the entered values, or the message that they are wrong. */
  const enter = async (request: FastifyRequest): Promise<{ readonly id: string } | string> => {
    const [email, password] = [entered(request, 'email'), entered(request, 'password', true)];
    await limiter.take(addressKey(request.ip), 'signIns');
    // By account and address, so that nobody locks another one out; by account alone, more slowly.
    const account = email.toLowerCase();
    const key = `${account} ${addressKey(request.ip)}`;
    const { most: left, waitSeconds } = await limiter.count(key, 'passwords');
    if (left < 0) return tooMany(waitSeconds);
    const all = await limiter.count(account, 'accountPasswords');
    if (all.most < 0) return tooMany(all.waitSeconds);
    const found = await accounts.check(email, password);
    if (found === null) {
      logEvent(request, 'sign_in_failed');
      return `E-mail and password don’t match. ${left === 1 ? '1 try' : `${left} tries`} left for now.`;
    }
    await limiter.forget(key, 'passwords');
    await limiter.forget(account, 'accountPasswords');
    return found;
  };
  const begin = async (reply: FastifyReply, accountId: string): Promise<void> => {
    keepSession(reply, service, await browsers.begin(accountId));
  };

  app.get('/interaction/:uid', { exposeHeadRoute: false }, async (request, reply) => {
    const { uid } = await interactionOf(request, reply, provider);
    const session = await sessionOf(request, service);
    if (session !== null) return finish(request, reply, session.account.id);
    return sendPage(reply, 'Sign in', signInForm(interactionPath(uid), `${interactionPath(uid)}/sign_up`, ''));
  });
  app.post('/interaction/:uid', async (request, reply) => {
    const { uid } = await interactionOf(request, reply, provider);
    const account = await enter(request);
    if (typeof account === 'string') {
      const form = signInForm(
        interactionPath(uid),
        `${interactionPath(uid)}/sign_up`,
        entered(request, 'email'),
        account,
      );
      return sendPage(reply, 'Sign in', form, 401);
    }
    await begin(reply, account.id);
    return finish(request, reply, account.id);
  });

  app.get('/sign_in', async (request, reply) => {
    const next = nextOf(request);
    return sendPage(reply, 'Sign in', signInForm(withNext('sign_in', next), withNext('sign_up', next), ''));
  });
  app.post('/sign_in', async (request, reply) => {
    const next = nextOf(request);
    const account = await enter(request);
    if (typeof account === 'string') {
      const form = signInForm(withNext('sign_in', next), withNext('sign_up', next), entered(request, 'email'), account);
      return sendPage(reply, 'Sign in', form, 401);
    }
    await begin(reply, account.id);
    return reply.redirect(next === null ? '/' : `${PROVIDER_PATH}/${next}`, 303);
  });

  /** Shows the form to sign up, and processes what it sends. */
  const signUp = async (
    request: FastifyRequest,
    reply: FastifyReply,
    [own, signIn]: readonly [string, string],
    done: (accountId: string) => FastifyReply | Promise<FastifyReply>,
  ): Promise<FastifyReply> => {
    if (request.method !== 'POST') return sendPage(reply, 'Sign up', signUpForm(own, signIn, '', '', {}));
    await limiter.take(addressKey(request.ip), 'signUps');
    await service.database.checkRoom();
    const [email, fullName] = [entered(request, 'email'), entered(request, 'fullName')];
    const made = await accounts.create({ email, fullName, password: entered(request, 'password', true) });
    if (typeof made !== 'string')
      return sendPage(reply, 'Sign up', signUpForm(own, signIn, email, fullName, made), 400);
    await begin(reply, made);
    return done(made);
  };
  app.route({
    method: ['GET', 'POST'],
    url: '/interaction/:uid/sign_up',
    async handler(request, reply) {
      const { uid } = await interactionOf(request, reply, provider);
      const paths = [`${interactionPath(uid)}/sign_up`, interactionPath(uid)] as const;
      return signUp(request, reply, paths, (id) => finish(request, reply, id));
    },
  });
  app.route({
    method: ['GET', 'POST'],
    url: '/sign_up',
    handler(request, reply) {
      const next = nextOf(request);
      const after = next === null ? '/#/callback?sign_up=true' : `${PROVIDER_PATH}/${next}`;
      const paths = [withNext('sign_up', next), withNext('sign_in', next)] as const;
      return signUp(request, reply, paths, () => reply.redirect(after, 303));
    },
  });
}

function accountRoutes(app: FastifyInstance, service: ProviderService): void {
  const { accounts, browsers, database, limiter, subjects } = service;

  const activePlans = async (accountId: string): Promise<{ readonly id: string; readonly plan: string }[]> =>
    database.read
      .selectFrom('subscriptions')
      .select(['id', 'plan'])
      .where('subject', '=', await subjects.keyOf(accountId))
      .where('active', '=', true)
      .execute();
  const show = async (
    reply: FastifyReply,
    { account }: BrowserSession,
    more: Partial<Pick<AccountView, 'problems' | 'said'>> = {},
  ): Promise<FastifyReply> => {
    const { email, full_name: fullName } = account;
    const plans = (await activePlans(account.id)).map(({ plan }) => nameOfPlan(plan));
    const content = accountForms({ email, fullName, plans, problems: {}, said: null, ...more });
    return sendPage(reply, 'Account', content, more.problems === undefined ? 200 : 400);
  };
  /** Whether the password of a signed-in user is right. @throws Refusal 429 */
  const isRight = async ({ account }: BrowserSession, password: string): Promise<boolean> => {
    await limiter.take(account.id, 'passwords');
    const found = await accounts.check(account.email, password);
    if (found !== null) await limiter.forget(account.id, 'passwords');
    return found !== null;
  };

  app.get('/account', async (request, reply) => {
    const session = await sessionOf(request, service);
    return session === null ? reply.redirect(withNext('sign_in', 'account')) : show(reply, session);
  });
  app.post('/account/password', async (request, reply) => {
    const session = await sessionOf(request, service);
    if (session === null) return reply.redirect(withNext('sign_in', 'account'), 303);
    if (!(await isRight(session, entered(request, 'old', true))))
      return show(reply, session, { problems: { old: 'This is not your password.' } });
    const problem = await accounts.changePassword(session.account.id, entered(request, 'password', true), session.id);
    if (problem !== null) return show(reply, session, { problems: { password: problem } });
    logEvent(request, 'password_changed');
    return show(reply, session, { said: 'The password is changed. Everywhere else you have to sign in again.' });
  });
  app.post('/account/cancel', async (request, reply) => {
    const session = await sessionOf(request, service);
    if (session === null) return reply.redirect(withNext('sign_in', 'account'), 303);
    const subject = await subjects.keyOf(session.account.id);
    const plans = await activePlans(subject);
    await database.transact(async (db) => {
      for (const { id, plan } of plans)
        await applyChange(db, { id, subject, plan, active: false, expiresAt: new Date(), changedAt: new Date() });
    });
    return show(reply, session, { said: 'The subscription is cancelled.' });
  });
  app.post('/account/delete', async (request, reply) => {
    const session = await sessionOf(request, service);
    if (session === null) return reply.redirect(withNext('sign_in', 'account'), 303);
    if (!(await isRight(session, entered(request, 'confirm', true))))
      return show(reply, session, { problems: { delete: 'This is not your password.' } });
    logEvent(request, 'account_deleted', { user: await accounts.delete(session.account.id) });
    await browsers.end(request.cookies[SESSION_COOKIE] ?? '');
    reply.clearCookie(SESSION_COOKIE, { path: PROVIDER_PATH });
    return reply.redirect('/#/callback?sign_out=true', 303);
  });

  app.get('/checkout/:plan', async (request, reply) => {
    const plan = planOf(request);
    const session = await sessionOf(request, service);
    if (session === null) return reply.redirect(withNext('sign_in', `checkout/${plan.id}`));
    return sendPage(reply, 'Subscribe', checkoutForm(plan, session.account.email));
  });
  app.post('/checkout/:plan', async (request, reply) => {
    const { id: plan, months } = planOf(request);
    const session = await sessionOf(request, service);
    if (session === null) return reply.redirect(withNext('sign_in', `checkout/${plan}`), 303);
    const expiresAt = new Date();
    expiresAt.setMonth(expiresAt.getMonth() + months);
    const subject = await subjects.keyOf(session.account.id);
    const change = { id: `embedded ${subject}`, subject, plan, active: true, expiresAt, changedAt: new Date() };
    await database.transact((db) => applyChange(db, change));
    return reply.redirect('/#/callback?subscription_activated=true', 303);
  });
}

function tooMany(waitSeconds: number): string {
  return `Too many tries. Try again in ${Math.ceil(waitSeconds / 60)} minutes.`;
}

function keepSession(reply: FastifyReply, { origin }: ProviderService, cookie: string): void {
  reply.setCookie(SESSION_COOKIE, cookie, {
    path: PROVIDER_PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: origin.isSecure,
    maxAge: SESSION_SECONDS,
  });
}

function sessionOf(request: FastifyRequest, { browsers }: ProviderService): Promise<BrowserSession | null> {
  return browsers.find(request.cookies[SESSION_COOKIE]);
}

/** Returns the sign-in of an address. @throws Refusal 400 for one of another browser, or one that took too long */
async function interactionOf(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: () => Promise<Provider>,
): Promise<{ readonly uid: string }> {
  const { uid } = request.params as { uid: string };
  const found = await (await provider()).interactionDetails(request.raw, reply.raw).catch((error: unknown) => {
    if (failureOf(error) !== null) throw error;
    return null;
  });
  if (found?.uid === uid) return found;
  throw new Refusal(400, 'The sign-in took too long, or was begun in another browser. Begin again on the page.');
}

/** Returns the value that was entered in a field. */
function entered({ body }: FastifyRequest, name: string, isAsIs = false): string {
  const value = new Map(Object.entries((body ?? {}) as Record<string, unknown>)).get(name);
  const text = typeof value === 'string' ? value.slice(0, 1000).toWellFormed() : '';
  return isAsIs ? text : text.trim().replaceAll('\0', '');
}

function nextOf(request: FastifyRequest): string | null {
  const next = parameter(request, 'next');
  return next !== null && NEXT.test(next) ? next : null;
}

function withNext(path: string, next: string | null): string {
  return `${PROVIDER_PATH}/${path}${next === null ? '' : `?next=${encodeURIComponent(next)}`}`;
}

function interactionPath(uid: string): string {
  return `${PROVIDER_PATH}/interaction/${uid}`;
}

/** @throws Refusal 404 */
function planOf({ params }: FastifyRequest) {
  const { plan } = params as { plan: string };
  const found = PLANS_FOR_SALE.find(({ id }) => id === plan);
  if (found === undefined) throw new Refusal(404, 'There is no such plan.');
  return found;
}

function nameOfPlan(plan: string): string {
  return PLANS_FOR_SALE.find(({ id }) => id === plan)?.name ?? plan;
}

/** @throws Refusal 403 for a form that was sent from another site */
function checkOwnForm({ headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? headers.origin === origin : site === 'same-origin';
  if (!isOwn) throw new Refusal(403, 'The form was sent from another page.');
}
