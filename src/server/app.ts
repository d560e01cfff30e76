// The HTTP server for the built page and its headers. product.ts adds the routes under /v2.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { closeIdleConnections } from './connections.ts';
import { configurePage, configureWorker, sealedPage } from './configuration.ts';
import { answerError, answerFailure } from './errors.ts';
import { frameOrigins } from './frame-origins.ts';
import { embedHeaders, sandboxPolicies, SEALED_PATH, sealedHeaders, securityHeaders } from './headers.ts';
import { loggerOptions, logRequests, requestId } from './log.ts';

/** Options of the server. */
export interface ServerOptions {
  /** The folder of the built page. */
  readonly clientFolder: string;
  /** Configuration of the page, by area. @see src/ui/settings/server-configuration.ts */
  readonly configuration?: Readonly<Record<string, unknown>>;
  /** Lowest level that is logged. Nothing is logged without it. */
  readonly logLevel?: string;
  /** Where the log is written instead of the standard output. */
  readonly logStream?: { write(line: string): void };
  /** Which pages may frame `/embed`, as sources of `frame-ancestors`. Any page by default. */
  readonly embedAncestors?: string;
  /** Number of proxies in front of this server whose forwarded client address is trusted. */
  readonly proxies?: number;
  /** For tests. @see IDLE_MS */
  readonly idleMs?: number;
}

/** A connection over which nothing moves for this long is closed, such as that of a client that does not read. */
const IDLE_MS = 60_000;
/** Time limit for receiving a whole request, in milliseconds. */
const REQUEST_MS = 120_000;
const YEAR_SECONDS = 365 * 24 * 3600;
const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`;

/**
 * Creates the server. The caller makes it listen.
 * @throws Error when the page is not built
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const {
    clientFolder,
    configuration,
    embedAncestors = '*',
    idleMs = IDLE_MS,
    logLevel = 'silent',
    logStream,
    proxies = 0,
  } = options;
  const page = join(clientFolder, 'index.html');
  if (!existsSync(page)) {
    throw new Error(`There is no page in ${clientFolder}. Run "npm run build" first.`);
  }
  const built = await readFile(page, 'utf8');
  const html = configuration === undefined ? built : configurePage(built, configuration);
  const app: FastifyInstance = fastify({
    logger: loggerOptions(logLevel, logStream) ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address, hop) => hop < proxies,
    genReqId: ({ headers }) => requestId(headers, proxies),
    requestTimeout: REQUEST_MS,
    connectionTimeout: idleMs,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: answerError,
  });
  logRequests(app);
  closeIdleConnections(app);
  app.setErrorHandler(answerError);
  await app.register(helmet, securityHeaders(frameOrigins(html)));
  if (configuration !== undefined) {
    const worker = join(clientFolder, 'sw.js');
    // Registered before the static files, which hold the page as it was built.
    serve(app, ['/', '/index.html'], 'text/html', html);
    if (existsSync(worker))
      serve(app, ['/sw.js'], 'text/javascript', configureWorker(await readFile(worker, 'utf8'), html));
  }
  serve(app, [SEALED_PATH], 'text/html', sealedPage(built));
  const embed = join(clientFolder, 'embed.html');
  if (existsSync(embed)) serve(app, ['/embed', '/embed/'], 'text/html', await readFile(embed, 'utf8'));
  app.get('/embed/gallery', (_, response) => response.redirect('/embed/gallery/'));
  await app.register(fastifyStatic, {
    root: clientFolder,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      // Files under assets/ carry a hash of their content in their name.
      const immutable = path.includes('/assets/');
      response.setHeader('cache-control', immutable ? IMMUTABLE : 'no-cache');
      // Compressed files are beside them: a cache must not send one of those to a client that can't unpack it.
      response.setHeader('vary', 'Accept-Encoding');
      // Scripts of workers need the policy of the embed page that starts them.
      if (immutable) response.setHeader('cross-origin-embedder-policy', 'require-corp');
    },
  });
  const policies = await sandboxPolicies(clientFolder);
  app.addHook('onSend', async (request, reply) => {
    const policy = policies.get(request.url.slice(1));
    if (policy === undefined || reply.statusCode >= 400) return;
    reply.header('content-security-policy', policy).header('cache-control', IMMUTABLE);
    // Frames of an embed page need a policy like its own. With `require-corp`, WebKit starts no worker in a frame without an
    // origin. It does not know `credentialless`, and applies no policy.
    reply.header('cross-origin-embedder-policy', 'credentialless');
    // X-Frame-Options is checked against every ancestor of the frame, also where the editor itself is embedded.
    reply.removeHeader('x-frame-options');
    // Its origin is opaque, so it shares no agent cluster with another origin.
    reply.removeHeader('origin-agent-cluster');
  });
  app.addHook('onSend', async (request, reply) => {
    const headers = sealedHeaders(request.url, request.host, policies.keys());
    if (headers !== null) reply.headers(headers);
  });
  app.addHook('onSend', async (request, reply) => {
    const headers = embedHeaders(request.url, embedAncestors);
    for (const [name, value] of Object.entries(headers ?? {}))
      if (value === null) reply.removeHeader(name);
      else reply.header(name, value);
  });
  app.setNotFoundHandler((request, response) => {
    const path = request.url.replace(/[?#].*$/s, '');
    return answerFailure(request, response, 404, `There is nothing at ${request.method} ${path}.`);
  });
  return app;
}

function serve(app: FastifyInstance, paths: readonly string[], type: string, text: string): void {
  for (const path of paths)
    app.get(path, (_, response) =>
      response.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(text),
    );
}
