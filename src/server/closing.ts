// While the server closes, requests under way are still answered. A connection that a browser keeps alive would delay the end.

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
