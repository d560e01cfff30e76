// A small web server for the documents that tests open by address.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll } from 'vitest';

/** The response at a path. */
export interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
  /** Omits the CORS header. */
  readonly closed?: boolean;
}

/** Serves `answers` by path for the calling file. `address(path)` works once the tests run. */
export function serveAnswers(answers: Readonly<Record<string, Answer>>): { address(path: string): string } {
  const known = new Map(Object.entries(answers));
  let server: Server;
  let origin = '';
  const reply = (request: IncomingMessage, response: ServerResponse): void => {
    const {
      status = 200,
      type = 'application/json',
      body = '',
      closed = false,
    } = known.get(request.url ?? '') ?? {
      status: 404,
    };
    response.writeHead(status, { 'content-type': type, ...(closed ? {} : { 'access-control-allow-origin': '*' }) });
    response.end(body);
  };
  beforeAll(async () => {
    server = createServer(reply);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
    origin = `http://localhost:${bound.port}`;
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });
  return { address: (path) => origin + path };
}
