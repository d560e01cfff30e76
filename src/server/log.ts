// The log: a line of JSON for each request and each fault, on the standard output. No line holds a content, a token, a query
// string, a header or an address of a person.

import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/** Options of Fastify's logger. `stream` is for tests. */
export function loggerOptions(level: string, stream?: { write(line: string): void }): FastifyServerOptions['logger'] {
  if (level === 'silent') return false;
  return {
    level,
    ...(stream && { stream }),
    // A request is known by its id; its own serializer would write the whole address.
    serializers: {
      req: () => ({}),
      res: () => ({}),
      err: ({ name, message, code, stack = '' }: Error & { code?: string }) => ({ type: name, message, code, stack }),
    },
  };
}

/** Writes a line when a request is answered: method, route as it is declared, status and time. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ method, route: routeOptions.url ?? null, status: reply.statusCode, ms }, 'request');
    done();
  });
}
