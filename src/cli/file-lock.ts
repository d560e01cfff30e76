// Locks of files that are changed. Two calls of the program on one file take turns, and each sees what the other has written.
//
// A lock lies beside the file and names its owner (lock-owner.ts). While that process lives, however long an edit keeps its event loop
// busy, others wait; once it is dead, the lock goes at once, and with it the owner's temporary file, which is named after its token.
//
// proper-lockfile judges by time alone, and write-file-atomic opens a name that can be guessed, through symbolic links: neither fits.

import { createHash, randomUUID } from 'node:crypto';
import { lutimesSync, rmSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cancelled, CodedError } from '../shared/errors.ts';
import { asUnreadable, asUnwritable, codeOf } from './file-errors.ts';
import { LIMITS } from './limits.ts';
import { isAlive, lockText, makeLock, ownerOf, readLock } from './lock-owner.ts';

/** How often the lock's time is renewed, for calls on other machines. */
const HEARTBEAT_MS = 1000;
/** When the user is told of a wait. */
const TOLD_AFTER_MS = 1000;
const POLL_MS = 20;
/** Bytes of a name that is repeated in the names beside it; a file system has room for 255. */
const MAX_NAME_BYTES = 150;
/** Signals that end the program, and before that remove its locks. Not SIGHUP: a handler would undo `nohup`. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** A lock that this call holds. */
export interface EditLock {
  /** Names the owner's temporary file. */
  readonly token: string;
  /** @throws CodedError `conflict` if somebody has taken it away, `cancelled` if the program is to end */
  check(): void;
  /** Runs the part of the work that makes files. A signal takes effect after it: what is under way might otherwise come after the sweep. */
  write(work: () => Promise<void>): Promise<void>;
}

/** The name of a hidden file beside a file. */
export function nameBeside(path: string, ending: string): string {
  const name = basename(path);
  const short = Buffer.byteLength(name) > MAX_NAME_BYTES ? createHash('sha256').update(name).digest('hex') : name;
  return join(dirname(path), `.${short}.${ending}`);
}

/** The temporary file of an owner. */
export function temporaryName(path: string, token: string): string {
  return nameBeside(path, `${token}.diptych-new`);
}

function toStandardError(line: string): void {
  process.stderr.write(`diptych: ${line}\n`);
}

/**
 * Runs work on a file while no other call of the program changes it. `tell` gets a sentence about a wait, or a lock taken over.
 * @throws CodedError `unreadable`; `refused` if another call does not end
 */
export async function withLock<T>(
  name: string,
  work: (lock: EditLock) => Promise<T>,
  tell: (line: string) => void = toStandardError,
): Promise<T> {
  const path = await realpath(name).catch((error: unknown) => {
    throw asUnreadable(error, name);
  });
  const lock = new HeldLock(path);
  HELD.add(lock);
  const beat = setInterval(() => lock.touch(), HEARTBEAT_MS);
  try {
    await lock.take(tell);
    return await work(lock);
  } finally {
    clearInterval(beat);
    lock.release();
    HELD.delete(lock);
  }
}

class HeldLock implements EditLock {
  readonly token = randomUUID();
  isWriting = false;
  private readonly place: string;
  /** Held for the moment in which a dead lock is removed. */
  private readonly guard: string;
  private readonly text: string;

  constructor(private readonly path: string) {
    this.place = nameBeside(path, 'diptych-lock');
    this.guard = `${this.place}-takeover`;
    this.text = lockText(this.token);
  }

