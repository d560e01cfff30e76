// Forgotten passwords, and the links that are sent by e-mail.
//
//   GET, POST /forgotten     asks for a link; the answer is the same whether there is an account or not
//   GET /link?token=         shows what a link does, and does nothing        POST /link   does it

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logEvent } from '../audit.ts';
import { canonicalAddress } from '../email-address.ts';
import { retryAt } from '../pages/failure-page.ts';
import { html, sendPage, type Html } from '../pages/layout.ts';
import { entered } from '../pages/own-form.ts';
import { parameter } from '../query.ts';
import { addressKey } from '../rate-limit.ts';
import { PROVIDER_PATH } from './address.ts';
import { askedPage, changePage, forgottenForm, linkEnded, resetForm, verifyPage } from './link-forms.ts';
import { changedLetter, passwordLetter } from './letters.ts';
import type { Link } from './links.ts';
import type { ProviderService } from './requests.ts';
import { countMail, sendReset } from './sending.ts';

const SIGN_IN = html`<a class="button" href="${PROVIDER_PATH}/sign_in">Sign in</a>`;
const TO_EDITOR = html`<a class="button" href="/">Back to the editor</a>`;

/** Adds the routes to `app`, whose prefix is the provider's. */
export function linkRoutes(app: FastifyInstance, service: ProviderService): void {
  const { accounts, limiter, links, mailer, origin } = service;

  app.get('/forgotten', (_request, reply) => sendPage(reply, 'Forgotten password', forgottenForm(mailer.way, '')));
  app.post('/forgotten', async (request, reply) => {
    await countMail(request, service);
    const email = entered(request, 'email');
    if (mailer.way === 'nothing') return sendPage(reply, 'Forgotten password', forgottenForm(mailer.way, email));
    sendReset(service, email, (account) => {
      void accounts.userOf(account.id).then(
        (user) => logEvent(request, 'password_reset_asked', { user: user?.id }),
        () => undefined,
      );
    });
    return sendPage(reply, 'Forgotten password', askedPage(mailer.way, email));
  });

  /** Counts a link that is opened or used: its 256 random bits are not to be found by trying, and nobody should. */
  const count = (request: FastifyRequest): Promise<void> => limiter.take(addressKey(request.ip), 'links');
  const ended = (reply: FastifyReply): FastifyReply => sendPage(reply, 'Link', linkEnded(), 400);
  const show = (reply: FastifyReply, token: string, link: Link, problem?: string): FastifyReply => {
    const [title, content] = pageOf(token, link, problem);
    return sendPage(reply, title, content, problem === undefined ? 200 : 400);
  };
  const say = (reply: FastifyReply, title: string, text: string, button: Html): FastifyReply =>
    sendPage(
      reply,
      title,
      html`<p class="said" role="status">${text}</p>
        ${button}`,
    );

  app.get('/link', async (request, reply) => {
    await count(request);
    const token = parameter(request, 'token') ?? '';
    const link = await links.find(token);
    return link === null ? ended(reply) : show(reply, token, link);
  });
  app.post('/link', async (request, reply) => {
    const token = entered(request, 'token');
    retryAt(request, `${PROVIDER_PATH}/link?${new URLSearchParams({ token }).toString()}`);
    await count(request);
    const link = await links.find(token);
    if (link === null) return ended(reply);
    const { purpose } = link;
    if (purpose === 'verify') {
      const done = await links.verify(token);
      if (done === null) return ended(reply);
      logEvent(request, 'email_verified', { user: done.user });
      return say(reply, 'Verified', `${done.email} is verified: documents can be shared with it.`, TO_EDITOR);
    }
    if (purpose === 'change') {
      const done = await links.changeEmail(token);
      if (done === null) return ended(reply);
      if (done === 'taken') {
        const text = 'Another account has this address by now. Yours keeps the one that it has.';
        return sendPage(
          reply,
          'Address',
          html`<p class="wrong" role="alert">${text}</p>
            ${TO_EDITOR}`,
          409,
        );
      }
      logEvent(request, 'email_changed', { user: done.user });
      mailer.send(changedLetter(done.account.email, origin.value, done.email));
      return say(reply, 'Address changed', `Your account has the address ${done.email} now.`, TO_EDITOR);
    }
    const done = await links.resetPassword(token, entered(request, 'password', true));
    if (done === null) return ended(reply);
    if (typeof done === 'string') return show(reply, token, link, done);
    logEvent(request, 'password_reset', { user: done.user });
    // Wrong tries before count no more: nobody who reads the mail has to wait for those of a stranger.
    const account = canonicalAddress(done.account.email);
    await limiter.forget(`${account} ${addressKey(request.ip)}`, 'passwords');
    await limiter.forget(account, 'accountPasswords');
    mailer.send(passwordLetter(done.account.email, origin.value));
    return say(reply, 'Password changed', 'Your password is changed, and you are signed out everywhere.', SIGN_IN);
  });
}

function pageOf(token: string, { purpose, email, account }: Link, problem?: string): readonly [string, Html] {
  if (purpose === 'verify') return ['Verify your address', verifyPage(token, email)];
  if (purpose === 'change') return ['Change your address', changePage(token, account.email, email)];
  return ['Choose a new password', resetForm(token, email, problem)];
}
