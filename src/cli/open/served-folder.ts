// A folder whose files may be opened in the page: listed, searched and named here, so that the page gets only what it shows.

import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { FILE_TYPES } from '../../shared/document/file-types.ts';
import { CodedError } from '../../shared/errors.ts';
import { FOLDER_SORTS, type FolderFile, type FolderList, type FolderSort } from '../../shared/protocol/served-files.ts';
import { asUnreadable } from '../file-errors.ts';
import { ServedFile } from './served-file.ts';

const ENDINGS = Object.values(FILE_TYPES).flat();
/** Folders of programs, which nobody looks into by hand. */
const LEFT_OUT = new Set(['.git', '.hg', '.svn', 'node_modules']);
const MAX_FILES = 100_000;
/** How many are sent at once. */
const MAX_SENT = 1000;
/** How many files are looked at, at a time. */
const AT_ONCE = 64;

/** One folder. */
export class ServedFolder {
  private listing: Promise<{
    readonly files: readonly FolderFile[];
    readonly leftOut: readonly string[];
    readonly isCut: boolean;
    readonly sorted: Map<FolderSort, readonly FolderFile[]>;
  }> | null = null;

  /** `path` is absolute. `refusal`: why its files are not written. */
  constructor(
    readonly path: string,
    private readonly force: boolean,
    private readonly refusal: string | null,
  ) {}

  get name(): string {
    return basename(this.path);
  }

  /** Returns the files whose path contains a text, ignoring case. An empty text looks at the disk again. @throws CodedError `unreadable` */
  async list(query: string, sort: string): Promise<FolderList> {
    if (query === '' || this.listing === null) this.listing = this.read();
    const { files, leftOut, isCut, sorted } = await this.listing;
    const by = FOLDER_SORTS.find((one) => one === sort) ?? 'name';
    const ordered = sorted.get(by) ?? files.toSorted(ORDERS[by]);
    sorted.set(by, ordered);
    const wanted = query.trim().toLowerCase();
    const found = wanted === '' ? ordered : ordered.filter(({ name }) => name.toLowerCase().includes(wanted));
    return { files: found.slice(0, MAX_SENT), found: found.length, total: files.length, leftOut, isCut };
  }

  /** Returns a file below the folder; none that a link leads to. @throws CodedError `missing`, `refused` */
  async file(name: string): Promise<ServedFile> {
    const root = await realpath(this.path);
    const path = join(root, name);
    const real = await realpath(path).catch(() => null);
    if (real === null) throw new CodedError('missing', `${name} is not there any more.`);
    if (name === '' || real !== path || !path.startsWith(root + sep))
      throw new CodedError('refused', `${name} is not below ${this.name}, or behind a link.`);
    if (!(await stat(path)).isFile()) throw new CodedError('refused', `${name} is no file.`);
    return new ServedFile(path, this.force, this.refusal, false);
  }

  private async read() {
    const files: FolderFile[] = [];
    const leftOut = new Map<string, number>();
    const leave = (what: string): void => void leftOut.set(what, (leftOut.get(what) ?? 0) + 1);
    let isCut = false;
    const names: string[] = [];
    const folders = [''];
    for (let folder = folders.pop(); folder !== undefined && !isCut; folder = folders.pop()) {
      const entries = await readdir(join(this.path, folder), { withFileTypes: true }).catch((error: unknown) => {
        if (folder === '') throw asUnreadable(error, this.path);
        leave('folders that may not be read');
        return [];
      });
      for (const entry of entries) {
        const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isSymbolicLink()) leave('links');
        else if (entry.isDirectory() && LEFT_OUT.has(entry.name)) leave(entry.name);
        else if (entry.isDirectory()) folders.push(name);
        else if (entry.isFile() && isListed(entry.name)) {
          if (names.length === MAX_FILES) isCut = true;
          else names.push(name);
        }
      }
    }
    for (let at = 0; at < names.length; at += AT_ONCE)
      files.push(...(await Promise.all(names.slice(at, at + AT_ONCE).map((name) => this.looked(name)))).flat());
    const said = Array.from(leftOut, ([what, count]) => (count === 1 ? what : `${what} (${count})`));
    return { files, leftOut: said, isCut, sorted: new Map<FolderSort, readonly FolderFile[]>() };
  }

  /** A file that has gone is none. */
  private async looked(name: string): Promise<FolderFile[]> {
    const stats = await stat(join(this.path, name)).catch(() => null);
    return stats === null ? [] : [{ name, size: stats.size, date: stats.mtime.toISOString() }];
  }
}

function isListed(name: string): boolean {
  const plain = name.toLowerCase().replace(/\.gz$/, '');
  return ENDINGS.some((ending) => plain.endsWith(ending));
}

const { compare } = new Intl.Collator('en', { numeric: true });
const ORDERS: Readonly<Record<FolderSort, (a: FolderFile, b: FolderFile) => number>> = {
  name: (a, b) => compare(a.name, b.name),
  date: (a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : compare(a.name, b.name)),
  size: (a, b) => b.size - a.size || compare(a.name, b.name),
};
