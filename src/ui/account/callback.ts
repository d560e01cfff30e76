// The return from the membership provider, `#/callback?sign_up=…`: which dialog it opens, and the hash without it.
// Tokens are not taken yet; they are cut off all the same, so that they stay in no history.

import { formatRoute, parseRoute } from '../app/route.ts';
import type { Modal } from './modal.ts';

/** What a return says. */
export interface Callback {
  readonly modal: Modal | null;
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
]);

/** Reads a hash; `null` where it is no return of the provider's. */
export function readCallback(hash: string): Callback | null {
  if (parseRoute(hash).section !== 'callback') return null;
  const mark = hash.indexOf('?');
  const parts = mark < 0 ? [] : hash.slice(mark + 1).split('&');
  const isOwn = (part: string): boolean => PARAMETERS.has(part.split('=')[0] ?? '');
  const own = new Set(parts.filter(isOwn).map((part) => part.split('=')[0]));
  if (own.size === 0) return null;
  const rest = parts.filter((part) => !isOwn(part)).join('&');
  const modal = own.has('sign_up') ? 'signed-up' : own.has('subscription_activated') ? 'subscribed' : null;
  return { modal, hash: formatRoute({ ...parseRoute(`#/callback?${rest}`), section: null }) };
}
