// The account of somebody who is signed in at the provider.
//
//   GET /account                  POST /account/password, /account/email, /account/verify, /account/cancel, /account/delete
//   GET, POST /checkout/:plan     the two plans; takes no money

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logEvent } from '../audit.ts';
import { applyChange } from '../auth/subscriptions.ts';
import { canonicalAddress } from '../email-address.ts';
import { Refusal } from '../errors.ts';
import { sendPage } from '../pages/layout.ts';
import { entered } from '../pages/own-form.ts';
import { isAddress } from './accounts.ts';
import { PROVIDER_PATH } from './address.ts';
import { SESSION_COOKIE, type BrowserSession } from './browser-sessions.ts';
import { accountForms, checkoutForm, PLANS_FOR_SALE, type SignedInView } from './forms.ts';
import { sessionOf, withNext, type ProviderService } from './requests.ts';
import { countMail, sendChange, sendVerification } from './sending.ts';

/** Adds the routes to `app`, whose prefix is the provider's. */
export function accountRoutes(app: FastifyInstance, service: ProviderService): void {
  const { accounts, browsers, database, limiter, mailer, needsVerified, subjects } = service;

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
    more: Partial<Pick<SignedInView, 'problems' | 'said'>> = {},
  ): Promise<FastifyReply> => {
    const { email, full_name: fullName } = account;
    const plans = (await activePlans(account.id)).map(({ plan }) => nameOfPlan(plan));
    const isVerified = account.verified_at !== null;
    const view = { email, fullName, plans, isVerified, needsVerified, way: mailer.way, problems: {}, said: null };
    const content = accountForms({ ...view, ...more });
    return sendPage(reply, 'Account', content, more.problems === undefined ? 200 : 400);
  };
  /** Whether the password of a signed-in user is right. @throws Refusal 429 */
  const isRight = async ({ account }: BrowserSession, password: string): Promise<boolean> => {
    await limiter.take(account.id, 'passwords');
    const found = await accounts.check(account.email, password);
    if (found !== null) await limiter.forget(account.id, 'passwords');
    return found?.id === account.id && found.epoch === account.epoch;
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
    const refused = await accounts.changePassword(session, entered(request, 'password', true));
    if (refused === 'ended') return reply.redirect(withNext('sign_in', 'account'), 303);
    if (refused !== null) return show(reply, session, { problems: { password: refused.problem } });
    logEvent(request, 'password_changed', { user: (await accounts.userOf(session.account.id))?.id });
    return show(reply, session, { said: 'The password is changed. Everywhere else you have to sign in again.' });
  });
  app.post('/account/verify', async (request, reply) => {
    const session = await sessionOf(request, service);
    if (session === null) return reply.redirect(withNext('sign_in', 'account'), 303);
    const { account } = session;
    if (mailer.way === 'nothing' || account.verified_at !== null) return show(reply, session);
    await countMail(request, service);
    sendVerification(service, account);
    return show(reply, session, { said: `A link is on its way to ${account.email}.` });
  });
  app.post('/account/email', async (request, reply) => {
    const session = await sessionOf(request, service);
    if (session === null) return reply.redirect(withNext('sign_in', 'account'), 303);
    if (mailer.way === 'nothing') return show(reply, session);
    const said = entered(request, 'email');
    const email = canonicalAddress(said);
    if (!isAddress(said)) return show(reply, session, { problems: { email: 'Enter an e-mail address.' } });
    if (email === canonicalAddress(session.account.email))
      return show(reply, session, { problems: { email: 'This is the address that the account has.' } });
    if (!(await isRight(session, entered(request, 'emailPassword', true))))
      return show(reply, session, { problems: { emailPassword: 'This is not your password.' } });
    await countMail(request, service);
    // The same answer where another account has the address.
    sendChange(service, session.account, email);
    return show(reply, session, { said: `A link is on its way to ${email}. Until it is used, nothing changes.` });
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
    const deleted = await accounts.delete(session.account);
    if (deleted === null) return reply.redirect(withNext('sign_in', 'account'), 303);
    logEvent(request, 'account_deleted', { user: deleted.user });
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
