// Security events as lines of the log: what happened and to which user, without addresses, tokens or contents. They are warnings,
// so that the usual log has them.

import type { FastifyRequest } from 'fastify';

export type SecurityEvent =
  | 'sign_in_failed'
  | 'refresh_token_reused'
  | 'too_many_requests'
  | 'access_changed'
  | 'password_changed'
  | 'password_reset_asked'
  | 'password_reset'
  | 'email_verified'
  | 'email_changed'
  | 'session_ended'
  | 'signed_out_everywhere'
  | 'account_exported'
  | 'blocked_sign_in'
  | 'account_deleted';

const users = new WeakMap<FastifyRequest, string>();

/** Remembers whose request it is, for what is logged about it later. */
export function rememberUser(request: FastifyRequest, user: string): void {
  users.set(request, user);
}

/** Logs an event. `user` is an id of this server, where it is known. */
export function logEvent(
  request: FastifyRequest,
  event: SecurityEvent,
  { user = users.get(request), ...more }: { readonly user?: string | undefined; readonly document?: string } = {},
): void {
  request.log.warn(
    { event, route: request.routeOptions.url, ...(user !== undefined && { user }), ...more },
    'security',
  );
}
