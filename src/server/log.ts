// The log: a line of JSON on the standard output for each request and each error. No line contains document content, a token, a
// query string, a header or the address of a client.

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/** Returns the options of Fastify's logger. `stream` is for tests. */
export function loggerOptions(level: string, stream?: { write(line: string): void }): FastifyServerOptions['logger'] {
  if (level === 'silent') return false;
  return {
    level,
    ...(stream && { stream }),
    // The id identifies a request; the default serializer would log its whole URL.
    serializers: {
      req: () => ({}),
      res: () => ({}),
      err: ({ name, message, code, stack = '' }: Error & { code?: string }) => ({ type: name, message, code, stack }),
    },
  };
}

const REQUEST_ID = /^[\w.:/+=-]{1,128}$/;

/** Returns the id that a trusted proxy has given a request, so that its log and this one can be compared, or a new one. */
export function requestId(headers: IncomingHttpHeaders, proxies: number): string {
  const given = headers['x-request-id'];
  return proxies > 0 && typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Logs each response: method, route as it is declared, status and time. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ method, route: routeOptions.url ?? null, status: reply.statusCode, ms }, 'request');
    done();
  });
}
