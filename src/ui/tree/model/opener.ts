// Which scalar of the tree is open in the popover beside its row, in full or as what it means. Rows, keys and menus open it;
// one is open at a time.

import { Emitter } from '../../model/emitter.ts';
import { isContainer } from '../../../shared/protocol/rows.ts';
import type { CachedRow } from './row-cache.ts';
import { meaningOf, type Meaning } from '../meaning/meaning.ts';
import type { TreeHost } from './tree-host.ts';

/** An opened value; `seen` is its row when it was opened. */
export interface OpenedPopover {
  readonly index: number;
  readonly row: CachedRow;
  readonly meaning: Meaning | null;
}

/** Opens and closes the popover of one tree. */
export class ValueOpener {
  opened: OpenedPopover | null = null;
  private readonly changed = new Emitter();

  constructor(private readonly model: TreeHost) {}

  readonly subscribe = this.changed.subscribe;

  /** Opens the value of a row, unless it is a container. */
  async open(index: number): Promise<void> {
    const seen = await this.model.cache.read(index);
    if (seen === undefined || isContainer(seen.row.kind)) return;
    this.model.scroller.reveal(index);
    this.show({ index, row: seen, meaning: meaningOf(seen.row) });
  }

  close(): void {
    this.show(null);
  }

  private show(opened: OpenedPopover | null): void {
    this.opened = opened;
    this.changed.emit();
  }
}
