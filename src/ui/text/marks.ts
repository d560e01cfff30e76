// What the document's scrollbar marks: the hits of the find bar, and the first error. Both are known by their
// bytes; the scrollbar goes by lines, or by bytes, and counts nothing that is folded. The document worker
// says at which bytes equal steps of the scrollbar begin, and a step is marked that holds a hit. So marks
// stand where dragging to them leads, what is folded is marked at its fold, and ten million hits cost two
// thousand searches.

import type { DocumentClient } from '../client/document.ts';
import type { Finder } from '../find/finder.ts';
import type { HitList } from '../find/hitlist.ts';
import type { MarkLane } from '../widgets/marks.tsx';
import type { TextSession } from './session.ts';

/** More than a scrollbar has pixels. */
const BUCKETS = 2048;
/** While hits come in, and while a person types. */
const WAIT_MS = 120;
const NONE: readonly MarkLane[] = [];

/** Buckets of the document: where each begins, in the scrollbar's units and in bytes; one more for the end. */
interface Buckets {
  readonly units: Float64Array;
  readonly bytes: Float64Array;
}

/** The marks of one session's scrollbar. */
export class DocumentMarks {
  private lanes: readonly MarkLane[] = NONE;
  private readonly listeners = new Set<() => void>();
  private endings: readonly (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private buckets: Promise<Buckets> | null = null;
  /** What the buckets and the marks were made of. */
  private cutFor = '';
  private madeFor: unknown[] = [];

  constructor(
    private readonly session: TextSession,
    private readonly finder: Finder,
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
    const { client, onScrolled } = this.session;
    this.endings = [this.finder.subscribe(touch), client.subscribe(touch), onScrolled(touch)];
    touch();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.madeFor = [];
    for (const end of this.endings) end();
  }

  private touch(): void {
    const { client } = this.session;
    const { hits } = this.finder;
    const { total } = this.session.getScroll();
    const key = [hits, hits.count, client.state.revision, client.state.error, total, this.finder.getState().open];
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
    const place = this.session.client.state.error?.place ?? null;
    const lanes: MarkLane[] = [];
    if (hits.count > 0 || place !== null) {
      const { units, bytes } = await this.cut();
      // Other hits came meanwhile: their own round is on its way.
      if (hits !== this.finder.hits) return;
      if (hits.count > 0) lanes.push({ kind: 'hit', spans: spansOf(hits, units, bytes) });
      if (place !== null) lanes.push({ kind: 'error', spans: spanAt(place.offset, units, bytes) });
    }
    if (lanes.length === 0 && this.lanes.length === 0) return;
    this.lanes = lanes.length === 0 ? NONE : lanes;
    for (const listener of this.listeners) listener();
  }

  private cut(): Promise<Buckets> {
    const { client, travel, screen } = this.session;
    const { total } = this.session.getScroll();
    const { isWrapped } = travel;
    const key = [isWrapped, total, screen.slice?.revision, screen.slice?.folds.version].join();
    if (key !== this.cutFor || this.buckets === null) {
      this.cutFor = key;
      this.buckets = cutDocument(client, isWrapped ? 'byte' : 'line', total);
    }
    return this.buckets;
  }
}

async function cutDocument(client: DocumentClient, unit: 'line' | 'byte', total: number): Promise<Buckets> {
  const count = Math.max(1, Math.min(BUCKETS, Math.ceil(total)));
  const units = Float64Array.from({ length: count + 1 }, (_, index) => Math.floor((total * index) / count));
  const bytes = await client.shownStarts(unit, units);
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
