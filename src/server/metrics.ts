// Figures of one process for Prometheus, at `/metrics`: on a port of its own, or with a token. They name routes as they are
// declared, and no user, document or address.

import { createHash, timingSafeEqual } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './database/database.ts';
import { Refusal } from './errors.ts';

/** Bounds of the groups of response times, in seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** The sums over all users are asked of the database no more often. */
const SUMS_MS = 10_000;

/** The figures of a process. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'diptych_request_seconds',
    help: 'Time of requests until their response is sent',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly refusals = new Counter({
    name: 'diptych_refusals_total',
    help: 'Requests that were answered with a status of 400 or more',
    labelNames: ['route', 'status'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Measures the requests of a server, and the database that it uses. */
  watch(app: FastifyInstance, database: Database | null): void {
    app.addHook('onResponse', (request, reply, done) => {
      const [route, status] = [request.routeOptions.url ?? 'none', String(reply.statusCode)];
      this.requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
      if (reply.statusCode >= 400) this.refusals.inc({ route, status });
      done();
    });
    if (database !== null) this.watchDatabase(database);
  }

  /** Answers with the figures. */
  async send(reply: FastifyReply): Promise<FastifyReply> {
    return reply
      .header('cache-control', 'no-store')
      .type(this.registry.contentType)
      .send(await this.registry.metrics());
  }

  private watchDatabase(database: Database): void {
    const gauge = (name: string, help: string, collect: (gauge: Gauge) => void | Promise<void>): Gauge =>
      new Gauge({
        name,
        help,
        registers: [this.registry],
        collect() {
          return collect(this);
        },
      });
    // Without the database there is no figure, and the others are still sent.
    const sum = (of: keyof Sums) => async (one: Gauge) => {
      const sums = await sumsOf(database);
      if (sums !== null) one.set(sums[of]);
    };
    gauge('diptych_documents', 'Documents in the cloud', sum('documents'));
    gauge('diptych_document_bytes', 'Bytes of all documents, with their schemas and access lists', sum('bytes'));
    const count = (of: keyof ReturnType<Database['connections']>) => (one: Gauge) =>
      one.set(database.connections()[of]);
    gauge('diptych_connections_open', 'Connections to the database', count('open'));
    gauge('diptych_connections_idle', 'Connections to the database that nobody uses', count('idle'));
    gauge('diptych_connections_waiting', 'Requests that wait for a connection to the database', count('waiting'));
  }
}

interface Sums {
  readonly documents: number;
  readonly bytes: number;
}

const known = new WeakMap<Database, { readonly at: number; readonly sums: Promise<Sums | null> }>();

function sumsOf(database: Database): Promise<Sums | null> {
  const last = known.get(database);
  if (last !== undefined && performance.now() - last.at < SUMS_MS) return last.sums;
  const sums = database.read
    .selectFrom('users')
    .select(({ fn }) => [
      fn.sum<string>('stored_documents').as('documents'),
      fn.sum<string>('stored_bytes').as('bytes'),
    ])
    .executeTakeFirst()
    .then((row) => ({ documents: Number(row?.documents ?? 0), bytes: Number(row?.bytes ?? 0) }))
    .catch(() => null);
  known.set(database, { at: performance.now(), sums });
  return sums;
}

/** Adds the route to a server that anyone reaches, for those who have the token. */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, token: string): void {
  app.get('/metrics', async (request, reply) => {
    checkToken(request, token);
    return metrics.send(reply);
  });
}

/** Returns a server with this route alone, for a port that only the operator reaches. The caller makes it listen. */
export function metricsServer(metrics: Metrics): FastifyInstance {
  const app: FastifyInstance = fastify({ logger: false });
  app.get('/metrics', (_request, reply) => metrics.send(reply));
  return app;
}

/** @throws Refusal 401 */
function checkToken({ headers }: FastifyRequest, token: string): void {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  if (timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))) return;
  throw new Refusal(401, 'The metrics need the token of the setting METRICS_TOKEN.', { 'www-authenticate': 'Bearer' });
}
