// Marks beside a scrollbar: where a document differs from the other one. What is hidden is marked at what hides it. As
// with hits, equal steps of the scrollbar are asked for, so that a million differences cost no more.

import type { Revision } from '../../shared/units.ts';
import { countBelow } from '../../shared/bytes/binary-search.ts';
import { spansOf } from '../find/find-marks.ts';
import type { MarkLane } from '../widgets/scroll/marks.tsx';
import type { SideDifferences } from './side-differences.ts';

/** More than a scrollbar has pixels. */
const BUCKETS = 2048;
const WAIT_MS = 60;
const NONE: readonly MarkLane[] = [];
const KINDS = [
  ['update', 'updated'],
  ['delete', 'deleted'],
  ['create', 'created'],
] as const;

/** What is scrolled. */
export interface DiffMarkHost {
  /** In the scrollbar's units. */
  readonly total: number;
  /** Another one when values are at other units than before. */
  readonly version: string;
  readonly revision: Revision;
  /** The first value at or behind each unit. */
  readNodes(units: Float64Array): Promise<Uint32Array>;
  /** Calls back whenever something of this may have changed. */
  subscribe(listener: () => void): () => void;
}

/** The marks of one side's differences. */
export class DiffMarks {
  private lanes: readonly MarkLane[] = NONE;
  private readonly listeners = new Set<() => void>();
  private endings: readonly (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private madeFor = '';
  private count = 0;

  constructor(
    private readonly differences: SideDifferences,
    private readonly host: DiffMarkHost,
  ) {}

  readonly get = (): readonly MarkLane[] => this.lanes;

  /** Marks are made as long as somebody shows them. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners.size === 0) {
      const touch = (): void => this.touch();
      this.endings = [this.differences.subscribe(touch), this.host.subscribe(touch)];
      touch();
    }
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      clearTimeout(this.timer);
      this.timer = undefined;
      this.madeFor = '';
      for (const end of this.endings) end();
    };
  };

  private touch(): void {
    const { differences, host } = this;
    const key = `${differences.result?.id ?? ''} ${host.total} ${host.version}`;
    if (key === this.madeFor) return;
    this.madeFor = key;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.make().catch(() => (this.madeFor = ''));
    }, WAIT_MS);
  }

  private async make(): Promise<void> {
    const number = (this.count += 1);
    const { differences, host } = this;
    const { result, revision } = differences;
    const { total } = host;
    let lanes = NONE;
    if (result !== null && result.count > 0) {
      // After an edit the marks stay, until the comparison has followed.
      if (revision !== host.revision) return;
      const steps = Math.max(1, Math.min(BUCKETS, Math.ceil(total)));
      const units = Float64Array.from({ length: steps + 1 }, (_, index) => Math.floor((total * index) / steps));
      const nodes = Float64Array.from(await host.readNodes(units));
      nodes[steps] = Number.POSITIVE_INFINITY;
      if (number !== this.count) return;
      lanes = KINDS.map(([change, kind]) => ({
        kind,
        spans: spansOf(new Rising(differences.nodesOf(change)), units, nodes),
      })).filter(({ spans }) => spans.length > 0);
    }
    if (lanes.length === 0 && this.lanes.length === 0) return;
    this.lanes = lanes;
    for (const listener of this.listeners) listener();
  }
}

/** Numbers that rise. */
class Rising {
  constructor(private readonly values: Uint32Array) {}

  /** How many are less than a number. */
  indexFrom(value: number): number {
    return countBelow(this.values, value);
  }
}
