// A process that is to end goes on serving for a while, so that a load balancer, which asks at intervals, sends it nothing more
// before it ends. Clients are told to use another connection.

import type { FastifyInstance } from 'fastify';

/** Whether a process is draining. */
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
