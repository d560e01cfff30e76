// Passes requests below the provider's path to oidc-provider, which is an application of its own and writes its responses
// itself.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Database } from '../database/database.ts';
import type { PublicOrigin } from '../origin.ts';
import { PROVIDER_PATH } from './address.ts';

/** The routes of oidc-provider, named as in its specifications. */
const PATHS = [
  ['GET', '/.well-known/openid-configuration'],
  ['GET', '/jwks'],
  ['GET', '/auth'],
  ['GET', '/auth/:uid'],
  ['POST', '/token'],
  ['GET', '/me'],
  ['GET', '/session/end'],
  ['POST', '/session/end/confirm'],
  ['GET', '/session/end/success'],
] as const;

/** Its self-submitting form has an inline script, which contains nothing from the request. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; form-action 'self' http://localhost:* http://127.0.0.1:*; frame-ancestors 'none'";

/** Dependencies of the mount. */
export interface Mounted {
  readonly origin: PublicOrigin;
  readonly database: Database;
  readonly provider: () => Promise<Provider>;
}

/** Adds the routes of oidc-provider to `app`, whose prefix is the provider's. */
export function mountProvider(app: FastifyInstance, { origin, database, provider }: Mounted): void {
  void app.register((mounted, _options, done) => {
    // It reads the body itself.
    mounted.removeAllContentTypeParsers();
    mounted.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      // oidc-provider answers every error of the database as one of its own.
      await database.ping();
      const handle = (await provider()).callback();
      const { raw } = request;
      const { protocol, host } = new URL(origin.value);
      // The address is the configured one, whatever the headers of a request or of a proxy contain.
      raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
      raw.headers['x-forwarded-host'] = host;
      const path = raw.url ?? '/';
      Object.assign(raw, { originalUrl: path });
      raw.url = path.slice(PROVIDER_PATH.length) || '/';
      reply.hijack();
      reply.raw.setHeader('content-security-policy', POLICY);
      reply.raw.setHeader('x-content-type-options', 'nosniff');
      reply.raw.setHeader('x-frame-options', 'DENY');
      await handle(raw, reply.raw);
    };
    for (const [method, url] of PATHS) mounted.route({ method, url, exposeHeadRoute: false, handler });
    done();
  });
}
