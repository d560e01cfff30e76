// The pages of forgotten passwords and of links: what each link does, with the button that does it.

import { html, type Html } from '../pages/layout.ts';
import type { MailWay } from '../mail/mailer.ts';
import { MIN_PASSWORD_LENGTH } from './accounts.ts';
import { PROVIDER_PATH } from './address.ts';
import { field } from './forms.ts';

/** Says where a link is on a server that sends no e-mail; nothing on one that does. */
export function mailNote(way: MailWay): Html | null {
  if (way === 'mail') return null;
  return way === 'log'
    ? html`<p class="note">This server sends no e-mail: the link is in its log.</p>`
    : html`<p class="note">This server sends no e-mail. Ask its operator.</p>`;
}

/** Returns the form that asks for a link to choose a new password. */
export function forgottenForm(way: MailWay, email: string): Html {
  const back = html`<p class="foot"><a href="${PROVIDER_PATH}/sign_in">Sign in</a></p>`;
  if (way === 'nothing')
    return html`<p role="status">This server sends no e-mail, so it can’t send a link to choose a new password.</p>
      <p>Ask its operator, who can make one.</p>
      ${back}`;
  return html`<p>You get a link to choose a new one.</p>
    ${mailNote(way)}
    <form method="post" action="${PROVIDER_PATH}/forgotten">
      ${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: email })}
      <button type="submit">Send the link</button>
    </form>
    ${back}`;
}

/** Returns the answer to that form, which is the same for every address. */
export function askedPage(way: MailWay, email: string): Html {
  return html`<p class="said" role="status">
      If there is an account with the address ${email}, a link is on its way to it.
    </p>
    <p>It works once, within an hour. If nothing arrives, look in the folder for spam, and at the address above.</p>
    ${mailNote(way)}
    <a class="button quiet" href="${PROVIDER_PATH}/sign_in">Back to the sign-in</a>`;
}

export function resetForm(token: string, email: string, problem?: string): Html {
  return html`<p>For the account of ${email}. It is then signed out everywhere.</p>
    <form method="post" action="${PROVIDER_PATH}/link">
      ${hidden(token)}
      <input type="hidden" name="username" autocomplete="username" value="${email}" />
      ${field({ name: 'password', label: `New password, at least ${MIN_PASSWORD_LENGTH} characters`, type: 'password', autocomplete: 'new-password', problem })}
      <button type="submit">Set the password</button>
    </form>`;
}

export function verifyPage(token: string, email: string): Html {
  return html`<p>
      ${email} is the address of an account here. If the account is yours, verify the address: documents can then be
      shared with it.
    </p>
    <form method="post" action="${PROVIDER_PATH}/link">
      ${hidden(token)}<button type="submit">Verify the address</button>
    </form>
    <a class="button quiet" href="/">Not now</a>`;
}

export function changePage(token: string, before: string, email: string): Html {
  return html`<p>The account with the address ${before} gets the address ${email}.</p>
    <form method="post" action="${PROVIDER_PATH}/link">
      ${hidden(token)}<button type="submit">Change the address</button>
    </form>
    <a class="button quiet" href="/">Not now</a>`;
}

export function linkEnded(): Html {
  return html`<p class="wrong" role="alert">
      This link does not work any more: it was used already, is too old, or a later one was sent.
    </p>
    <a class="button quiet" href="${PROVIDER_PATH}/forgotten">Forgotten password</a>
    <a class="button quiet" href="${PROVIDER_PATH}/account">Account</a>`;
}

function hidden(token: string): Html {
  return html`<input type="hidden" name="token" value="${token}" />`;
}
