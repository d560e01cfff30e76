// The values that only the other side of a comparison has, in rows that both have: a table shows them in its empty cells.
//
//   rows on the screen ──▶ their counterparts ──▶ changes inside these ──▶ column and value

import { COUNTERPART_WORDS } from '../../../shared/protocol/compare.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { Compared, Comparer } from '../../client/comparer.ts';
import type { SideDifferences } from '../../compare/side-differences.ts';
import { Latest } from '../../async/latest.ts';
import { unlessStale } from '../../async/stale.ts';

/** Most values per row. */
const MAX_VALUES = 400;
/** When more rows are known, they are forgotten. */
const MAX_ROWS = 2000;

/** A value of the other side. */
export interface MissingValue {
  /** Relative to the row. */
  readonly path: Path;
  readonly value: string;
}

/** Reads the missing values of rows, by node. */
export class MissingCells {
  /** The counterparts of rows; -1 for a row without one. */
  private readonly counterparts = new Map<number, number>();
  private readonly wanted = new Set<number>();
  private madeFor: Compared | null = null;
  private readonly reads = new Latest();

  constructor(
    private readonly own: SideDifferences,
    private readonly other: SideDifferences,
    private readonly comparer: Pick<Comparer, 'counterparts'>,
    private readonly onArrived: () => void,
  ) {}

  /** Returns the values that a row lacks; `depth` is the length of its path. Those that are not loaded arrive later. */
  of(row: number, depth: number): readonly MissingValue[] {
    const { own, other, counterparts } = this;
    if (own.result !== this.madeFor || counterparts.size > MAX_ROWS) {
      this.madeFor = own.result;
      counterparts.clear();
    }
    const counterpart = counterparts.get(row);
    if (counterpart === undefined) {
      this.wanted.add(row);
      if (!this.reads.isBusy) void this.read();
      return [];
    }
    if (counterpart < 0) return [];
    const lacking = other.side === 'left' ? 'delete' : 'create';
    const found: MissingValue[] = [];
    for (const node of other.changedInside(counterpart, MAX_VALUES)) {
      if (other.markOf(node)?.mark !== lacking) continue;
      const side = other.changeAt(node)?.[other.side];
      if (side != null) found.push({ path: side.path.slice(depth), value: side.value });
    }
    return found;
  }

  private async read(): Promise<void> {
    const { own, wanted } = this;
    const outcome = await this.reads.run(async () => {
      // Rows of one screen are requested together.
      await Promise.resolve();
      const compared = own.result;
      const rows = Uint32Array.from(wanted);
      wanted.clear();
      const nothing: Uint32Array = new Uint32Array();
      const reading = compared === null ? nothing : this.comparer.counterparts(compared, own.side, rows);
      // After a stale answer another comparison follows; until then these rows are not requested again.
      return { compared, rows, found: await unlessStale(Promise.resolve(reading), nothing, 'worker-died') };
    });
    if (outcome === null) return;
    const { compared, rows, found } = outcome;
    if (compared === null || compared !== this.madeFor) return;
    for (const [index, row] of rows.entries()) {
      const isSame = found[index * COUNTERPART_WORDS + 1] === 1;
      this.counterparts.set(row, isSame ? (found[index * COUNTERPART_WORDS] ?? -1) : -1);
    }
    if (found.length > 0) this.onArrived();
  }
}
