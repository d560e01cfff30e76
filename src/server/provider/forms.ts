// The embedded provider's pages. Each is a form that shows the entered values and the problems with them.

import { ACCOUNT_PATH } from '../pages/address.ts';
import { html, type Html } from '../pages/layout.ts';
import { MIN_PASSWORD_LENGTH, type FormProblems } from './accounts.ts';
import { PROVIDER_PATH } from './address.ts';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'password' | 'text';
  readonly autocomplete: string;
  readonly value?: string;
  readonly problem?: string | undefined;
}

/** Returns a labelled input, with the problem of its value. */
export function field({ name, label, type, autocomplete, value = '', problem }: Field): Html {
  const described = problem === undefined ? null : html` aria-invalid="true" aria-describedby="${name}-problem"`;
  return html`<label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      maxlength="320"
      required${described}
    />
    ${problem === undefined ? null : html`<p class="wrong" id="${name}-problem" role="alert">${problem}</p>`}`;
}

/** Returns the form to sign in. `action` is where it is sent; `signUp` is the address of the form to sign up. */
export function signInForm(action: string, signUp: string, email: string, problem?: string): Html {
  return html`<p>To keep documents in the cloud and share them.</p>
    <form method="post" action="${action}">
      ${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: email })}
      ${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', problem })}
      <button type="submit">Sign in</button>
    </form>
    <p class="foot"><a href="${PROVIDER_PATH}/forgotten">Forgotten your password?</a></p>
    <p class="foot next">New here? <a href="${signUp}">Sign up for free</a></p>`;
}

/** Returns the form to create an account. */
export function signUpForm(
  action: string,
  signIn: string,
  email: string,
  fullName: string,
  problems: FormProblems,
): Html {
  return html`<p>
      The editor is free. An account keeps documents in the cloud, where everyone who has their link can read them. A
      subscription makes them private.
    </p>
    <form method="post" action="${action}">
      ${field({ name: 'fullName', label: 'Full name', type: 'text', autocomplete: 'name', value: fullName, problem: problems.fullName })}
      ${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: email, problem: problems.email })}
      ${field({ name: 'password', label: `Password, at least ${MIN_PASSWORD_LENGTH} characters`, type: 'password', autocomplete: 'new-password', problem: problems.password })}
      <button type="submit">Sign up for free</button>
    </form>
    <p class="foot">Have an account? <a href="${signIn}">Sign in</a></p>`;
}

/** Contents of the account page. */
export interface SignedInView {
  readonly email: string;
  readonly fullName: string;
  /** Names of the active plans. */
  readonly plans: readonly string[];
  readonly isVerified: boolean;
  /** Whether documents are shared with verified addresses only. */
  readonly needsVerified: boolean;
  /** Where e-mail goes to. */
  readonly way: 'mail' | 'log' | 'nothing';
  readonly problems: Readonly<Partial<Record<'old' | 'password' | 'delete' | 'email' | 'emailPassword', string>>>;
  readonly said: string | null;
}

/** Returns the forms about the address. A server that sends no e-mail can't tell whose it is, and says so. */
function addressForms({ email, isVerified, needsVerified, way, problems }: SignedInView): Html {
  if (way === 'nothing')
    return html`<p class="note">
      This server sends no e-mail: addresses are not verified and can’t be changed here. Ask its operator.
    </p>`;
  const log = way === 'log' ? html`<p class="note">This server sends no e-mail: links are in its log.</p>` : null;
  const verify = html`<p>${email} is not verified${needsVerified ? ': documents can’t be shared with it yet' : ''}.</p>
    <form method="post" action="${PROVIDER_PATH}/account/verify">
      <button class="quiet" type="submit">Send the link to verify it</button>
    </form>`;
  return html`${isVerified ? null : verify} ${log}
    <form method="post" action="${PROVIDER_PATH}/account/email">
      ${field({ name: 'email', label: 'New e-mail', type: 'email', autocomplete: 'email', problem: problems.email })}
      ${field({ name: 'emailPassword', label: 'Present password', type: 'password', autocomplete: 'current-password', problem: problems.emailPassword })}
      <button class="quiet" type="submit">Change the address</button>
    </form>`;
}

export function accountForms(view: SignedInView): Html {
  const { email, fullName, plans, isVerified, problems, said } = view;
  const subscription =
    plans.length > 0
      ? html`<p>You have the ${plans.join(', ')} plan.</p>
          <form method="post" action="${PROVIDER_PATH}/account/cancel">
            <p>After it is cancelled, private documents can be read, and not changed any more.</p>
            <button class="quiet" type="submit">Cancel the subscription</button>
          </form>`
      : html`<p>You have no subscription. Documents in the cloud are public.</p>
          <a class="button quiet" href="${PROVIDER_PATH}/checkout/quarterly">Subscribe for a quarter</a>
          <a class="button quiet" href="${PROVIDER_PATH}/checkout/yearly">Subscribe for a year</a>`;
  return html`${said === null ? null : html`<p class="said" role="status">${said}</p>`}
    <dl>
      <dt>Full name</dt>
      <dd>${fullName}</dd>
      <dt>E-mail</dt>
      <dd>${email}${isVerified ? ' (verified)' : ''}</dd>
    </dl>
    <a class="button" href="/">Back to the editor</a>
    <a class="button quiet" href="${ACCOUNT_PATH}">Sessions and data</a>
    <h2>Subscription</h2>
    ${subscription}
    <h2>E-mail</h2>
    ${addressForms(view)}
    <h2>Password</h2>
    <form method="post" action="${PROVIDER_PATH}/account/password">
      <input type="hidden" name="username" autocomplete="username" value="${email}" />
      ${field({ name: 'old', label: 'Present password', type: 'password', autocomplete: 'current-password', problem: problems.old })}
      ${field({ name: 'password', label: `New password, at least ${MIN_PASSWORD_LENGTH} characters`, type: 'password', autocomplete: 'new-password', problem: problems.password })}
      <button class="quiet" type="submit">Change the password</button>
    </form>
    <h2>Delete the account</h2>
    <p>The account goes with all of its documents in the cloud, for good.</p>
    <form method="post" action="${PROVIDER_PATH}/account/delete">
      ${field({ name: 'confirm', label: 'Enter your password to delete the account', type: 'password', autocomplete: 'current-password', problem: problems.delete })}
      <button class="danger" type="submit">Delete the account</button>
    </form>`;
}

/** A plan that can be bought. */
export interface PlanForSale {
  readonly id: string;
  readonly name: string;
  readonly price: string;
  readonly billing: string;
  readonly months: number;
}

export const PLANS_FOR_SALE: readonly PlanForSale[] = [
  { id: 'quarterly', name: 'Quarterly developer', price: '$6/month', billing: '$18 per quarter', months: 3 },
  { id: 'yearly', name: 'Yearly developer', price: '$5/month', billing: '$60 per year', months: 12 },
];

export function checkoutForm({ id, name, price, billing }: PlanForSale, email: string): Html {
  return html`<p>${name}</p>
    <p class="price">${price}</p>
    <p>${billing}, for ${email}.</p>
    <ul>
      <li>Private cloud documents, 1 MB each and 1 GB in total</li>
      <li>No ads, no tracking</li>
    </ul>
    <p>This server takes no money: the subscription begins at once.</p>
    <form method="post" action="${PROVIDER_PATH}/checkout/${id}"><button type="submit">Subscribe</button></form>
    <a class="button quiet" href="/">Not now</a>`;
}
