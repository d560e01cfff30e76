// What `diptych open` sends to a tab for its token.

/** How the files are shown; `merge`: they are the base, the left and the right side, and the file for the result. */
export type TabView = 'panels' | 'compare' | 'merge';

/** The tab's secret, which each of its requests carries, and its files. */
export interface ServedTab {
  readonly secret: string;
  readonly view: TabView;
  readonly files: readonly NamedFile[];
  /** The name of the folder whose files can be opened; `null` if there is none. */
  readonly folder: string | null;
}

/** A file that the tab may use. */
export interface NamedFile {
  readonly id: number;
  readonly name: string;
  /** On the disk. */
  readonly path: string;
}

export const FOLDER_SORTS = ['date', 'name', 'size'] as const;
export type FolderSort = (typeof FOLDER_SORTS)[number];

/** A file of a folder, as it is listed. */
export interface FolderFile {
  /** Its path below the folder. */
  readonly name: string;
  readonly size: number;
  /** When it was written; an ISO date. */
  readonly date: string;
}

/** The files of a folder whose path contains a text. */
export interface FolderList {
  /** The first of them. */
  readonly files: readonly FolderFile[];
  /** How many there are. */
  readonly found: number;
  /** How many there are with any name. */
  readonly total: number;
  /** What was not looked at, in words. */
  readonly leftOut: readonly string[];
  /** Whether there are more files than are listed at all. */
  readonly isCut: boolean;
}
