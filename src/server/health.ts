// Whether this process is alive (`/health`) and whether it can serve (`/ready`). It can't serve while its database is
// unreachable or while it is closing.

import type { FastifyInstance } from 'fastify';
import type { Database } from './database/database.ts';
import { Refusal } from './errors.ts';

/** Adds both routes. */
export function healthRoutes(app: FastifyInstance, database: Database | null): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.get('/health', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }));
  app.get('/ready', async (_request, reply) => {
    if (isClosing) throw new Refusal(503, 'The server is closing.');
    await database?.ping().catch(() => {
      throw new Refusal(503, 'The database can’t be reached.');
    });
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
}
