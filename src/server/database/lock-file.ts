// One process has the folder of an embedded database: a file in it names that process, and its time is renewed twice a second.
// A lock is taken over only from a process that is dead: one of this computer that is not there any more, or one of another
// (a container that shares the folder) whose file was not renewed for ten seconds under our eyes.

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { link, mkdir, readFile, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const BEAT_MS = 500;
const WATCH_MS = 100;
/** Without a beat for so long, a process that can't be looked at counts as dead. */
const DEAD_MS = 10_000;
/** Taking over takes a moment; a folder for it that is older was left by a process that died in it. */
const TAKEOVER_MS = 5000;

interface Holder {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  /** The start of the computer: process numbers begin anew with it. */
  readonly boot: string | null;
  /** When the process began, as the system counts; another process may have its number later. */
  readonly started: string | null;
}

/** A lock that this process holds. */
export interface FileLock {
  release(): Promise<void>;
}

/** Somebody else has the folder. The message says who. */
export class FolderInUse extends Error {
  constructor(folder: string, { pid, host }: Holder) {
    super(
      `The data folder ${folder} is in use by process ${pid} on ${host}. An embedded database serves one process: ` +
        'stop that one, name another folder in DATA_FOLDER, or give all of them a PostgreSQL in DATABASE_URL.',
    );
  }
}

/**
 * Takes the lock of a folder, which has to exist.
 * @param onLost told when the file is not ours any more: somebody has deleted it
 * @throws FolderInUse
 */
export async function lockFolder(folder: string, onLost: () => void): Promise<FileLock> {
  const path = join(folder, 'lock.json');
  const self: Holder = {
    id: randomUUID(),
    pid: process.pid,
    host: hostname(),
    boot: bootOf(),
    started: startOf(process.pid),
  };
  for (;;) {
    if (await create(path, self)) return hold(path, self, onLost);
    const holder = await read(path);
    if (holder === null) continue;
    if (await isAlive(path, holder)) throw new FolderInUse(folder, holder);
    await takeOver(path, holder);
  }
}

function hold(path: string, self: Holder, onLost: () => void): FileLock {
  const timer = setInterval(() => {
    void read(path).then((holder) => {
      if (holder?.id !== self.id) return onLost();
      const now = new Date();
      return utimes(path, now, now).catch(() => undefined);
    });
  }, BEAT_MS);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      if ((await read(path))?.id === self.id) await rm(path, { force: true });
    },
  };
}

async function create(path: string, self: Holder): Promise<boolean> {
  // Under its name the file is whole from the first moment.
  const draft = `${path}.${self.id}`;
  await writeFile(draft, JSON.stringify(self));
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Who holds it; `null` where nobody does. */
async function read(path: string): Promise<Holder | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return { id: '', pid: 0, host: '', boot: null, started: null };
  }
}

async function isAlive(path: string, holder: Holder): Promise<boolean> {
  if (holder.host === hostname() && holder.pid > 0) {
    if (holder.boot !== bootOf()) return false;
    try {
      process.kill(holder.pid, 0);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    }
    return holder.started === startOf(holder.pid);
  }
  const first = await beatOf(path);
  for (let watched = 0; watched < DEAD_MS; watched += WATCH_MS) {
    await wait(WATCH_MS);
    const beat = await beatOf(path);
    if (beat === null) return false;
    if (beat !== first) return true;
  }
  return false;
}

/** Removes the lock of a dead process; one at a time, so that nobody removes the lock of the one who came first. */
async function takeOver(path: string, dead: Holder): Promise<void> {
  const turn = `${path}.takeover`;
  const isMine = await mkdir(turn).then(
    () => true,
    () => false,
  );
  if (!isMine) {
    const age = await stat(turn).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > TAKEOVER_MS) await rmdir(turn).catch(() => undefined);
    await wait(WATCH_MS);
    return;
  }
  try {
    if ((await read(path))?.id === dead.id) await rm(path, { force: true });
  } finally {
    await rmdir(turn).catch(() => undefined);
  }
}

async function beatOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
}

function bootOf(): string | null {
  const path = '/proc/sys/kernel/random/boot_id';
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

/** When a process began, in ticks since the start of the system; `null` where the system does not tell. */
function startOf(pid: number): string | null {
  try {
    // The name, in brackets, may hold anything; the fields after it are numbers.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return fields?.[19] ?? null;
  } catch {
    return null;
  }
}
