// Files that are changed: never half of one. What is new is written beside the file and renamed over it, so that a reader and a
// crash see the old file or the new one. One that has changed since it was read is left alone. Two calls take turns (file-lock.ts).

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants, type Stats } from 'node:fs';
import { access, link, open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CodedError } from '../shared/errors.ts';
import { asUnreadable, asUnwritable, codeOf } from './file-errors.ts';
import { temporaryName, type EditLock } from './file-lock.ts';

/** Times of files are as coarse as this: one that is younger is compared by its bytes, too. */
const COARSE_MS = 2000;
/** How often a file is read again that somebody writes meanwhile. */
const MAX_READS = 5;
/** A pipe is opened without a wait for its other end, and refused. Flags that Windows has not count as 0. */
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NONBLOCK, O_NOFOLLOW, O_NOCTTY, W_OK } = constants;

/** A file as it was read. */
export interface FileVersion {
  /** Where it is, behind symbolic links. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly stats: Stats;
  /** When it was read. In milliseconds of the clock. */
  readonly readAtMs: number;
}

/** Reads a file, and nothing else: no pipe, device or folder. @throws CodedError `unreadable` */
export async function readVersion(name: string): Promise<FileVersion> {
  try {
    return await readPlace(await realpath(name), name);
  } catch (error) {
    throw asUnreadable(error, name);
  }
}

/** Reads a file whose path has no symbolic links. `name`: what an error calls it. @throws CodedError `unreadable` */
export async function readPlace(path: string, name: string): Promise<FileVersion> {
  try {
    // Opening a device alone may do something.
    checkKind(await stat(path), name);
    for (let left = MAX_READS; left > 0; left -= 1) {
      const readAtMs = Date.now();
      const handle = await open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY);
      try {
        const stats = await handle.stat();
        checkKind(stats, name);
        const bytes = await handle.readFile();
        if (isSame(stats, await handle.stat())) return { path, bytes, stats, readAtMs };
      } finally {
        await handle.close();
      }
    }
  } catch (error) {
    throw asUnreadable(error, name);
  }
  throw new CodedError('unreadable', `${name} can’t be read: another program keeps writing to it.`);
}

/** Refuses what is there and no file, with its kind. @throws CodedError `unreadable` */
export async function checkIsFile(path: string, name: string): Promise<void> {
  const stats = await stat(path).catch(() => null);
  if (stats !== null) checkKind(stats, name);
}

function checkKind(stats: Stats, name: string): void {
  if (stats.isFile()) return;
  const kind = stats.isDirectory()
    ? 'a folder'
    : stats.isFIFO()
      ? 'a pipe'
      : stats.isSocket()
        ? 'a socket'
        : 'a device';
  throw new CodedError('unreadable', `${name} is ${kind}, not a file.`);
}

/** Whether a file is the same, and was not written to between two looks. */
export function isSame(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.dev === other.dev && one.size === other.size && one.mtimeMs === other.mtimeMs;
}

/** A file that may be replaced while it is as somebody has read it. */
export interface KnownFile {
  /** Where it is, behind symbolic links. */
  readonly path: string;
  /** @throws CodedError `conflict` where it has changed */
  check(): Promise<void>;
}

/** What a file is to hold. */
export interface NewContent {
  readonly size: number;
  /** In one piece, or as they come. */
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
}

/** Replaces a file that was read, as `replaceKnown` does. */
export async function replaceFile(
  version: FileVersion,
  bytes: Uint8Array,
  force: boolean,
  lock?: EditLock,
): Promise<void> {
  const { path } = version;
  const check = async (): Promise<void> => checkUnchanged(version, await stat(path));
  await replaceKnown({ path, check }, { size: bytes.length, bytes }, force, lock);
}

/**
 * Replaces a file. Mode, owner, group, access list and extended attributes stay. `force`: also where a rename loses some of these
 * or the file's other names, or the file is read-only.
 * @throws CodedError `conflict`, `refused`, `storage`
 */
export async function replaceKnown(
  known: KnownFile,
  content: NewContent,
  force: boolean,
  lock?: EditLock,
): Promise<void> {
  const { path } = known;
  const now = await stat(path).catch((error: unknown) => {
    throw asUnreadable(error, path);
  });
  await known.check();
  const refuse = (why: string): void => {
    if (!force) throw new CodedError('refused', `${path} ${why}. Use --force to write it all the same.`);
  };
  if (now.nlink > 1) refuse('has other names (hard links), which would keep the old contents');
  // The superuser may write any file; the bits say whether somebody wants it to be written.
  const mayWrite = (now.mode & 0o222) !== 0 && (await access(path, W_OK).then(yes, no));
  if (!mayWrite) refuse('is read-only');
  const beside = temporaryName(path, lock?.token ?? randomUUID());
  const write = async (): Promise<void> => {
    try {
      await writeLike(path, now, beside, content, refuse);
      lock?.check();
      await known.check();
      await rename(beside, path);
    } catch (error) {
      await rm(beside, { force: true });
      throw asUnwritable(error, path);
    }
  };
  await (lock === undefined ? write() : lock.write(write));
  await syncFolder(dirname(path));
}

