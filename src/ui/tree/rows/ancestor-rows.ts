// Finds the rows that stay on top of the tree: the ancestors of the first row that is visible below them. They are requested as
// the tree scrolls, one request at a time, for the latest position only; the shown rows stay until the reply arrives.

import { Emitter } from '../../model/emitter.ts';
import type { Ancestor } from '../../../shared/protocol/rows.ts';
import { asRow } from '../../../shared/units.ts';
import type { TreeModel } from '../model/model.ts';

/** Most sticky rows: this many of the innermost ancestors, and at most this share of the rows on the screen. */
const MAX_ROWS = 5;
const MAX_SHARE = 1 / 3;
const NONE: readonly Ancestor[] = [];

/** The sticky rows of one tree. */
export class Ancestors {
  private shown: readonly Ancestor[] = NONE;
  private readonly changed = new Emitter();
  private readonly endings: readonly (() => void)[];
  private asking = false;
  private askedFor = '';
  private stopped = false;

  constructor(private readonly model: TreeModel) {
    const follow = (): void => {
      if (!this.asking) void this.follow();
    };
    this.endings = [model.scroller.subscribe(follow), model.client.subscribe(follow)];
    model.scroller.lead = (row) => this.around(row);
  }

  /** Returns the sticky rows; the same array until they change. */
  readonly get = (): readonly Ancestor[] => this.shown;

  readonly subscribe = this.changed.subscribe;

  stop(): void {
    this.stopped = true;
    for (const end of this.endings) end();
  }

  private get most(): number {
    return Math.min(MAX_ROWS, Math.floor(this.model.scroller.visible * MAX_SHARE));
  }

  /** Returns the number of sticky rows when `row` is the first row below them. */
  private around(row: number): number {
    const cached = this.model.cache.get(row);
    return cached === undefined ? this.shown.length : Math.min(cached.row.depth, this.most);
  }

  private async follow(): Promise<void> {
    this.asking = true;
    try {
      for (let name = this.place; name !== this.askedFor && !this.stopped; name = this.place) {
        this.askedFor = name;
        const { scroller, client } = this.model;
        const first = Math.floor(scroller.top);
        const isPossible = scroller.top > 0 && this.most > 0 && first < client.state.rowCount;
        this.show(isPossible ? await client.ancestors(asRow(first), this.most) : NONE);
      }
    } catch {
      // The document has changed: the next notification requests again.
      this.askedFor = '';
    } finally {
      this.asking = false;
    }
  }

  private get place(): string {
    const { scroller, client } = this.model;
    return [client.state.rowsVersion, client.state.rowCount, this.most, Math.ceil(scroller.top)].join();
  }

  private show(rows: readonly Ancestor[]): void {
    const isSame = rows.length === this.shown.length && rows.every((row, at) => looksSame(row, this.shown[at]));
    if (isSame || this.stopped) return;
    this.shown = rows;
    this.changed.emit();
  }
}

function looksSame(one: Ancestor, other: Ancestor | undefined): boolean {
  return (
    one.index === other?.index &&
    one.row.rawKey === other.row.rawKey &&
    one.row.position === other.row.position &&
    one.row.childCount === other.row.childCount &&
    one.row.isOpen === other.row.isOpen
  );
}
