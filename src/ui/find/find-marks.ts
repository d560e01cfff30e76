// Marks beside a scrollbar: the hits of the find bar, and places that a view names. Both are known by their bytes; a
// scrollbar goes by its own units, and counts nothing that is folded or collapsed. The worker says at which bytes
// equal steps of the scrollbar begin, and a step is marked that holds a hit. So marks stand where dragging to them
// leads, what is hidden is marked at what hides it, and ten million hits cost two thousand searches.

import type { MarkLane } from '../widgets/scroll/marks.tsx';
import type { Finder } from './finder.ts';
import { countBelow } from '../../shared/bytes/halving.ts';
import type { ProblemSource } from '../problems/problem-source.ts';
import { severityOf } from '../problems/severity.ts';
import type { HitList } from './hitlist.ts';

/** More than a scrollbar has pixels. */
const BUCKETS = 2048;
/** While hits come in, and while a person types. */
const WAIT_MS = 120;
const NONE: readonly MarkLane[] = [];

/** Buckets of the content: where each begins, in the scrollbar's units and in bytes; one more for the end. */
interface Buckets {
  readonly units: Float64Array;
  readonly bytes: Float64Array;
}

/** What is scrolled. */
export interface MarkHost {
  /** In the scrollbar's units. */
  readonly total: number;
  /** Another one when units are at other bytes than before. */
  readonly version: string;
  /** The byte of the first error; `null` for none, or where it is not marked. */
  readonly error: number | null;
  /** The bytes at which units begin. */
  readStarts(units: Float64Array): Promise<Float64Array>;
  /** Calls back whenever something of this may have changed. */
  subscribe(listener: () => void): () => void;
}

/** The marks of one scrollbar. */
export class ScrollMarks {
  private lanes: readonly MarkLane[] = NONE;
  private readonly listeners = new Set<() => void>();
  private endings: readonly (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private buckets: Promise<Buckets> | null = null;
  /** What the buckets and the marks were made of. */
  private cutFor = '';
  private madeFor: unknown[] = [];

  constructor(
    private readonly finder: Finder,
    private readonly host: MarkHost,
    private readonly problems: ProblemSource | null = null,
  ) {}

  readonly get = (): readonly MarkLane[] => this.lanes;

  /** Marks are made as long as somebody shows them. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners.size === 0) this.start();
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  };

  private start(): void {
    const touch = (): void => this.touch();
    this.endings = [this.finder.subscribe(touch), this.host.subscribe(touch)];
    if (this.problems !== null) this.endings = [...this.endings, this.problems.subscribe(touch)];
    touch();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.madeFor = [];
    for (const end of this.endings) end();
  }

  private touch(): void {
    const { finder, host } = this;
    const { hits } = finder;
    const key = [hits, hits.count, host.version, host.error, host.total, finder.getState().open, this.problems?.get()];
    if (key.every((part, index) => part === this.madeFor[index])) return;
    this.madeFor = key;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.make().catch(() => {
        // The worker died: the state of the one that takes its place calls for marks again.
        this.buckets = null;
        this.madeFor = [];
      });
    }, WAIT_MS);
  }

  private async make(): Promise<void> {
    const { hits } = this.finder;
    const { error } = this.host;
    const lanes: MarkLane[] = [];
    const problems = this.problems?.isCurrent === true ? this.problems.get() : [];
    if (hits.count > 0 || error !== null || problems.length > 0) {
      const { units, bytes } = await this.cut();
      // Other hits came meanwhile: their own round is on its way.
      if (hits !== this.finder.hits) return;
      for (const kind of ['warning', 'error'] as const) {
        const starts = problems.filter((one) => severityOf(one.kind) === kind).map(({ start }) => start);
        if (starts.length === 0) continue;
        const indexFrom = (offset: number): number => countBelow(starts, offset);
        lanes.push({ kind: kind === 'error' ? 'problem' : 'warning', spans: spansOf({ indexFrom }, units, bytes) });
      }
      if (hits.count > 0) lanes.push({ kind: 'hit', spans: spansOf(hits, units, bytes) });
      if (error !== null) lanes.push({ kind: 'error', spans: spanAt(error, units, bytes) });
    }
    if (lanes.length === 0 && this.lanes.length === 0) return;
    this.lanes = lanes.length === 0 ? NONE : lanes;
    for (const listener of this.listeners) listener();
  }

  private cut(): Promise<Buckets> {
    const { host } = this;
    const key = `${host.version},${host.total}`;
    if (key !== this.cutFor || this.buckets === null) {
      this.cutFor = key;
      this.buckets = cutContent(host);
    }
    return this.buckets;
  }
}

async function cutContent(host: MarkHost): Promise<Buckets> {
  const { total } = host;
  const count = Math.max(1, Math.min(BUCKETS, Math.ceil(total)));
  const units = Float64Array.from({ length: count + 1 }, (_, index) => Math.floor((total * index) / count));
  const bytes = await host.readStarts(units);
  // A hit of no length may stand at the very end.
  bytes[count] = Number.POSITIVE_INFINITY;
  return { units, bytes };
}

/** The start of the bucket that a byte is in: a place, and no stretch. */
function spanAt(offset: number, units: Float64Array, bytes: Float64Array): Float64Array {
  const bucket = Math.max(
    0,
    bytes.findLastIndex((start) => start <= offset),
  );
  const at = units[bucket] ?? 0;
  return Float64Array.of(at, at + 1);
}

/** The buckets that hold a hit; neighbours are one span. */
export function spansOf(hits: Pick<HitList, 'indexFrom'>, units: Float64Array, bytes: Float64Array): Float64Array {
  const spans: number[] = [];
  let from = 0;
  for (let bucket = 0; bucket + 1 < units.length; bucket += 1) {
    const to = hits.indexFrom(bytes[bucket + 1] ?? 0);
    const start = units[bucket] ?? 0;
    const end = units[bucket + 1] ?? 0;
    if (to > from) {
      if (spans.at(-1) === start) spans[spans.length - 1] = end;
      else spans.push(start, end);
    }
    from = to;
  }
  return Float64Array.from(spans);
}
