// Marks beside a scrollbar, where a document differs from the other one. A hidden difference is marked at the row that hides
// it. As for search hits, the scrollbar is sampled in equal steps, so that the cost does not grow with the number of
// differences.

import { Debounced } from '../async/debounced.ts';
import { Latest } from '../async/latest.ts';
import { Emitter } from '../model/emitter.ts';
import type { Revision } from '../../shared/units.ts';
import { countBelow } from '../../shared/bytes/binary-search.ts';
import { spansOf } from '../find/find-marks.ts';
import type { MarkLane } from '../widgets/scroll/marks.tsx';
import type { SideDifferences } from './side-differences.ts';

/** Most steps; more than a scrollbar has pixels. */
const BUCKETS = 2048;
const WAIT_MS = 60;
const NONE: readonly MarkLane[] = [];
const KINDS = [
  ['update', 'updated'],
  ['delete', 'deleted'],
  ['create', 'created'],
] as const;

/** The scrolled content. */
export interface DiffMarkHost {
  /** Length in the scrollbar's units. */
  readonly total: number;
  /** Changes when values move to other units. */
  readonly version: string;
  readonly revision: Revision;
  /** Returns the first value at or after each unit. */
  readNodes(units: Float64Array): Promise<Uint32Array>;
  /** Calls `listener` when any of these may have changed. Returns a function that removes it. */
  subscribe(listener: () => void): () => void;
}

/** The marks of one side's differences. */
export class DiffMarks {
  private lanes: readonly MarkLane[] = NONE;
  private readonly changed = new Emitter({ start: () => this.start(), stop: () => this.stop() });
  private endings: readonly (() => void)[] = [];
  private readonly later = new Debounced(() => this.update(), WAIT_MS);
  private madeFor = '';
  private readonly reads = new Latest();

  constructor(
    private readonly differences: SideDifferences,
    private readonly host: DiffMarkHost,
  ) {}

  readonly get = (): readonly MarkLane[] => this.lanes;

  /** Marks are computed only while there are subscribers. */
  readonly subscribe = this.changed.subscribe;

  private start(): void {
    const touch = (): void => this.touch();
    this.endings = [this.differences.subscribe(touch), this.host.subscribe(touch)];
    touch();
  }

  private stop(): void {
    this.later.cancel();
    this.reads.cancel();
    this.madeFor = '';
    for (const end of this.endings) end();
  }

  private touch(): void {
    const { differences, host } = this;
    const key = `${differences.result?.id ?? ''} ${host.total} ${host.version}`;
    if (key === this.madeFor) return;
    this.madeFor = key;
    this.later.start();
  }

  private update(): void {
    this.make().catch(() => (this.madeFor = ''));
  }

  private async make(): Promise<void> {
    const { differences, host } = this;
    const { result, revision } = differences;
    const { total } = host;
    let lanes = NONE;
    this.reads.cancel();
    if (result !== null && result.count > 0) {
      // After an edit, the marks stay until the next comparison is done.
      if (revision !== host.revision) return;
      const steps = Math.max(1, Math.min(BUCKETS, Math.ceil(total)));
      const units = Float64Array.from({ length: steps + 1 }, (_, index) => Math.floor((total * index) / steps));
      const read = await this.reads.run(() => host.readNodes(units));
      if (read === null) return;
      const nodes = Float64Array.from(read);
      nodes[steps] = Number.POSITIVE_INFINITY;
      lanes = KINDS.map(([change, kind]) => ({
        kind,
        spans: spansOf(new Rising(differences.nodesOf(change)), units, nodes),
      })).filter(({ spans }) => spans.length > 0);
    }
    if (lanes.length === 0 && this.lanes.length === 0) return;
    this.lanes = lanes;
    this.changed.emit();
  }
}

/** Ascending numbers. */
class Rising {
  constructor(private readonly values: Uint32Array) {}

  /** Returns how many are less than a number. */
  indexFrom(value: number): number {
    return countBelow(this.values, value);
  }
}
