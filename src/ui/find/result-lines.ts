// The list of the find bar's hits, while it is shown. The document worker groups hits in batches, and describes them in pages
// around the screen. A new list of hits starts it again.

import { Emitter } from '../model/emitter.ts';
import { toJsonPath } from '../../shared/document/path.ts';
import { HIT_WORDS, KEY_BIT, NO_NODE, type HitView, type TextHitView } from '../../shared/protocol/search.ts';
import type { Revision } from '../../shared/units.ts';
import type { DocumentClient } from '../client/document.ts';
import type { Finder } from './finder.ts';
import type { HitList } from './hit-list.ts';
import { Grouping } from './hit-groups.ts';
import { unlessStale } from '../async/stale.ts';
import { PagedRows } from '../async/paged-rows.ts';

/** Hits that are grouped per request: limits how long the worker is busy between two text windows. */
const BATCH_HITS = 4096;
const PAGE_LINES = 64;
/** When there are more pages, the oldest are dropped. */
const MAX_PAGES = 32;

/** The content of a line. */
export type ResultLine =
  | { readonly type: 'heading'; readonly path: string; readonly size: number }
  | { readonly type: 'hit'; readonly hit: number; readonly view: HitView };

/** The result list of one tree. */
export class ResultList {
  /** Incremented when lines arrive: lines read before may have changed. */
  version = 0;
  /** Counts how often the list was started. */
  beginnings = 0;
  private grouping = new Grouping();
  private pages = new Map<number, Map<number, ResultLine>>();
  private list: HitList | null = null;
  private wanted = { first: 0, end: 0 };
  private busy = false;
  /** Whether there was another call of `work` while it was busy. */
  private again = false;
  private stopped = true;
  private readonly changed = new Emitter();

  constructor(
    private readonly finder: Finder,
    private readonly client: DocumentClient,
    private readonly onError: (error: unknown) => void,
  ) {}

  get lineCount(): number {
    return this.grouping.lineCount;
  }

  /** The number of hits in the list so far. */
  get hitCount(): number {
    return this.grouping.count;
  }

  readonly subscribe = this.changed.subscribe;

  /** Updates the list when the hits change. Returns a function that stops it. */
  start(): () => void {
    this.stopped = false;
    const follow = (): void => void this.work();
    const endings = [this.finder.subscribe(follow), this.client.subscribe(follow)];
    follow();
    return () => {
      this.stopped = true;
      for (const end of endings) end();
    };
  }

  /** Returns a line; `undefined` until it is read. */
  at(line: number): ResultLine | undefined {
    return this.pages.get(Math.floor(line / PAGE_LINES))?.get(line);
  }

  /** Returns the hit of a line; for a heading, the first hit below it. -1 when there is none. */
  hitAt(line: number): number {
    const at = this.grouping.at(line);
    if (at?.type === 'hit') return at.hit;
    const below = this.grouping.at(line + 1);
    return below?.type === 'hit' ? below.hit : -1;
  }

  lineOf(hit: number): number {
    return this.grouping.lineOf(hit);
  }

  /** Reads the lines from `first` to `end` (exclusive). */
  want(first: number, end: number): void {
    this.wanted = { first: Math.max(0, first), end };
    void this.work();
  }

  /** Makes one request at a time: first the lines on the screen, then the grouping of more hits. */
  private async work(): Promise<void> {
    this.again = true;
    if (this.busy || this.stopped) return;
    this.busy = true;
    const steps = async (): Promise<void> => {
      while (this.again && !this.stopped) {
        this.again = false;
        while (!this.stopped && (await this.step())) this.tell();
      }
    };
    try {
      // Otherwise the hits of the current revision will follow.
      await unlessStale(steps(), undefined, 'worker-died');
    } catch (error) {
      this.onError(error);
    } finally {
      this.busy = false;
    }
  }

  /** Makes the next request. Returns whether the list has changed. */
  private async step(): Promise<boolean> {
    const { finder, client } = this;
    const { hits, hitsRevision: base } = finder;
    if (!finder.getState().open || base !== client.state.revision) return false;
    if (hits !== this.list || hits.count < this.grouping.count) {
      this.list = hits;
      this.beginnings += 1;
      this.grouping = new Grouping();
      this.pages = new Map();
      if (hits.count === 0) return true;
    }
    const { grouping, pages } = this;
    const page = this.missing();
    if (page !== null) {
      const lines = await this.readPage(page, hits);
      if (pages.size >= MAX_PAGES) pages.delete(pages.keys().next().value ?? 0);
      pages.set(page, lines);
      return true;
    }
    const count = Math.min(BATCH_HITS, hits.count - grouping.count);
    if (count <= 0) return false;
    const nodes = Uint32Array.from({ length: count }, (_, at) => hits.nodeAt(grouping.count + at) & ~KEY_BIT);
    const containers = await client.containersOf(base, nodes);
    // The last page may be incomplete, and the size of its last heading may grow.
    const lines = grouping.lineCount;
    for (const at of pages.keys()) if ((at + 1) * PAGE_LINES > lines) pages.delete(at);
    grouping.add(containers);
    return true;
  }

  private missing(): number | null {
    const end = Math.min(this.wanted.end, this.lineCount);
    for (let line = this.wanted.first; line < end; line = (Math.floor(line / PAGE_LINES) + 1) * PAGE_LINES) {
      const page = Math.floor(line / PAGE_LINES);
      if (!this.pages.has(page)) return page;
    }
    return null;
  }

  private async readPage(page: number, hits: HitList): Promise<Map<number, ResultLine>> {
    const { grouping } = this;
    const words: number[] = [];
    const containers: number[] = [];
    const parts = [];
    for (let line = page * PAGE_LINES; line < (page + 1) * PAGE_LINES; line += 1) {
      const part = grouping.at(line);
      if (part === undefined) break;
      parts.push(part);
      if (part.type === 'heading') containers.push(grouping.containerOf(part.group));
      else {
        const { start, end } = hits.at(part.hit);
        words.push(start, end, hits.nodeAt(part.hit));
      }
    }
    const base = this.finder.hitsRevision;
    const said = await this.client.describeHits(base, Uint32Array.from(words), Uint32Array.from(containers));
    const lines = new Map<number, ResultLine>();
    let [hit, heading] = [0, 0];
    for (const [at, part] of parts.entries()) {
      const line = page * PAGE_LINES + at;
      if (part.type === 'heading') {
        const path = toJsonPath(said.paths[heading] ?? []);
        lines.set(line, { type: 'heading', path, size: grouping.sizeOf(part.group) });
        heading += 1;
      } else {
        const view = said.hits[hit];
        if (view !== undefined) lines.set(line, { type: 'hit', hit: part.hit, view });
        hit += 1;
      }
    }
    return lines;
  }

  private tell(): void {
    this.version += 1;
    this.changed.emit();
  }
}

/** The lines of hits in the text as such, of one revision. */
export function textHitLines(hits: HitList, revision: Revision, client: DocumentClient): PagedRows<TextHitView> {
  const load = (first: number, count: number): Promise<readonly TextHitView[]> => {
    const words = new Uint32Array(count * HIT_WORDS);
    for (let index = 0; index < count && first + index < hits.count; index += 1) {
      const { start, end } = hits.at(first + index);
      words.set([start, end, NO_NODE], index * HIT_WORDS);
    }
    return client.describeTextHits(revision, words);
  };
  return new PagedRows(load, { pageRows: PAGE_LINES, maxPages: MAX_PAGES, count: () => hits.count });
}
