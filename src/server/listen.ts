// Finds a port to listen on: the wanted one, or the next that is free.

import type { FastifyInstance } from 'fastify';

const ATTEMPTS = 50;

/** Listens and answers the port; 0 asks for any. @throws the server's error when none of fifty ports is free */
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
