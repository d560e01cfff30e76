// Hands requests below the provider's path to oidc-provider, which is an application of its own and writes its answers itself.

import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { PublicOrigin } from '../origin.ts';
import { PROVIDER_PATH } from './address.ts';

/** What the mount needs. */
export interface Mounted {
  readonly origin: PublicOrigin;
  readonly provider: () => Promise<Provider>;
}

/** Adds the routes to `app`, whose prefix is the provider's: all that no form has. */
export function mountProvider(app: FastifyInstance, { origin, provider }: Mounted): void {
  void app.register((mounted, _options, done) => {
    // It reads the body itself.
    mounted.removeAllContentTypeParsers();
    mounted.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    mounted.all('/*', async (request, reply) => {
      const handle = (await provider()).callback();
      const { raw } = request;
      const { protocol, host } = new URL(origin.value);
      // The address is the configured one, whatever a request or a proxy says.
      raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
      raw.headers['x-forwarded-host'] = host;
      const path = raw.url ?? '/';
      Object.assign(raw, { originalUrl: path });
      raw.url = path.slice(PROVIDER_PATH.length) || '/';
      reply.hijack();
      reply.raw.setHeader('x-content-type-options', 'nosniff');
      reply.raw.setHeader('x-frame-options', 'DENY');
      await handle(raw, reply.raw);
    });
    done();
  });
}
