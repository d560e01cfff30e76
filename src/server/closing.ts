// While the server closes, what was begun is answered. A connection that a browser keeps open for later would hold it up.

import type { FastifyInstance } from 'fastify';

const EACH_MS = 50;

/** Closes connections as they become idle, once the server is closing. */
export function closeIdleConnections(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    const timer = setInterval(() => app.server.closeIdleConnections(), EACH_MS);
    app.server.once('close', () => clearInterval(timer));
    done();
  });
}
