// Files that are changed: never half of one. What is new is written beside the file and renamed over it, so that a reader and a
// crash see the old file or the new one. One that has changed since it was read is left alone, and two programs wait for each other.

import { constants, type Stats } from 'node:fs';
import { open, realpath, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CodedError } from '../shared/errors.ts';

/** The lock of a program that is alive is touched this often, and is taken for abandoned after `STALE_MS`. */
const HEARTBEAT_MS = 1000;
const STALE_MS = 10_000;
/** Longest wait for another program. */
const MAX_WAIT_MS = 30_000;
const POLL_MS = 25;

/** A file as it was read. */
export interface FileVersion {
  /** Where it is, behind symbolic links. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly stats: Stats;
}

/** Reads a file. @throws CodedError `unreadable` */
export async function readVersion(name: string): Promise<FileVersion> {
  try {
    const path = await realpath(name);
    const handle = await open(path, constants.O_RDONLY);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw new CodedError('unreadable', `${name} is not a file.`);
      const bytes = await handle.readFile();
      return { path, bytes, stats };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw asUnreadable(error, name);
  }
}

/** Replaces a file that was read. `force`: also where a rename loses its owner or its other names. @throws CodedError `conflict`, `refused` */
export async function replaceFile({ path, stats }: FileVersion, bytes: Uint8Array, force: boolean): Promise<void> {
  const now = await stat(path).catch((error: unknown) => {
    throw asUnreadable(error, path);
  });
  if (now.ino !== stats.ino || now.size !== stats.size || now.mtimeMs !== stats.mtimeMs)
    throw new CodedError('conflict', `${path} has been changed by another program. Nothing was written; try again.`);
  if (!force && now.nlink > 1)
    throw new CodedError(
      'refused',
      `${path} has other names (hard links), which would keep the old contents. Use --force to write it all the same.`,
    );
  if (!force && process.getuid !== undefined && now.uid !== process.getuid())
    throw new CodedError(
      'refused',
      `${path} belongs to another user, whom it would lose. Use --force to write it all the same.`,
    );
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.diptych`);
  const handle = await open(beside, 'w', now.mode & 0o777).catch((error: unknown) => {
    throw asUnwritable(error, path);
  });
  try {
    try {
      await handle.chmod(now.mode & 0o7777);
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw asUnwritable(error, path);
  }
}

/** Runs work on a file while no other call of the program changes it. @throws CodedError `refused` if another one does not end */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const path = await realpath(name).catch((error: unknown) => {
    throw asUnreadable(error, name);
  });
  const lock = join(dirname(path), `.${basename(path)}.diptych-lock`);
  await takeLock(lock, path);
  const beat = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => undefined), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(lock, { force: true });
  }
}

async function takeLock(lock: string, path: string): Promise<void> {
  for (const start = Date.now(); ;) {
    try {
      const handle = await open(lock, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw asUnwritable(error, path);
    }
    const held = await stat(lock).catch(() => null);
    // Its program was killed.
    if (held !== null && Date.now() - held.mtimeMs > STALE_MS) await rm(lock, { force: true });
    else if (Date.now() - start > MAX_WAIT_MS)
      throw new CodedError('refused', `${path} is being changed by another program, which has not ended.`);
    else await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be used by you',
  EPERM: 'it may not be used by you',
  EISDIR: 'it is a folder',
  ENOSPC: 'there is no room on the disk',
  EROFS: 'the disk is read-only',
  ELOOP: 'its symbolic links lead in a circle',
};

function asUnreadable(error: unknown, name: string): CodedError {
  if (error instanceof CodedError) return error;
  return new CodedError('unreadable', `${name} can’t be read: ${REASONS[codeOf(error)] ?? messageOf(error)}.`);
}

function asUnwritable(error: unknown, name: string): CodedError {
  if (error instanceof CodedError) return error;
  return new CodedError('storage', `${name} can’t be written: ${REASONS[codeOf(error)] ?? messageOf(error)}.`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
