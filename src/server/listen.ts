// Finds a port to listen on: the wanted one, or the next free one.

import type { FastifyInstance } from 'fastify';

const ATTEMPTS = 50;

/**
 * Listens on the first free port from `wanted` on and returns it; 0 is any port.
 * @throws the server's error when 51 ports are taken, or any other error at once
 */
export async function listenFrom(app: FastifyInstance, host: string, wanted: number): Promise<number> {
  for (let port = wanted; ; port += 1) {
    try {
      await app.listen({ host, port });
      const bound = app.server.address();
      return typeof bound === 'object' && bound !== null ? bound.port : port;
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!taken || port - wanted >= ATTEMPTS) throw error;
    }
  }
}
