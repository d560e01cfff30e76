// What the routes of the provider read from a request: the browser's session, where a sign-in leads to, and the cookie that it
// gets.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Subjects } from '../auth/subjects.ts';
import type { Mailer } from '../mail/mailer.ts';
import { parameter } from '../query.ts';
import type { RateLimiter } from '../rate-limit.ts';
import { PROVIDER_PATH } from './address.ts';
import { SESSION_COOKIE, SESSION_SECONDS, type BrowserSession } from './browser-sessions.ts';
import type { Links } from './links.ts';
import type { ProviderParts } from './provider.ts';

/** Dependencies of the routes. */
export interface ProviderService extends ProviderParts {
  readonly limiter: RateLimiter;
  readonly subjects: Subjects;
  readonly links: Links;
  readonly mailer: Mailer;
  /** Whether documents are shared with verified addresses only. */
  readonly needsVerified: boolean;
  readonly provider: () => Promise<Provider>;
}

/** Pages of the provider that a sign-in may lead to. */
const NEXT = /^(account|checkout\/(quarterly|yearly))$/;

/** Gives a browser the cookie of its session. */
export function keepSession(reply: FastifyReply, { origin }: ProviderService, cookie: string): void {
  reply.setCookie(SESSION_COOKIE, cookie, {
    path: PROVIDER_PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: origin.isSecure,
    maxAge: SESSION_SECONDS,
  });
}

/** Returns the session of a browser; `null` where it is not signed in. */
export function sessionOf(request: FastifyRequest, { browsers }: ProviderService): Promise<BrowserSession | null> {
  return browsers.find(request.cookies[SESSION_COOKIE]);
}

/** Returns the page that a sign-in leads to; `null` for the editor. */
export function nextOf(request: FastifyRequest): string | null {
  const next = parameter(request, 'next');
  return next !== null && NEXT.test(next) ? next : null;
}

/** Returns the address of a page that leads to `next`. */
export function withNext(path: string, next: string | null): string {
  return `${PROVIDER_PATH}/${path}${next === null ? '' : `?next=${encodeURIComponent(next)}`}`;
}
