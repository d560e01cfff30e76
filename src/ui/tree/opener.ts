// Which scalar of the tree is open in the popover beside its row, in full or as what it means. Rows, keys and menus open it;
// one is open at a time.

import { isContainer } from '../../shared/protocol/rows.ts';
import type { CachedRow } from './rows/row-cache.ts';
import { meaningOf, type Meaning } from './meaning/meaning.ts';
import type { TreeHost } from './tree-host.ts';

/** An opened value; `seen` is its row when it was opened. */
export interface Opened {
  readonly index: number;
  readonly seen: CachedRow;
  readonly meaning: Meaning | null;
}

/** Opens and closes the popover of one tree. */
export class ValueOpener {
  opened: Opened | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly model: TreeHost) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Opens the value of a row, unless it is a container. */
  async open(index: number): Promise<void> {
    const seen = await this.model.cache.read(index);
    if (seen === undefined || isContainer(seen.row.kind)) return;
    this.model.scroller.reveal(index);
    this.show({ index, seen, meaning: meaningOf(seen.row) });
  }

  close(): void {
    this.show(null);
  }

  private show(opened: Opened | null): void {
    this.opened = opened;
    for (const listener of this.listeners) listener();
  }
}
