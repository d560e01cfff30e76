// Marks beside a scrollbar: the hits of the find bar, the problems and the first error. All of them are known by byte offset,
// whereas a scrollbar has its own units and does not count what is folded or collapsed. So its range is divided into equal
// buckets, the worker returns the byte at which each bucket begins, and a bucket that contains a hit is marked. Dragging to a
// mark therefore leads to its hit, a hidden hit is marked at the line or row that hides it, and ten million hits cost two
// thousand binary searches.

import { Debounced } from '../async/debounced.ts';
import { Emitter } from '../model/emitter.ts';
import type { MarkLane } from '../widgets/scroll/marks.tsx';
import type { Finder } from './finder.ts';
import { countBelow } from '../../shared/bytes/binary-search.ts';
import type { ProblemSource } from '../problem-marks/problem-source.ts';
import { severityOf } from '../problem-marks/severity.ts';
import type { HitList } from './hit-list.ts';

/** The number of buckets. More than a scrollbar has pixels. */
const BUCKETS = 2048;
/** Delay before the marks are updated, in milliseconds: hits arrive and the user types in quick succession. */
const WAIT_MS = 120;
const NONE: readonly MarkLane[] = [];

/** The buckets of the content: where each begins, in the scrollbar's units and in bytes, and the end of the last one. */
interface Buckets {
  readonly units: Float64Array;
  readonly bytes: Float64Array;
}

/** The scrolled content. */
export interface MarkHost {
  /** Length of the content in the scrollbar's units. */
  readonly total: number;
  /** Changes whenever units may begin at different bytes than before. */
  readonly version: string;
  /** The byte of the first error; `null` if there is none, or if it is not to be marked. */
  readonly error: number | null;
  /** Returns the bytes at which units begin. */
  readStarts(units: Float64Array): Promise<Float64Array>;
  /** Calls back whenever any of these may have changed. */
  subscribe(listener: () => void): () => void;
}

/** The marks of one scrollbar. */
export class ScrollMarks {
  private lanes: readonly MarkLane[] = NONE;
  private readonly changed = new Emitter({ start: () => this.start(), stop: () => this.stop() });
  private endings: readonly (() => void)[] = [];
  private readonly later = new Debounced(() => this.update(), WAIT_MS);
  private buckets: Promise<Buckets> | null = null;
  /** What the buckets and the marks were computed for. */
  private cutFor = '';
  private madeFor: unknown[] = [];

  constructor(
    private readonly finder: Finder,
    private readonly host: MarkHost,
    private readonly problems: ProblemSource | null = null,
  ) {}

  readonly get = (): readonly MarkLane[] => this.lanes;

  /** Marks are computed only while there are subscribers. */
  readonly subscribe = this.changed.subscribe;

  private start(): void {
    const touch = (): void => this.touch();
    this.endings = [this.finder.subscribe(touch), this.host.subscribe(touch)];
    if (this.problems !== null) this.endings = [...this.endings, this.problems.subscribe(touch)];
    touch();
  }

  private stop(): void {
    this.later.cancel();
    this.madeFor = [];
    for (const end of this.endings) end();
  }

  private touch(): void {
    const { finder, host } = this;
    const { hits } = finder;
    const key = [hits, hits.count, host.version, host.error, host.total, finder.getState().open, this.problems?.get()];
    if (key.every((part, index) => part === this.madeFor[index])) return;
    this.madeFor = key;
    this.later.start();
  }

  private update(): void {
    this.make().catch(() => {
      // The worker died. The state of its replacement triggers another update.
      this.buckets = null;
      this.madeFor = [];
    });
  }

  private async make(): Promise<void> {
    const { hits } = this.finder;
    const { error } = this.host;
    const lanes: MarkLane[] = [];
    const problems = this.problems?.isCurrent === true ? this.problems.get() : [];
    if (hits.count > 0 || error !== null || problems.length > 0) {
      const { units, bytes } = await this.cut();
      // The hits were replaced in the meantime, and an update for the new ones is scheduled.
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
    this.changed.emit();
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
  // An empty hit may be at the very end.
  bytes[count] = Number.POSITIVE_INFINITY;
  return { units, bytes };
}

/** One unit at the start of the bucket that contains a byte: a point, not a stretch. */
function spanAt(offset: number, units: Float64Array, bytes: Float64Array): Float64Array {
  const bucket = Math.max(
    0,
    bytes.findLastIndex((start) => start <= offset),
  );
  const at = units[bucket] ?? 0;
  return Float64Array.of(at, at + 1);
}

/** The buckets that contain a hit. Adjacent ones form one span. */
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
