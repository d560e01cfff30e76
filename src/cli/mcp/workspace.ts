// The files that a client may use: those below the folders that were named when the server was started, wherever links lead. The
// document that was used last stays in memory, so that the next question about it is answered at once.

import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import system, { isAbsolute, resolve, type PlatformPath } from 'node:path';
import { CodedError } from '../../shared/errors.ts';
import { load, type Loaded } from '../documents.ts';
import { asUnreadable, codeOf } from '../file-errors.ts';
import { isSame, readPlace, type FileVersion } from '../files.ts';
import { LIMITS } from '../limits.ts';

/** A document and the file that it was read from. */
export interface OpenFileDocument extends Loaded {
  readonly version: FileVersion;
}

/** A folder that may be used. */
export interface Root {
  /** As it was named, without links resolved. */
  readonly named: string;
  readonly path: string;
}

/** Links that a path may lead through. */
const MAX_LINKS = 40;

export class Workspace {
  private readonly kept = new Map<string, OpenFileDocument>();

  constructor(private readonly roots: readonly Root[]) {}

  /** Looks the folders up. @throws CodedError `unreadable` for one that is not there */
  static async open(named: readonly string[]): Promise<readonly Root[]> {
    return Promise.all(
      named.map(async (root) => {
        const path = await realpath(root).catch(() => null);
        if (path === null) throw new CodedError('unreadable', `${root} can’t be read: there is no such folder.`);
        return { named: root, path };
      }),
    );
  }

  /**
   * The file's place behind links. Nothing outside of the roots is looked at, so that no answer and no time tells what is there:
   * links are followed here, one after the other, and not by the system.
   * @throws CodedError `refused` outside of the roots, `unreadable`
   */
  async place(name: string): Promise<string> {
    const [first] = this.roots;
    if (name.includes('\0')) throw new CodedError('unreadable', 'A name can’t have a null character.');
    let wanted = isAbsolute(name) ? resolve(name) : resolve(first?.path ?? '.', name);
    for (let left = MAX_LINKS; left > 0; left -= 1) {
      const root = this.rootOf(wanted);
      if (root === null) throw new CodedError('refused', `${name} is outside of the folders that may be used.`);
      const next = await this.followFirstLink(root, name);
      if (next === null) return resolve(root.path, root.rest);
      wanted = next;
    }
    throw asUnreadable({ code: 'ELOOP' }, name);
  }

  /** Reads a document, or returns the one in memory if its file is the same. @throws CodedError `refused`, `unreadable` */
  async read(name: string): Promise<OpenFileDocument> {
    const path = await this.place(name);
    const known = this.kept.get(path);
    this.kept.delete(path);
    const now = await stat(path).catch((error: unknown) => {
      throw asUnreadable(error, name);
    });
    const made = known !== undefined && isSame(known.version.stats, now) ? known : await this.load(path, name);
    this.kept.set(path, made);
    for (const oldest of this.kept.keys()) if (this.kept.size > LIMITS.keptDocuments) this.kept.delete(oldest);
    return made;
  }

  /** Reads a file that is then the caller's own. @throws CodedError `refused`, `unreadable` */
  async readOwn(name: string): Promise<OpenFileDocument> {
    return this.load(await this.place(name), name);
  }

  private async load(path: string, name: string): Promise<OpenFileDocument> {
    const version = await readPlace(path, name);
    return { ...load(version.bytes, name), version };
  }

  /** The root that a path is in, and the way from there. */
  private rootOf(path: string): { readonly path: string; readonly rest: string } | null {
    for (const { named, path: real } of this.roots)
      for (const root of [real, named])
        if (isInside(root, path)) return { path: real, rest: system.relative(root, path) };
    return null;
  }

  /** Where the first link on the way leads; `null` if there is none. @throws CodedError `unreadable` for what is not there */
  private async followFirstLink(
    root: { readonly path: string; readonly rest: string },
    name: string,
  ): Promise<string | null> {
    const parts = root.rest.split(system.sep).filter((part) => part !== '');
    let at = root.path;
    for (const [index, part] of parts.entries()) {
      const next = resolve(at, part);
      try {
        const link = (await lstat(next)).isSymbolicLink() ? await readlink(next) : null;
        if (link !== null) return resolve(at, link, ...parts.slice(index + 1));
      } catch (error) {
        if (codeOf(error) !== 'EINVAL') throw asUnreadable(error, name);
      }
      at = next;
    }
    return null;
  }
}

/** Whether a path is a folder or something in it, by the rules of a system: those of this one by default. */
export function isInside(root: string, path: string, paths: PlatformPath = system): boolean {
  const way = paths.relative(root, path);
  return way === '' || (!way.startsWith(`..${paths.sep}`) && way !== '..' && !paths.isAbsolute(way));
}
