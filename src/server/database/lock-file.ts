// Gives the folder of an embedded database to one process. A file in the folder names that process, which renews the file's
// time twice a second. A lock is taken over only from a dead process: one of this computer's process numbers that no longer
// exists, or one that can't be inspected (on another computer, in another container) whose file was not renewed during ten
// seconds of watching.

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { link, mkdir, readFile, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const BEAT_MS = 500;
const WATCH_MS = 100;
/** Without a renewal for this long, a process that can't be inspected counts as dead. */
const DEAD_MS = 10_000;
/** A takeover is brief: a takeover folder older than this was left by a process that died. */
const TAKEOVER_MS = 5000;

interface Holder {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  /** Boot id of the computer: process numbers start again with it. */
  readonly boot: string | null;
  /** Start time of the process in the system's ticks. Another process may get the same number later. */
  readonly started: string | null;
  /** The space that the process number belongs to: each container counts from 1. */
  readonly space?: string | null;
}

/** A lock that this process holds. */
export interface FileLock {
  release(): Promise<void>;
}

/** Another process has the folder. The message names it. */
export class FolderInUse extends Error {
  constructor(folder: string, { pid, host }: Holder) {
    super(
      `The data folder ${folder} is in use by process ${pid} on ${host}. An embedded database serves one process: ` +
        'stop that one, name another folder in DATA_FOLDER, or give all of them a PostgreSQL in DATABASE_URL.',
    );
  }
}

/**
 * Locks a folder, which has to exist.
 * @param onLost called when the lock file is no longer this process's, because it was deleted
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
    space: spaceOf(),
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
  // The link makes the file appear with its whole content.
  const draft = `${path}.${self.id}`;
  await writeFile(draft, JSON.stringify(self), { mode: 0o600 });
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

/** Returns the holder; `null` when there is no lock. */
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
  if (isInspectable(holder)) {
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

/** Whether the holder's number is one of this process's own space. A name of a host says nothing: containers may share one. */
function isInspectable({ pid, host, boot, space = null }: Holder): boolean {
  if (pid <= 0 || boot !== bootOf() || space !== spaceOf()) return false;
  // Systems that report neither have no containers of their own.
  return (boot !== null && space !== null) || host === hostname();
}

/** Removes the lock of a dead process. One process at a time, so that none removes the lock that another has just taken. */
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

function spaceOf(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

/** Returns when a process started, in ticks since the start of the system; `null` where the system does not report it. */
function startOf(pid: number): string | null {
  try {
    // The process name, in brackets, may hold any character; the fields after it are numbers.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return fields?.[19] ?? null;
  } catch {
    return null;
  }
}