  async take(tell: (line: string) => void): Promise<void> {
    let isTold = false;
    for (const start = Date.now(); ;) {
      try {
        makeLock(this.text, this.place);
        this.sweepGuard();
        return;
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw asUnwritable(error, this.path);
      }
      const seen = readLock(this.place);
      if (seen !== null && !isAlive(seen, this.place) && this.takeOver(seen)) {
        tell(`${this.path}: the lock of a call that was killed was removed.`);
        continue;
      }
      const waited = Date.now() - start;
      const who = ownerOf(seen ?? '')?.pid;
      const other = `another call of diptych${who === undefined ? '' : ` (process ${who})`}`;
      if (waited > LIMITS.lockWaitSeconds * 1000)
        throw new CodedError(
          'refused',
          `${this.path} is being changed by ${other}, which has not ended in ${LIMITS.lockWaitSeconds} s. If there is none, remove ${this.place}.`,
        );
      if (!isTold && waited > TOLD_AFTER_MS) {
        isTold = true;
        tell(`waiting for ${other}, which is changing ${this.path}.`);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS * (1 + Math.random())));
    }
  }

  check(): void {
    if (HELD.isEnding) throw cancelled();
    if (readLock(this.place) !== this.text)
      throw new CodedError('conflict', `The lock of ${this.path} was taken away. Nothing was written; try again.`);
  }

  async write(work: () => Promise<void>): Promise<void> {
    this.isWriting = true;
    try {
      await work();
    } finally {
      this.isWriting = false;
      HELD.goOn();
    }
  }

  touch(): void {
    try {
      if (readLock(this.place) === this.text) lutimesSync(this.place, new Date(), new Date());
    } catch {
      // Without a newer time it is still judged by its process.
    }
  }

  /** Removes the temporary file, and the lock if it is still this one. */
  release(): void {
    rmSync(temporaryName(this.path, this.token), { force: true });
    if (readLock(this.place) === this.text) rmSync(this.place, { force: true });
  }

  /**
   * Removes a dead lock and what its owner has left. Only one call at a time does so, and looks again first: of two that have seen the
   * same dead lock, the slower one would otherwise remove the lock that the faster one has taken.
   */
  private takeOver(seen: string): boolean {
    try {
      makeLock(this.text, this.guard);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw asUnwritable(error, this.path);
      this.sweepGuard();
      return false;
    }
    try {
      if (readLock(this.place) !== seen) return false;
      const token = ownerOf(seen)?.token;
      if (token !== undefined) rmSync(temporaryName(this.path, token), { force: true });
      rmSync(this.place, { force: true });
      return true;
    } finally {
      rmSync(this.guard, { force: true });
    }
  }

  /** Removes what a call has left that was killed while it took a lock over. */
  private sweepGuard(): void {
    const other = readLock(this.guard);
    if (other !== null && !isAlive(other, this.guard)) rmSync(this.guard, { force: true });
  }
}

/** The locks that this process holds. What ends the process removes them and their temporary files. */
class HeldLocks {
  private readonly locks = new Set<HeldLock>();
  /** The signal that has come while something was being written. */
  private signal: NodeJS.Signals | null = null;

  add(lock: HeldLock): void {
    if (this.locks.size === 0) {
      process.on('exit', this.releaseAll);
      for (const signal of SIGNALS) process.on(signal, this.end);
    }
    this.locks.add(lock);
  }

  delete(lock: HeldLock): void {
    this.locks.delete(lock);
    if (this.locks.size > 0) return;
    process.off('exit', this.releaseAll);
    for (const signal of SIGNALS) process.off(signal, this.end);
  }

  private readonly releaseAll = (): void => {
    for (const lock of this.locks) {
      lock.release();
      this.delete(lock);
    }
  };

  get isEnding(): boolean {
    return this.signal !== null;
  }

  /** Ends the program if a signal has come, and nothing is being written any more. */
  goOn(): void {
    if (this.signal !== null && ![...this.locks].some(({ isWriting }) => isWriting)) this.endBy(this.signal);
  }

  /** A second signal does not wait. */
  private readonly end = (signal: NodeJS.Signals): void => {
    // A program that ends in its own way may still ask, or finish what is under way. Its end releases the locks.
    if (process.listenerCount(signal) > 1) return;
    if (this.signal !== null) this.endBy(signal);
    this.signal = signal;
    this.goOn();
  };

  /** Ends as the signal would have ended it. */
  private endBy(signal: NodeJS.Signals): void {
    this.releaseAll();
    process.kill(process.pid, signal);
  }
}

const HELD = new HeldLocks();
