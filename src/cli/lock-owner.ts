// Who holds a lock, and whether they live. A lock is a symbolic link that leads nowhere: its text is the owner's machine, process, when
// that began, and a token. A link is made with its text or not at all, so no call ever sees a lock without an owner.
//
// Of a process of this machine the system is asked; only the lock of another machine, on a shared disk, is judged by its time.

import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from './file-errors.ts';
import { LIMITS } from './limits.ts';

/** The owner of a lock. */
export interface LockOwner {
  readonly machine: string;
  readonly pid: number;
  /** When the process began, as its system counts it; empty where that is not known. A number of a process is used again. */
  readonly began: string;
  readonly token: string;
}

/** Tells machines apart, and starts and containers of one: the numbers of processes mean something only within. */
const MACHINE = createHash('sha256')
  .update([hostname(), textOf('/proc/sys/kernel/random/boot_id'), linkOf('/proc/self/ns/pid')].join('\n'))
  .digest('hex')
  .slice(0, 16);

/** What the system says where it makes no links: some disks have none, and Windows lets only some users make them. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL']);

/** The text of a lock of this process. */
export function lockText(token: string): string {
  return `diptych:${MACHINE}:${process.pid}:${beginOf(process.pid) ?? ''}:${token}`;
}

/** Makes a lock. @throws Error with the code `EEXIST` if there is one */
export function makeLock(text: string, place: string): void {
  try {
    symlinkSync(text, place);
  } catch (error) {
    if (!NO_LINKS.has(codeOf(error))) throw error;
    writeFileSync(place, text, { flag: 'wx' });
  }
}

/** The text of a lock; `null` if there is none, or something else in its place. */
export function readLock(place: string): string | null {
  try {
    return readlinkSync(place);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
  }
  try {
    // Reading a pipe would wait for its other end.
    return lstatSync(place).isFile() ? readFileSync(place, 'utf8') : null;
  } catch {
    return null;
  }
}

/** The owner that a lock names; `null` if it names none. */
export function ownerOf(text: string): LockOwner | null {
  const [, machine, pid, began, token] =
    /^diptych:([0-9a-f]+):(\d+):(\d*):([0-9a-f-]{36})$/.exec(text) ?? ([] as const);
  if (machine === undefined || began === undefined || token === undefined) return null;
  return { machine, pid: Number(pid), began, token };
}

/** Whether the owner of a lock may still be at work. */
export function isAlive(text: string, place: string): boolean {
  const owner = ownerOf(text);
  if (owner?.machine === MACHINE) {
    const began = beginOf(owner.pid);
    return began !== null && (began === '' || owner.began === '' || began === owner.began);
  }
  try {
    return Date.now() - lstatSync(place).mtimeMs < LIMITS.lockStaleSeconds * 1000;
  } catch {
    return false;
  }
}

/** When a process of this machine began, or an empty text where the system does not say; `null` if it does not run. */
function beginOf(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      // "pid (name) state …": the name may contain anything. The 22nd field is when it began.
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ');
      return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? '');
    } catch {
      // Without /proc, or the process has ended.
    }
  }
  try {
    process.kill(pid, 0);
    return '';
  } catch (error) {
    return codeOf(error) === 'ESRCH' ? null : '';
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
