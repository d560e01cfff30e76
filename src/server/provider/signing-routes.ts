// The forms to sign in and up.
//
//   GET, POST /interaction/:uid   a sign-in that the page has begun; continues immediately if the browser has a session
//   GET, POST /sign_in, /sign_up  without an interaction: leads to a page of the provider, or back to the editor

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { logEvent } from '../audit.ts';
import { SIGN_IN_PATH } from '../auth/sign-ins.ts';
import { failureOf } from '../database/failures.ts';
import { canonicalAddress } from '../email-address.ts';
import { Refusal } from '../errors.ts';
import { sendPage } from '../pages/layout.ts';
import { entered } from '../pages/own-form.ts';
import { parameter } from '../query.ts';
import { addressKey } from '../rate-limit.ts';
import { PROVIDER_PATH } from './address.ts';
import type { Holder } from './credentials.ts';
import { signInForm, signUpForm } from './forms.ts';
import { keepSession, nextOf, sessionOf, withNext, type ProviderService } from './requests.ts';
import { sendVerification } from './sending.ts';

/** Adds the routes to `app`, whose prefix is the provider's. */
export function signingRoutes(app: FastifyInstance, service: ProviderService): void {
  const { accounts, browsers, limiter, mailer, provider } = service;

  /** Completes an interaction with the account that has signed in. */
  const finish = async (request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<FastifyReply> => {
    const address = await (await provider()).interactionResult(request.raw, reply.raw, { login: { accountId } });
    return reply.redirect(address, 303);
  };
  /** Signs the browser in with the entered values. Returns the account, or the message that they are wrong. */
  const enter = async (request: FastifyRequest, reply: FastifyReply): Promise<Holder | string> => {
    const [email, password] = [entered(request, 'email'), entered(request, 'password', true)];
    await limiter.take(addressKey(request.ip), 'signIns');
    // By account and address, so that nobody locks another one out; by account alone, more slowly.
    const account = canonicalAddress(email);
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
    const user = await accounts.userOf(found.id);
    if (user?.isBlocked !== true)
      return (await begin(reply, found)) ? found : 'The account was changed meanwhile. Sign in again.';
    logEvent(request, 'blocked_sign_in', { user: user.id });
    return 'This account is blocked. Ask the operator of this server.';
  };
  const begin = async (reply: FastifyReply, holder: Holder): Promise<boolean> => {
    const cookie = await browsers.begin(holder);
    if (cookie !== null) keepSession(reply, service, cookie);
    return cookie !== null;
  };

  app.get('/interaction/:uid', { exposeHeadRoute: false }, async (request, reply) => {
    const { uid } = await interactionOf(request, reply, provider);
    const session = await sessionOf(request, service);
    if (session !== null) return finish(request, reply, session.account.id);
    return sendPage(reply, 'Sign in', signInForm(interactionPath(uid), `${interactionPath(uid)}/sign_up`, ''));
  });
  app.post('/interaction/:uid', async (request, reply) => {
    const { uid } = await interactionOf(request, reply, provider);
    const account = await enter(request, reply);
    if (typeof account === 'string') {
      const form = signInForm(
        interactionPath(uid),
        `${interactionPath(uid)}/sign_up`,
        entered(request, 'email'),
        account,
      );
      return sendPage(reply, 'Sign in', form, 401);
    }
    return finish(request, reply, account.id);
  });

  app.get('/sign_in', async (request, reply) => {
    const next = nextOf(request);
    return sendPage(reply, 'Sign in', signInForm(withNext('sign_in', next), withNext('sign_up', next), ''));
  });
  app.post('/sign_in', async (request, reply) => {
    const next = nextOf(request);
    const account = await enter(request, reply);
    if (typeof account === 'string') {
      const form = signInForm(withNext('sign_in', next), withNext('sign_up', next), entered(request, 'email'), account);
      return sendPage(reply, 'Sign in', form, 401);
    }
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
    const holder = { id: made, epoch: 0 };
    await begin(reply, holder);
    if (mailer.way !== 'nothing') sendVerification(service, { ...holder, email: canonicalAddress(email) });
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
      // From the page: it comes back signed in, as from the form to sign in, which checks these.
      const [address, nonce] = [parameter(request, 'redirect_url'), parameter(request, 'nonce')];
      if (next === null && address !== null && nonce !== null) {
        const asked = new URLSearchParams({ redirect_url: address, nonce }).toString();
        const signIn = `${SIGN_IN_PATH}?${asked}`;
        const own = `${PROVIDER_PATH}/sign_up?${asked}`;
        return signUp(request, reply, [own, signIn], () => reply.redirect(signIn, 303));
      }
      const after = next === null ? '/#/callback?sign_up=true' : `${PROVIDER_PATH}/${next}`;
      const paths = [withNext('sign_up', next), withNext('sign_in', next)] as const;
      return signUp(request, reply, paths, () => reply.redirect(after, 303));
    },
  });
}

function tooMany(waitSeconds: number): string {
  return `Too many tries. Try again in ${Math.ceil(waitSeconds / 60)} minutes.`;
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

function interactionPath(uid: string): string {
  return `${PROVIDER_PATH}/interaction/${uid}`;
}