/**
 * Makes a file where there is none. `mode`: its rights, such as those of the one that was there; if not given, those of new files.
 * @throws CodedError `conflict` where there is one, `storage`
 */
export async function makeFile(path: string, content: NewContent, mode?: number): Promise<void> {
  const beside = temporaryName(path, randomUUID());
  try {
    const handle = await open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode === undefined ? 0o666 : 0o600);
    try {
      await writeContent(handle, content);
      await checkSize(handle, content);
      if (mode !== undefined) await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Unlike a rename, this replaces nothing.
    await link(beside, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new CodedError('conflict', `${path} is there again. Nothing was written.`);
    throw asUnwritable(error, path);
  } finally {
    await rm(beside, { force: true });
  }
  await syncFolder(dirname(path));
}

/** Writes a new file that has what is said of another one, besides its contents. */
async function writeLike(
  path: string,
  stats: Stats,
  beside: string,
  content: NewContent,
  refuse: (why: string) => void,
): Promise<void> {
  // Readable for its owner alone until it has its group and mode.
  const handle = await open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    await writeContent(handle, content);
    const isOwned = await keepOwner(handle, stats, refuse);
    if (!(await keepAttributes(path, handle)))
      refuse('has an access list or extended attributes that the new file can’t have');
    // No program runs with the rights of somebody who has not made it.
    await handle.chmod(stats.mode & (isOwned ? 0o7777 : 0o777));
    await checkSize(handle, content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeContent(handle: FileHandle, { bytes }: NewContent): Promise<void> {
  for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) await handle.writeFile(piece);
}

/** Called last: what comes in pieces may have been cut off, and the `cp` for the attributes may have emptied the file. */
async function checkSize(handle: FileHandle, { size: expected }: NewContent): Promise<void> {
  const { size } = await handle.stat();
  if (size !== expected) throw new RangeError(`${size} bytes were written, expected ${expected}`);
}

const yes = (): boolean => true;
const no = (): boolean => false;

/** @throws CodedError `conflict` */
async function checkUnchanged({ path, stats, bytes, readAtMs }: FileVersion, now: Stats): Promise<void> {
  const isYoung = now.mtimeMs > readAtMs - COARSE_MS;
  if (isSame(stats, now) && (!isYoung || Buffer.compare((await readPlace(path, path)).bytes, bytes) === 0)) return;
  throw new CodedError('conflict', `${path} has been changed by another program. Nothing was written; try again.`);
}

/** Gives a new file the owner and the group of the old one, as far as the system lets this user. True if it has both. */
async function keepOwner(handle: FileHandle, { uid, gid }: Stats, refuse: (why: string) => void): Promise<boolean> {
  const made = await handle.stat();
  if (made.uid !== uid && !(await handle.chown(uid, made.gid).then(yes, no)))
    refuse('belongs to another user, whom it would lose');
  const { uid: owner } = await handle.stat();
  if (made.gid !== gid && !(await handle.chown(owner, gid).then(yes, no)))
    refuse('belongs to a group that you can’t give to a file, and would lose it');
  const kept = await handle.stat();
  return kept.uid === uid && kept.gid === gid;
}

/** What GNU's `cp` says of an attribute that it can't set. What another `cp` says, of its options, tells nothing of the file. */
const LOST = /setting attribute|preserving|not supported|not permitted|permission denied/i;

/** Copies access list and extended attributes, which Node has no calls for. False if some are lost, true if that is not known. */
async function keepAttributes(from: string, { fd }: FileHandle): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  // By its descriptor: by its name, it would be made again where it was removed when this call was killed.
  const child = spawn('cp', ['--attributes-only', '--preserve=mode,xattr', '--', from, '/dev/fd/3'], {
    stdio: ['ignore', 'ignore', 'pipe', fd],
    env: { ...process.env, LC_ALL: 'C' },
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0 || !LOST.test(said);
  } catch {
    return true;
  }
}

/** Makes the new name last through a power failure, where the system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, O_RDONLY).catch(() => null);
  try {
    await handle?.sync();
  } catch {
    // Windows, and some network disks.
  } finally {
    await handle?.close();
  }
}
