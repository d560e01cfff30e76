// The address of this server for a browser: the configured one, or localhost with the port that it listens on, which is known
// only once it listens.

import type { FastifyInstance } from 'fastify';

/** The address of the page without a path. */
export class PublicOrigin {
  private known: string | null;
  /** Other origins of the same server on this computer. */
  private aliases: readonly string[] = [];

  constructor(configured: string | undefined) {
    this.known = configured ?? null;
  }

  /** @throws RangeError before the server listens */
  get value(): string {
    if (this.known === null) throw new RangeError('the address is known once the server listens');
    return this.known;
  }

  /** Whether browsers use https, so that cookies may be restricted to it. */
  get isSecure(): boolean {
    return this.value.startsWith('https:');
  }

  /** Returns the address of a path of this server. */
  at(path: string): string {
    return this.value + path;
  }

  /** Whether an origin is that of this server's page. */
  includes(origin: string): boolean {
    return origin === this.value || this.aliases.includes(origin);
  }

  /** Whether a host is another name of this server, for which a browser has separate cookies. */
  isAlias(host: string): boolean {
    return this.aliases.includes(`http://${host}`);
  }

  /** Takes the port from `app` once it listens, unless the address is configured. */
  learnFrom(app: FastifyInstance): void {
    if (this.known !== null) return;
    app.addHook('onListen', () => {
      const { port } = boundAddress(app);
      this.known = `http://localhost:${port}`;
      this.aliases = [`http://127.0.0.1:${port}`, `http://[::1]:${port}`];
    });
  }
}

/** Returns the address at which this process itself reaches a listening server. @throws RangeError before it listens */
export function ownAddress(app: FastifyInstance): URL {
  const { address, port, family } = boundAddress(app);
  // The server listens on all addresses of this computer, or on one.
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
