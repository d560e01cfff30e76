// The entry of the server. Its settings come from the environment: settings.ts defines them, docs/deploy.md explains them.

import { join } from 'node:path';
import { openFolder, openPostgres, type Database } from './database/database.ts';
import { listenFrom } from './listen.ts';
import { createProduct } from './product.ts';
import { readSettings, type Settings } from './settings.ts';

async function openDatabase({
  CLOUD,
  DATABASE_URL,
  DATABASE_CONNECTIONS,
  DATA_FOLDER,
}: Settings): Promise<Database | null> {
  if (CLOUD === 'off') return null;
  if (DATABASE_URL !== undefined) return openPostgres(DATABASE_URL, DATABASE_CONNECTIONS);
  return openFolder(DATA_FOLDER, () => {
    process.stderr.write(
      `The lock of ${DATA_FOLDER} was taken away: this server ends, so that no other writes beside it.\n`,
    );
    process.exit(1);
  });
}

async function start(): Promise<void> {
  const begun = performance.now();
  const settings = readSettings(process.env);
  const database = await openDatabase(settings);
  const app = await createProduct({ settings, clientFolder: join(import.meta.dirname, '../client'), database });
  const port = await listenFrom(app, settings.HOST, settings.PORT);
  const address =
    settings.PUBLIC_URL ?? `http://${settings.HOST === '127.0.0.1' ? 'localhost' : settings.HOST}:${port}`;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
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
    await database?.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close());
}

/** Returns the hint that PUBLIC_URL is missing, where other computers can reach the server. */
function hintOf({ CLOUD, HOST, PUBLIC_URL }: Settings): string {
  const isLocal = HOST === 'localhost' || HOST === '::1' || HOST.startsWith('127.');
  return CLOUD === 'off' || isLocal || PUBLIC_URL !== undefined
    ? ''
    : '  From other computers nobody can sign in before PUBLIC_URL says what people type.\n';
}

function storageOf({ CLOUD, DATABASE_URL, DATA_FOLDER, OIDC_ISSUER }: Settings): string {
  if (CLOUD === 'off') return 'There is no cloud.';
  const where = DATABASE_URL === undefined ? `in the folder ${DATA_FOLDER}` : 'in PostgreSQL';
  return `Accounts ${OIDC_ISSUER === undefined ? 'and documents are kept' : `are those of ${OIDC_ISSUER}, documents are kept`} ${where}.`;
}

start().catch((error: unknown) => {
  process.stderr.write(`\n  ${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exit(1);
});
