// Finds a port to listen on: the wanted one, or, unless an operator has named it, the next free one.

import type { FastifyInstance } from 'fastify';
import { reasonOf } from './reason.ts';

const ATTEMPTS = 50;
const LAST = 65_535;

/**
 * Listens on the first free port from `wanted` on and returns it; 0 is any port.
 * @throws Error with the setting that is wrong when 51 ports are taken, or the only one that may be used
 */
export async function listenFrom(
  app: FastifyInstance,
  host: string,
  wanted: number,
  mayTakeNext = true,
  setting = 'PORT',
): Promise<number> {
  for (let port = wanted; ; port += 1) {
    try {
      await app.listen({ host, port });
      const bound = app.server.address();
      return typeof bound === 'object' && bound !== null ? bound.port : port;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 'EADDRINUSE' && mayTakeNext && port - wanted < ATTEMPTS && port < LAST) continue;
      throw new Error(sentenceOf(code, host, port, setting) ?? reasonOf(error), { cause: error });
    }
  }
}

function sentenceOf(code: unknown, host: string, port: number, setting: string): string | null {
  if (code === 'EADDRINUSE') return `The port ${port} is in use by another program. Name another one in ${setting}.`;
  if (code === 'EACCES') return `This user may not listen on the port ${port}. Name another one in ${setting}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `This computer has no address ${host}. Name another one in HOST.`;
  return null;
}
