// The databases for the tests: PGlite in memory, and a real PostgreSQL from an npm package, which runs as a separate user when
// the tests run as root.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { loadEmbeddedPostgres } from '../../../scripts/embedded-postgres.mjs';
import { openPGlite, openPostgres, type Database, type Faults } from '../../../src/server/database/database.ts';

const SERIALIZABLE = `?options=${encodeURIComponent('-c default_transaction_isolation=serializable')}`;

/** A database that several servers may open at the same time. */
export interface Shared {
  readonly name: string;
  /** Opens the database; called once per server. */
  open(faults?: Faults): Promise<Database>;
  stop(): Promise<void>;
}

/** Starts PGlite. It has one connection and one process, so the servers of a test share it. */
export async function startPGlite(): Promise<Shared> {
  const pglite = await PGlite.create({ parsers: { 20: Number }, loadDataDir: await emptyDatabase() });
  return {
    name: 'PGlite',
    async open(faults) {
      const database = await openPGlite(pglite, faults);
      return { ...database, close: () => Promise.resolve() };
    },
    stop: () => pglite.close(),
  };
}

/** An empty database. Creating one takes six seconds of CPU time, unpacking it one second: it is cached in node_modules. */
export async function emptyDatabase(): Promise<Blob> {
  const root = join(import.meta.dirname, '../../../node_modules');
  const { version } = JSON.parse(readFileSync(join(root, '@electric-sql/pglite/package.json'), 'utf8')) as {
    version: string;
  };
  const path = join(root, `.cache/diptych/pglite-${version}.tar`);
  if (!existsSync(path)) {
    const pglite = await PGlite.create();
    const dump = await pglite.dumpDataDir('none');
    await pglite.close();
    mkdirSync(dirname(path), { recursive: true });
    // Written under another name and renamed: other processes may create the file at the same time.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
    renameSync(draft, path);
  }
  return new Blob([readFileSync(path)]);
}

/** A folder with an empty database, for an embedded one. The caller removes it. */
export async function embeddedFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-folder-'));
  await (await PGlite.create({ dataDir: join(folder, 'pglite'), loadDataDir: await emptyDatabase() })).close();
  return folder;
}

/** Starts a real PostgreSQL with an empty database, at a port that is free. */
export async function startPostgres(at?: number): Promise<Shared & { readonly address: string }> {
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const databaseDir = mkdtempSync(join(tmpdir(), 'diptych-postgres-'));
  const port = at ?? (await freePort());
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'diptych',
    password: 'diptych',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Without fsync: the tests kill our servers, but do not simulate a power cut.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=60', '-c', 'deadlock_timeout=50'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  const address = `postgres://diptych:diptych@127.0.0.1:${port}/postgres`;
  return {
    name: 'PostgreSQL',
    address,
    // With faults, transactions are also serializable, as on databases with no weaker isolation level, and conflicts fail.
    open: (faults) => openPostgres(faults === undefined ? address : address + SERIALIZABLE, 8, faults),
    async stop() {
      await server.stop();
      rmSync(databaseDir, { recursive: true, force: true });
    },
  };
}

/** Both, by name: `describe.each(DATABASES)` runs a suite on each. */
export const DATABASES = [
  ['PGlite', startPGlite],
  ['PostgreSQL', startPostgres],
] as const satisfies readonly (readonly [string, () => Promise<Shared>])[];

/** Finds a free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const bound = probe.address();
      const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
