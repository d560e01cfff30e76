// The return from the membership provider, `#/callback?sign_up=…`: what it says, which dialog it opens, and the hash without
// it, so that tokens stay in no history.

import { formatRoute, parseRoute } from '../app/link/route.ts';
import type { Modal } from './modal.ts';

/** What a return says. */
export interface Callback {
  readonly modal: Modal | null;
  readonly parameters: ReadonlyMap<string, string>;
  /** The hash with the callback taken out, the documents kept. */
  readonly hash: string;
}

/** The callback's own parameters. @see requirements AUT-2 */
const PARAMETERS: ReadonlySet<string> = new Set([
  'sign_up',
  'sign_in',
  'sign_out',
  'subscription_activated',
  'access_token',
  'refresh_token',
  'expires_in',
  'token_type',
  'nonce',
]);

/** Takes what a return says out of the address of this page. */
export function takeCallback(): Callback | null {
  const callback = readCallback(location.hash);
  if (callback !== null)
    history.replaceState(history.state, '', `${location.pathname}${location.search}${callback.hash}`);
  return callback;
}

/** Reads a hash; `null` where it is no return of the provider's. */
export function readCallback(hash: string): Callback | null {
  if (parseRoute(hash).section !== 'callback') return null;
  const mark = hash.indexOf('?');
  const parts = mark < 0 ? [] : hash.slice(mark + 1).split('&');
  const isOwn = (part: string): boolean => PARAMETERS.has(part.split('=')[0] ?? '');
  const own = new Map(new URLSearchParams(parts.filter(isOwn).join('&')));
  if (own.size === 0) return null;
  const rest = parts.filter((part) => !isOwn(part)).join('&');
  const modal = own.has('sign_up') ? 'signed-up' : own.has('subscription_activated') ? 'subscribed' : null;
  return { modal, parameters: own, hash: formatRoute({ ...parseRoute(`#/callback?${rest}`), section: null }) };
}
