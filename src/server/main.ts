// The entry of the program: the server, or a command of administration. Its settings come from the environment: settings.ts defines them, docs/deploy.md explains them.

import { join } from 'node:path';
import { openFolder, openPostgres, type Database } from './database/database.ts';
import { FolderInUse } from './database/lock-file.ts';
import { reasonOf } from './reason.ts';
import { Draining } from './connections.ts';
import { listenFrom } from './listen.ts';
import { Metrics, metricsServer } from './metrics.ts';
import { createProduct } from './product.ts';
import { readSettings, type ServerSettings } from './settings.ts';

const NO_PROXY =
  'PUBLIC_URL is https, and TRUST_PROXY is not set: behind a proxy, all clients share its address, and their limits. Set TRUST_PROXY to ' +
  'the number of proxies in front';

async function openDatabase(settings: ServerSettings): Promise<Database | null> {
  const { CLOUD, DATABASE_URL, DATABASE_CONNECTIONS, DATA_FOLDER, DISK_RESERVE } = settings;
  if (CLOUD === 'off') return null;
  const report = (message: string, error: unknown): void => say(settings, message, error);
  if (DATABASE_URL !== undefined)
    return openPostgres(DATABASE_URL, DATABASE_CONNECTIONS, undefined, report).catch((error: unknown) => {
      throw new Error(`The database at DATABASE_URL can’t be used: ${reasonOf(error)}`, { cause: error });
    });
  const onLost = (): void => {
    process.stderr.write(
      `The lock of ${DATA_FOLDER} was taken away: this server ends, so that no other writes beside it.\n`,
    );
    process.exit(1);
  };
  return openFolder(DATA_FOLDER, onLost, { report, reserve: DISK_RESERVE }).catch((error: unknown) => {
    if (error instanceof FolderInUse) throw error;
    throw new Error(`The database in DATA_FOLDER (${DATA_FOLDER}) can’t be opened: ${reasonOf(error)}`, {
      cause: error,
    });
  });
}

/** Logs what happens to the database. */
function say({ LOG_LEVEL }: ServerSettings, message: string, error: unknown): void {
  if (LOG_LEVEL === 'silent') return;
  const line = { level: 40, time: Date.now(), msg: message, ...(error !== null && { reason: reasonOf(error) }) };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function start(): Promise<void> {
  const begun = performance.now();
  const settings = readSettings(process.env);
  const database = await openDatabase(settings);
  const draining = new Draining();
  const clientFolder = join(import.meta.dirname, '../client');
  const { METRICS_PORT, METRICS_TOKEN } = settings;
  const metrics = METRICS_PORT === undefined && METRICS_TOKEN === undefined ? undefined : new Metrics();
  const app = await createProduct({ settings, clientFolder, database, draining, ...(metrics && { metrics }) });
  if (metrics !== undefined && METRICS_PORT !== undefined)
    await listenFrom(metricsServer(metrics), settings.HOST, METRICS_PORT, false, 'METRICS_PORT');
  // A port that somebody has named is that one, or none.
  const port = await listenFrom(app, settings.HOST, settings.PORT, (process.env['PORT'] ?? '') === '');
  const address =
    settings.PUBLIC_URL ?? `http://${settings.HOST === '127.0.0.1' ? 'localhost' : settings.HOST}:${port}`;
  // Another process can't open the folder, so this one runs its commands.
  const administration =
    database === null || settings.DATABASE_URL !== undefined
      ? null
      : await (
          await import('./administration/socket.ts')
        )
          .serveAdministration(settings.DATA_FOLDER, {
            database,
            settings,
            origin: address,
            // Like what people do, without whom it is about.
            log: (command) => app.log.warn({ event: 'command', command }, 'security'),
          })
          .catch((error: unknown) => say(settings, 'the server takes no commands while it runs', error));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const { PUBLIC_URL, TRUST_PROXY } = settings;
  if (PUBLIC_URL?.startsWith('https:') === true && TRUST_PROXY === 0) say(settings, NO_PROXY, null);
  process.stdout.write(
    `\n  Diptych is at ${address}\n  ${storageOf(settings)} Started in ${seconds} s.\n${hintOf(settings)}\n`,
  );

  let isClosing = false;
  const close = async (): Promise<void> => {
    if (isClosing) return;
    isClosing = true;
    // Requests under way are completed; those that take longer are cut off.
    setTimeout(() => process.exit(1), settings.SHUTDOWN_SECONDS * 1000).unref();
    await app.close();
    await administration?.close();
    await database?.close();
    process.exit(0);
  };
  process.on('SIGINT', () => void close());
  process.on('SIGTERM', () => {
    // A second signal waits no longer.
    if (draining.isOn) return void close();
    draining.isOn = true;
    setTimeout(() => void close(), settings.DRAIN_SECONDS * 1000);
  });
}

/** Returns the hint that PUBLIC_URL is missing, where other computers can reach the server. */
function hintOf({ CLOUD, HOST, PUBLIC_URL }: ServerSettings): string {
  const isLocal = HOST === 'localhost' || HOST === '::1' || HOST.startsWith('127.');
  return CLOUD === 'off' || isLocal || PUBLIC_URL !== undefined
    ? ''
    : '  From other computers nobody can sign in before PUBLIC_URL says what people type.\n';
}

function storageOf({ CLOUD, DATABASE_URL, DATA_FOLDER, OIDC_ISSUER }: ServerSettings): string {
  if (CLOUD === 'off') return 'There is no cloud.';
  const where = DATABASE_URL === undefined ? `in the folder ${DATA_FOLDER}` : 'in PostgreSQL';
  return `Accounts ${OIDC_ISSUER === undefined ? 'and documents are kept' : `are those of ${OIDC_ISSUER}, documents are kept`} ${where}.`;
}

/** Runs a command instead of a server. */
async function administer(line: readonly string[]): Promise<void> {
  // Whoever reads the output may have enough of it.
  process.stdout.on('error', () => process.exit(1));
  const { runProgram } = await import('./administration/program.ts');
  await runProgram(line, process.env);
}

const line = process.argv.slice(2);
(line.length === 0 ? start() : administer(line)).then(
  () => {
    // Once all that was written has been taken.
    if (line.length > 0) process.stdout.write('', () => process.exit(0));
  },
  (error: unknown) => {
    process.stderr.write(line.length === 0 ? `\n  ${reasonOf(error)}\n\n` : `${reasonOf(error)}\n`);
    process.exit(1);
  },
);
