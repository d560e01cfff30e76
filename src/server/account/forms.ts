// The page of one's sessions and data.

import { ACCOUNT_PATH } from '../pages/address.ts';
import { html, type Html } from '../pages/layout.ts';

/** A session that has not ended. */
export interface ShownSession {
  readonly id: string;
  readonly agent: string;
  readonly begun: Date | null;
  readonly used: Date;
  /** Whether it is that of this browser. */
  readonly isThis: boolean;
}

/** Contents of the page. */
export interface AccountView {
  readonly fullName: string;
  readonly email: string;
  readonly sessions: readonly ShownSession[];
  /** The provider's page for account and payment; `null` where there is none. */
  readonly providerPage: string | null;
  /** Where the account is deleted instead of here, because it needs the password. */
  readonly deletionPage: string | null;
  /** What has to be entered to delete the account here. */
  readonly confirmation: string;
  readonly problem: string | null;
  readonly said: string | null;
}

/** Returns the content of the page. */
export function accountPage(view: AccountView): Html {
  const { fullName, email, sessions, providerPage, said } = view;
  return html`${said === null ? null : html`<p class="said" role="status">${said}</p>`}
    <dl>
      <dt>Full name</dt>
      <dd>${fullName}</dd>
      ${
        email === ''
          ? null
          : html`<dt>E-mail</dt>
              <dd>${email}</dd>`
      }
    </dl>
    <a class="button" href="/">Back to the editor</a>
    ${providerPage === null ? null : html`<a class="button quiet" href="${providerPage}">Account and subscription</a>`}
    <h2>Where you are signed in</h2>
    <ul class="rows">
      ${sessions.map(sessionRow)}
    </ul>
    <form method="post" action="${ACCOUNT_PATH}/end_all">
      <button class="quiet" type="submit">Sign out everywhere</button>
    </form>
    <h2>Your data</h2>
    <p>Everything that this server stores about you, with all of your documents, as one file of JSON.</p>
    <form method="post" action="${ACCOUNT_PATH}/export">
      <button class="quiet" type="submit">Download your data</button>
    </form>
    <h2>Delete the account</h2>
    <p>It goes with all of its documents in the cloud, for good.</p>
    ${deletion(view)}`;
}

function sessionRow({ id, agent, begun, used, isThis }: ShownSession): Html {
  return html`<li>
    <div>
      <b>${agent === '' ? 'A browser' : agent}</b>${isThis ? ' (this one)' : ''}
      <p>Last used ${formatTime(used)}</p>
      ${begun === null ? null : html`<p>Signed in ${formatTime(begun)}</p>`}
    </div>
    <form method="post" action="${ACCOUNT_PATH}/end">
      <input type="hidden" name="session" value="${id}" />
      <button
        class="quiet"
        type="submit"
        aria-label="Sign out: ${agent === '' ? 'a browser' : agent}, last used ${formatTime(used)}"
      >
        Sign out
      </button>
    </form>
  </li>`;
}

function deletion({ deletionPage, confirmation, problem }: AccountView): Html {
  if (deletionPage !== null) return html`<a class="button danger" href="${deletionPage}">Delete the account</a>`;
  const described = problem === null ? null : html` aria-invalid="true" aria-describedby="confirm-problem"`;
  return html`<form method="post" action="${ACCOUNT_PATH}/delete">
    <label for="confirm">Enter ${confirmation} to delete the account</label>
    <input id="confirm" name="confirm" type="text" autocomplete="off" maxlength="320" required${described} />
    ${problem === null ? null : html`<p class="wrong" id="confirm-problem" role="alert">${problem}</p>`}
    <button class="danger" type="submit">Delete the account</button>
  </form>`;
}

/** Returns the page for a browser that is not signed in. */
export function signedOutPage(): Html {
  return html`<p>You are not signed in in this browser, or not any more.</p>
    <a class="button" href="/">Sign in on the page</a>`;
}

/** In UTC, because a page without a script does not know its reader's time zone. */
function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
