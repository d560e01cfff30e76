// An embedded database in a folder, for one process on one machine: locked, readable by its user only, and guarded against a
// full disk, which PGlite does not survive.

import { chmod, mkdir, opendir, readFile, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import type { Database, Faults, Report } from './interface.ts';
import { openEngine } from './embedded.ts';
import { DatabaseAway, DiskFull, failureOf } from './failures.ts';
import { lockFolder } from './lock-file.ts';
import { WatchedPGlite } from './watched-pglite.ts';

/** The version of PostgreSQL whose files this PGlite reads. */
const FORMAT = '18';
const QUERY_MS = 30_000;
/** Time between two tries to get room by using the log's files again. */
const CHECKPOINT_MS = 10_000;

/** Options of an embedded database. */
export interface FolderOptions {
  readonly faults?: Faults;
  readonly report?: Report;
  /** What is left of the disk: below it, nothing grows any more; below half of it, nothing is written. In bytes. */
  readonly reserve?: number;
  /** Returns how much of the disk is free, in bytes. */
  readonly freeBytes?: (folder: string) => Promise<number>;
  /** For tests. */
  readonly queryMs?: number;
}

/** Opens PGlite in a folder, which this process locks. @throws FolderInUse, Error for files of another version */
export async function openFolder(
  folder: string,
  onLost: () => void,
  options: FolderOptions = {},
): Promise<Database & { readonly engine: WatchedPGlite }> {
  const { faults, report = () => undefined, reserve = 0, freeBytes = freeOf, queryMs = QUERY_MS } = options;
  const path = resolve(folder);
  // PGlite asks for files that everyone may read and write.
  if (isMainThread) process.umask(0o077);
  await mkdir(path, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(path, onLost);
  try {
    const files = join(path, 'pglite');
    await makeAllPrivate(path, files, report);
    await checkFormat(files);
    const engine = new WatchedPGlite(files, { queryMs, report });
    await engine.waitReady;
    await makeAllPrivate(path, files, report);
    const database = await openEngine(engine, {
      ...(faults && { faults }),
      checkRoom: roomCheck(path, reserve, freeBytes, engine),
    });
    return {
      ...database,
      engine,
      async close() {
        await database.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function roomCheck(
  folder: string,
  reserve: number,
  freeBytes: (folder: string) => Promise<number>,
  engine: WatchedPGlite,
): (need: 'growth' | 'any') => Promise<void> {
  let triedAt = -Infinity;
  return async (need) => {
    const least = need === 'growth' ? reserve : reserve / 2;
    if ((await freeBytes(folder)) >= least) return;
    if (performance.now() - triedAt > CHECKPOINT_MS) {
      triedAt = performance.now();
      await engine.query('checkpoint', []).catch((error: unknown) => {
        if (failureOf(error) === 'away') throw new DatabaseAway('the database does not answer', { cause: error });
      });
      if ((await freeBytes(folder)) >= least) return;
    }
    throw new DiskFull(`there is less than ${least} bytes of room in ${folder}`);
  };
}

async function freeOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Takes the rights of other users of the machine from the data folder and the files of the database. */
async function makeAllPrivate(folder: string, files: string, report: Report): Promise<void> {
  try {
    await chmod(folder, 0o700);
    await makePrivate(files);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    if (!isCode(error, 'EPERM')) throw error;
    // A mounted volume may belong to another user and be given to this one by its group.
    report(`the data folder ${folder} belongs to another user: its rights stay as they are`, error);
  }
}

async function makePrivate(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makePrivate(path);
    else if (entry.isFile()) await chmod(path, 0o600).catch(ignoreMissing);
  }
}

/** The engine's files come and go. */
function ignoreMissing(error: unknown): void {
  if (!isCode(error, 'ENOENT')) throw error;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function checkFormat(files: string): Promise<void> {
  const found = await readFile(join(files, 'PG_VERSION'), 'utf8').catch(() => null);
  if (found === null || found.trim() === FORMAT) return;
  throw new Error(
    `The database in ${files} was written by version ${found.trim()} of PostgreSQL, and this server reads version ${FORMAT}. ` +
      'Dump it with the server that wrote it and load it here: docs/deploy.md, "Upgrades", says how.',
  );
}
