// Servers for tests: any number on one database, called in turn, and signed-in users.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { SigningKeys } from '../../../src/server/auth/keys.ts';
import { Sessions, type TokenPair } from '../../../src/server/auth/sessions.ts';
import { applyChange } from '../../../src/server/auth/subscriptions.ts';
import { saveUser } from '../../../src/server/auth/users.ts';
import type { Database, Faults } from '../../../src/server/database/database.ts';
import type { Network } from '../../../src/server/forwarder/connector.ts';
import type { Metrics } from '../../../src/server/metrics.ts';
import { createProduct } from '../../../src/server/product.ts';
import { readSettings } from '../../../src/server/settings.ts';
import type { Shared } from './databases.ts';

/** A signed-in user. */
export interface TestPerson {
  readonly id: string;
  readonly subject: string;
  readonly email: string;
  readonly pair: TokenPair;
}

/** Options of a request. */
export interface Ask {
  readonly as?: TestPerson | null;
  readonly body?: string | Uint8Array | object;
  readonly type?: string | null;
  readonly ifMatch?: number | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The response. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly json: () => Readonly<Record<string, unknown>>;
}

/** Options of `startServers`. */
export interface ServersOptions {
  readonly count?: number;
  readonly settings?: Readonly<Record<string, string>>;
  readonly faults?: Faults;
  readonly network?: Network;
  readonly metrics?: Metrics;
  readonly log?: (line: string) => void;
}

const PAGE = '<!doctype html><head><script type="application/json" id="configuration">{}</script></head>';

/** Rate limits that no test reaches unintentionally. */
const CALM = {
  WRITES_PER_MINUTE: '1000000',
  REFRESHES_PER_MINUTE: '1000000',
  FORWARDS_PER_MINUTE: '1000000',
  SIGN_INS_PER_MINUTE: '1000000',
  SIGN_UPS_PER_HOUR: '1000000',
};

/** Running servers. */
export interface Servers {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly addresses: readonly string[];
  /** Sends a request to the next server in turn. */
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
  /** Creates a signed-in user. */
  person(name?: string, plan?: 'free' | 'subscriber'): Promise<TestPerson>;
  /** Begins or ends a subscription. */
  subscribe(person: TestPerson, active: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Starts servers on a database. */
export async function startServers(shared: Shared, options: ServersOptions = {}): Promise<Servers> {
  const { count = 2, faults, network, metrics, log } = options;
  const clientFolder = mkdtempSync(join(tmpdir(), 'diptych-client-'));
  writeFileSync(join(clientFolder, 'index.html'), PAGE);
  const settings = readSettings({ ...CALM, LOG_LEVEL: log === undefined ? 'silent' : 'info', ...options.settings });
  const databases: Database[] = [];
  const apps: FastifyInstance[] = [];
  const addresses: string[] = [];
  for (let index = 0; index < count; index++) {
    const database = await shared.open(faults);
    const app = await createProduct({
      settings,
      clientFolder,
      database,
      ...(network && { network }),
      ...(metrics && { metrics }),
      ...(log && { logStream: { write: log } }),
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const bound = app.server.address();
    databases.push(database);
    apps.push(app);
    addresses.push(`http://localhost:${typeof bound === 'object' ? bound?.port : ''}`);
  }
  const [database] = databases;
  if (database === undefined) throw new RangeError('a test needs a server');
  const sessions = new Sessions(database, new SigningKeys(database), 3600);
  let turn = 0;
  const servers: Servers = {
    database,
    sessions,
    addresses,
    async ask(method, path, { as = null, body, type, ifMatch, headers = {} } = {}) {
      turn += 1;
      const isPlain = body instanceof Uint8Array || typeof body === 'string' || body === undefined;
      const sent = type === undefined && body !== undefined ? 'application/json' : type;
      const response = await fetch(`${addresses[turn % count]}${path}`, {
        method,
        redirect: 'manual',
        ...(body !== undefined && { body: isPlain ? (body as string) : JSON.stringify(body) }),
        headers: {
          ...(as !== null && { authorization: `Bearer ${as.pair.access_token}` }),
          ...(typeof sent === 'string' && { 'content-type': sent }),
          ...(ifMatch !== undefined && { 'if-match': typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch }),
          ...headers,
        },
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      return {
        status: response.status,
        headers: response.headers,
        bytes,
        json: () => JSON.parse(bytes.toString()) as Record<string, unknown>,
      };
    },
    async person(name = 'ada', plan = 'free') {
      const subject = `${name}-${randomBytes(6).toString('hex')}`;
      const email = `${subject}@example.org`;
      const id = await database.transact((db) => saveUser(db, { subject, email, fullName: name }));
      const { pair } = await sessions.begin(id, '');
      const person: TestPerson = { id, subject, email, pair };
      if (plan === 'subscriber') await servers.subscribe(person, true);
      return person;
    },
    async subscribe({ subject }, active) {
      const change = { id: `test ${subject}`, subject, plan: 'yearly', active, expiresAt: null, changedAt: new Date() };
      await database.transact((db) => applyChange(db, change));
    },
    async close() {
      for (const app of apps) await app.close();
      for (const one of databases) await one.close();
      rmSync(clientFolder, { recursive: true });
    },
  };
  return servers;
}
