// Connections when the server is to end. It goes on serving for a while, so that a load balancer, which asks at intervals, sends
// it nothing more; requests in progress are completed, and connections without one are closed, because browsers keep connections
// open for later.

import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const INTERVAL_MS = 50;

/** Closes idle connections while the server is closing. */
export function closeIdleConnections(app: FastifyInstance): void {
  // Browsers open connections in advance. Node counts one as active until it has had its first request.
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', (done) => {
    const timer = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of unused) socket.destroy();
    }, INTERVAL_MS);
    app.server.once('close', () => clearInterval(timer));
    done();
  });
}

/** Whether a process is draining: it still answers, and tells clients to use another connection. */
export class Draining {
  isOn = false;

  /** Adds `Connection: close` to the responses of a process that is draining. */
  tell(app: FastifyInstance): void {
    app.addHook('onRequest', (_request, reply, done) => {
      if (this.isOn) reply.raw.setHeader('connection', 'close');
      done();
    });
  }
}
