// The rows of the list of finds, read page by page when they come into sight.

import type { FoundView } from '../../shared/protocol/extract.ts';
import type { Extraction } from './extraction.ts';

const PAGE = 100;
/** Pages that are kept. */
const MAX_PAGES = 50;

/** A cache of rows. */
export class FoundRows {
  private readonly pages = new Map<number, readonly FoundView[] | null>();
  private readonly listeners = new Set<() => void>();
  version = 0;

  constructor(
    private readonly extraction: Extraction,
    private readonly onError: (error: unknown) => void,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The row of a find; `undefined` while it is being read. */
  get(index: number): FoundView | undefined {
    const page = Math.floor(index / PAGE);
    const rows = this.pages.get(page);
    if (rows === undefined) void this.load(page);
    return rows?.[index % PAGE];
  }

  private async load(page: number): Promise<void> {
    this.pages.set(page, null);
    try {
      const rows = await this.extraction.list(page * PAGE, PAGE);
      const [oldest] = this.pages.keys();
      if (this.pages.size > MAX_PAGES && oldest !== undefined && oldest !== page) this.pages.delete(oldest);
      this.pages.set(page, rows);
    } catch (error) {
      this.pages.delete(page);
      this.onError(error);
    }
    this.version += 1;
    for (const listener of this.listeners) listener();
  }
}
