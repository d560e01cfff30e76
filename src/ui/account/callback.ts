// Parses a return from the membership provider, `#/callback?sign_up=…`: its parameters, the dialog to open, and the hash
// without it, so that tokens are not stored in the history.

import { formatRoute, parseRoute } from '../link/route.ts';
import type { Modal } from './modal.ts';

/** A parsed return. */
export interface Callback {
  readonly modal: Modal | null;
  readonly parameters: ReadonlyMap<string, string>;
  /** The hash without the callback, with the documents. */
  readonly hash: string;
}

/** The parameters of the callback. @see requirements AUT-2 */
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

/** Reads a return from the page's address, and removes it there. */
export function consumeCallback(): Callback | null {
  const callback = readCallback(location.hash);
  if (callback !== null)
    history.replaceState(history.state, '', `${location.pathname}${location.search}${callback.hash}`);
  return callback;
}

/** Parses a hash; `null` if it is not a return from the provider. */
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
