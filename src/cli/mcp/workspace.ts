// The files that a client may use: those below the folders that were named when the server was started, wherever links lead. The
// document that was used last stays in memory, so that the next question about it is answered at once.

import { realpath, stat } from 'node:fs/promises';
import system, { isAbsolute, resolve, type PlatformPath } from 'node:path';
import { CodedError } from '../../shared/errors.ts';
import { load, type Loaded } from '../documents.ts';
import { readVersion, type FileVersion } from '../files.ts';

/** A document and the file that it was read from. */
export interface OpenFileDocument extends Loaded {
  readonly version: FileVersion;
}

/** Documents that stay in memory. */
const MAX_KEPT = 2;

export class Workspace {
  private readonly kept = new Map<string, OpenFileDocument>();

  private constructor(private readonly roots: readonly string[]) {}

  /** @throws CodedError `unreadable` for a root that is not there */
  static async open(roots: readonly string[]): Promise<Workspace> {
    return new Workspace(
      await Promise.all(
        roots.map((root) =>
          realpath(root).catch(() => {
            throw new CodedError('unreadable', `${root} can’t be read: there is no such folder.`);
          }),
        ),
      ),
    );
  }

  /** The file's place behind links. @throws CodedError `refused` outside of the roots */
  async place(name: string): Promise<string> {
    const [first = '.'] = this.roots;
    const wanted = isAbsolute(name) ? name : resolve(first, name);
    const path = await realpath(wanted).catch(() => null);
    // Whether a file outside is there is none of the client's business.
    if (!this.roots.some((root) => isInside(root, path ?? wanted)))
      throw new CodedError('refused', `${name} is outside of the folders that may be used.`);
    if (path === null) throw new CodedError('unreadable', `${name} can’t be read: there is no such file.`);
    return path;
  }

  /** Reads a document, or returns the one in memory if its file is the same. @throws CodedError `refused`, `unreadable` */
  async read(name: string): Promise<OpenFileDocument> {
    const path = await this.place(name);
    const now = await stat(path);
    const known = this.kept.get(path);
    if (known !== undefined) {
      const { stats } = known.version;
      this.kept.delete(path);
      if (stats.ino === now.ino && stats.size === now.size && stats.mtimeMs === now.mtimeMs) {
        this.kept.set(path, known);
        return known;
      }
    }
    const version = await readVersion(path);
    const made = { ...load(version.bytes, name), version };
    this.kept.set(path, made);
    for (const oldest of this.kept.keys()) if (this.kept.size > MAX_KEPT) this.kept.delete(oldest);
    return made;
  }

  /** Drops a document that was changed. */
  forget(path: string): void {
    this.kept.delete(path);
  }
}

/** Whether a path is a folder or something in it, by the rules of a system: those of this one by default. */
export function isInside(root: string, path: string, paths: PlatformPath = system): boolean {
  const way = paths.relative(root, path);
  return way === '' || (!way.startsWith(`..${paths.sep}`) && way !== '..' && !paths.isAbsolute(way));
}
