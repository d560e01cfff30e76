// What `diptych open` sends to a tab for its token.

/** How the files are shown; `merge`: they are the base, the left and the right side, and the file for the result. */
export type TabView = 'panels' | 'compare' | 'merge';

/** The tab's secret, which each of its requests carries, and its files. */
export interface ServedTab {
  readonly secret: string;
  /** The number of this tab: others may be copies of it. */
  readonly tab: number;
  readonly view: TabView;
  readonly files: readonly {
    readonly id: number;
    readonly name: string;
    /** On the disk. */
    readonly path: string;
  }[];
}
