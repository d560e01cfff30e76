// Where this server is for a browser: as configured, else on this computer at the port that it listens on, which is known
// once it does.

import type { FastifyInstance } from 'fastify';

/** The address of the page, without a path. */
export class PublicOrigin {
  private known: string | null;
  /** Other names of the same, on this computer. */
  private aliases: readonly string[] = [];

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

  /** Whether an origin is this server's page. */
  includes(origin: string): boolean {
    return origin === this.value || this.aliases.includes(origin);
  }

  /** Whether a host is another name of it, under which a browser has other cookies. */
  isAlias(host: string): boolean {
    return this.aliases.includes(`http://${host}`);
  }

  /** Learns the port from `app`, unless the address is configured. */
  learnFrom(app: FastifyInstance): void {
    if (this.known !== null) return;
    app.addHook('onListen', () => {
      const { port } = boundAddress(app);
      this.known = `http://localhost:${port}`;
      this.aliases = [`http://127.0.0.1:${port}`, `http://[::1]:${port}`];
    });
  }
}

/** Where this process itself reaches a server that listens. @throws RangeError before it does */
export function ownAddress(app: FastifyInstance): URL {
  const { address, port, family } = boundAddress(app);
  // All addresses of this computer, or one.
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return new URL(`http://${host}:${port}`);
}

function boundAddress(app: FastifyInstance): {
  readonly address: string;
  readonly port: number;
  readonly family: string;
} {
  const bound = app.server.address();
  if (typeof bound !== 'object' || bound === null) throw new RangeError('the server does not listen');
  return bound;
}
