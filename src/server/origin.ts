// Where this server is for a browser: as configured, else on this computer at the port that it listens on, which is known
// once it does.

import type { FastifyInstance } from 'fastify';

/** The address of the page, without a path. */
export class PublicOrigin {
  private known: string | null;

  constructor(configured: string | undefined) {
    this.known = configured ?? null;
  }

  /** @throws RangeError before the server listens */
  get value(): string {
    if (this.known === null) throw new RangeError('the address is known once the server listens');
    return this.known;
  }

  /** Whether browsers come by https, so that cookies may be kept to it. */
  get isSecure(): boolean {
    return this.value.startsWith('https:');
  }

  /** The address of a path of this server. */
  at(path: string): string {
    return this.value + path;
  }

  /** Learns the port from `app`, unless the address is configured. */
  learnFrom(app: FastifyInstance): void {
    app.addHook('onListen', () => {
      this.known ??= `http://localhost:${portOf(app)}`;
    });
  }
}

/** The port that a server listens on. @throws RangeError before it does */
export function portOf(app: FastifyInstance): number {
  const bound = app.server.address();
  if (typeof bound !== 'object' || bound === null) throw new RangeError('the server does not listen');
  return bound.port;
}
