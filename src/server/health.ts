// Whether this process is alive (`/health`) and whether it can serve (`/ready`). It can't serve while its database is
// unreachable, or once it is to end.

import type { FastifyInstance } from 'fastify';
import type { Database } from './database/database.ts';
import type { Draining } from './draining.ts';
import { Refusal } from './errors.ts';

/** Adds both routes. */
export function healthRoutes(app: FastifyInstance, database: Database | null, draining: Draining): void {
  app.addHook('preClose', (done) => {
    draining.isOn = true;
    done();
  });
  app.get('/health', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }));
  app.get('/ready', async (_request, reply) => {
    if (draining.isOn) throw new Refusal(503, 'The server is closing.');
    await database?.ping().catch(() => {
      throw new Refusal(503, 'The database can’t be reached.');
    });
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
}
