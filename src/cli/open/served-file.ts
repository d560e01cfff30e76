// A file that the page may read and write through the server of `diptych open`: only one that was named when the program was called.
// Nothing of it stays in memory, however large it is.
//
//   look ──▶ mark ──▶ read, write: refused where the file has another mark by now

import { LOG_NAME } from '../../shared/document/file-types.ts';
import { constants, type BigIntStats } from 'node:fs';
import { open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CodedError } from '../../shared/errors.ts';
import { withLock } from '../file-lock.ts';
import { asUnreadable, codeOf } from '../file-errors.ts';
import { makeFile, replaceKnown, type NewContent } from '../files.ts';

const { O_RDONLY, O_NONBLOCK, O_NOCTTY } = constants;
const MODE_BITS = 0o777n;
/** More links one behind the other lead in a circle. */
const MAX_LINKS = 40;

/** Two writes within this time may have the same time in the file system, in milliseconds: the tick of its clock, and some more. */
const COARSE_MS = 20;
const MAX_LOOKS = 10;
const NS_PER_MS = 1e6;

/** How a file was when it was looked at. */
export interface FileLook {
  /** Differs once the file was written, replaced, or given other rights. */
  readonly mark: string;
  readonly size: number;
  /** When it was written or replaced, in milliseconds since the epoch: unlike the time of the last write, no program can set it back. */
  readonly changedMs: number;
}

/** A part of a file that is open for reading. */
export interface OpenPart {
  readonly look: FileLook;
  readonly handle: FileHandle;
  /** @throws CodedError `conflict` where the file has changed since `look`; a log may have grown */
  check(): Promise<void>;
}

/** One file. */
export class ServedFile {
  /** Rights of the file when it was looked at last: one that has gone is made again with them. */
  private mode: number | undefined;

  /**
   * `path` is absolute. `force`: it is also written where the command line asks for `--force`. `refusal`: why it is not written.
   * `follows`: whether links may lead to it; if not, the path has none, and it is no longer used once it has.
   */
  constructor(
    readonly path: string,
    private readonly force = false,
    private readonly refusal: string | null = null,
    private readonly follows = true,
  ) {}

  get name(): string {
    return basename(this.path);
  }

  /** @throws CodedError `missing`, `unreadable` */
  async look(): Promise<FileLook> {
    for (let left = MAX_LOOKS; ; left -= 1) {
      const look = await this.lookNow();
      const ageMs = Date.now() - Math.floor(look.changedMs);
      // A write that comes right after another one has the same time.
      if (ageMs < 0 || ageMs > COARSE_MS || left === 0) return look;
      await new Promise((done) => setTimeout(done, COARSE_MS));
    }
  }

  /** Opens the file as it was seen, or a log that has only grown since: it may never stand still. To be closed. @throws CodedError `missing`, `unreadable`; `conflict` where it has changed */
  async open(mark: string | null): Promise<OpenPart> {
    const handle = await open(this.path, O_RDONLY | O_NONBLOCK | O_NOCTTY).catch((error: unknown) => this.fail(error));
    try {
      await this.checkPlace(handle);
      const look = this.lookOf(await handle.stat({ bigint: true }));
      const mayBe = (now: string, seen: string): boolean =>
        now === seen || (LOG_NAME.test(this.name) && hasGrown(seen, now));
      if (mark !== null && !mayBe(look.mark, mark)) throw this.changed();
      const check = async (): Promise<void> => {
        if (!mayBe(this.lookOf(await handle.stat({ bigint: true })).mark, look.mark)) throw this.changed();
      };
      return { look, handle, check };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /**
   * Replaces the file as it was seen; with `null`, makes one that was seen to be gone.
   * @throws CodedError `conflict` where it has changed, `refused`, `storage`, `unreadable`
   */
  async write(mark: string | null, content: NewContent): Promise<FileLook> {
    if (this.refusal !== null) throw new CodedError('refused', this.refusal);
    if (mark === null) {
      await makeFile(await this.end(), content, this.mode);
      return this.look();
    }
    const check = async (): Promise<void> => {
      if ((await this.lookNow()).mark !== mark) throw this.changed();
    };
    await check();
    await withLock(this.path, async (lock) => {
      const path = await realpath(this.path).catch((error: unknown) => this.fail(error));
      await replaceKnown({ path, check }, content, this.force, lock);
    });
    return this.look();
  }

  private async lookNow(): Promise<FileLook> {
    await this.checkPlace();
    return this.lookOf(await stat(this.path, { bigint: true }).catch((error: unknown) => this.fail(error)));
  }

  private lookOf(stats: BigIntStats): FileLook {
    if (!stats.isFile()) throw new CodedError('unreadable', `${this.name} is no file any more.`);
    const { dev, ino, size, mode, mtimeNs, ctimeNs } = stats;
    this.mode = Number(mode & MODE_BITS);
    return {
      mark: [dev, ino, size, mtimeNs, ctimeNs].join('-'),
      size: Number(size),
      changedMs: Number(ctimeNs) / NS_PER_MS,
    };
  }

  /** @throws CodedError `unreadable` where somebody has put a link into the path, or led there what was opened */
  private async checkPlace(opened?: FileHandle): Promise<void> {
    if (this.follows) return;
    // Where the system tells it, the place of what was opened: the path may lead elsewhere again by now.
    const place = opened !== undefined && process.platform === 'linux' ? `/proc/self/fd/${opened.fd}` : null;
    const real = await (place === null ? realpath(this.path) : readlink(place)).catch((error: unknown) =>
      this.fail(error),
    );
    if (real !== this.path && real !== `${this.path} (deleted)`)
      throw new CodedError('unreadable', `${this.name} is behind a link now, which is not followed.`);
  }

  /** Where a file is made that has gone: at the end of the links that led to it. @throws CodedError */
  private async end(): Promise<string> {
    let path = this.path;
    for (let left = MAX_LINKS; left > 0; left -= 1) {
      const folder = await realpath(dirname(path)).catch((error: unknown) => this.fail(error));
      path = join(folder, basename(path));
      if (!this.follows && path !== this.path) break;
      const next = await readlink(path).catch(() => null);
      if (next === null) return path;
      path = resolve(folder, next);
    }
    throw new CodedError('unreadable', `${this.name} is behind links that are not followed.`);
  }

  private changed(): CodedError {
    return new CodedError('conflict', `${this.name} has been changed by another program. Nothing was written.`);
  }

  private fail(error: unknown): never {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR')
      throw new CodedError('missing', `${this.name} is not there any more.`);
    throw asUnreadable(error, this.name);
  }
}

/** Whether a file is the same and longer, as two marks tell. */
function hasGrown(before: string, now: string): boolean {
  const [one, other] = [before, now].map((mark) => mark.split('-'));
  if (one === undefined || other === undefined) return false;
  return one[0] === other[0] && one[1] === other[1] && BigInt(other[2] ?? 0) > BigInt(one[2] ?? 0);
}
