// Searches in a job worker, on a snapshot that the document worker hands over: whatever a person's regular
// expression does, ending this worker ends it, and the panel works on meanwhile. The snapshot is kept, so
// that the next search of the same text costs the search alone.
//
// Between two slices the messages that wait are let in: what can be ended without ending the worker, is.

import { CodedError } from '../shared/errors.ts';
import type { ReplacePlan } from '../shared/protocol.ts';
import { HIT_WORDS, makeHit, NO_NODE, type Replacing, type SearchQuery } from '../shared/search.ts';
import { packSplices } from '../shared/splicepack.ts';
import type { ByteRange } from '../shared/units.ts';
import type { JsonDocument } from './engine/document.ts';
import { Following } from './engine/following.ts';
import type { Sink } from './engine/hits.ts';
import { compileEngine } from './engine/memory.ts';
import { replaceAll, replaceHit, type Replacement } from './engine/replace.ts';
import { searchDocument } from './engine/search.ts';
import { openSnapshot, type Snapshot } from './engine/snapshot.ts';
import type { Progress, Work } from './engine/work.ts';
import { Pause } from './runner.ts';

/** Hits of one message. */
const BATCH_HITS = 8192;
/** How long hits wait for more, and how often progress is told. */
const BATCH_MS = 50;
/** How long work goes on before messages are let in. */
const SLICE_MS = 16;

/** What a job worker does with the snapshot that it keeps. */
export class Searching {
  private readonly module = compileEngine();
  private readonly pause = new Pause();
  private document: JsonDocument | null = null;

  /** @throws CodedError `refused` for a snapshot of another version, `too-large` */
  async keep(source: MessagePort): Promise<void> {
    this.document = null;
    const snapshot = await new Promise<Snapshot>((resolve) => {
      source.onmessage = ({ data }: MessageEvent<Snapshot>) => resolve(data);
    });
    source.close();
    this.document = openSnapshot(this.module, snapshot);
  }

  /** Answers how many hits there are. @throws CodedError as the engine's search, `cancelled` */
  async search(query: SearchQuery, hits: MessagePort): Promise<number> {
    const batch = new Batch(hits);
    try {
      await this.run(searchDocument(this.kept, query, batch), hits, () => batch.sendSometimes());
      batch.send();
      return batch.count;
    } finally {
      hits.close();
    }
  }

  /** @throws CodedError as the engine's replacing, `cancelled` */
  async plan(
    query: SearchQuery,
    replacing: Replacing,
    only: ByteRange | null,
    follow: readonly number[],
    progress: MessagePort,
  ): Promise<ReplacePlan> {
    try {
      const document = this.kept;
      const following = new Following(follow);
      const work: Work<Replacement> =
        only === null
          ? replaceAll(document, query, replacing, following)
          : replaceHit(document, query, replacing, makeHit(only.start, only.end, NO_NODE), following);
      let toldAt = performance.now();
      const { splices, count } = await this.run(work, progress, ({ done, total }) => {
        if (performance.now() - toldAt < BATCH_MS) return;
        toldAt = performance.now();
        progress.postMessage([done, total]);
      });
      return { splices: new Blob([packSplices(splices)]), count, followed: following.finish() };
    } finally {
      progress.close();
    }
  }

  private get kept(): JsonDocument {
    if (this.document === null) throw new RangeError('no snapshot is kept, expected one');
    return this.document;
  }

  /** Runs work to its end, or to where a message over `port` ends it. */
  private async run<T>(work: Work<T>, port: MessagePort, onSlice: (progress: Progress) => void): Promise<T> {
    let stopped = false;
    port.onmessage = () => (stopped = true);
    let until = performance.now() + SLICE_MS;
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      onSlice(step.value);
      if (performance.now() < until) continue;
      await this.pause.now();
      if (stopped) throw new CodedError('cancelled', 'Cancelled.');
      until = performance.now() + SLICE_MS;
    }
  }
}

/** Packs hits, and sends them when there are many or some have waited for long. */
class Batch implements Sink {
  readonly done = false;
  count = 0;
  private words = new Uint32Array(BATCH_HITS * HIT_WORDS);
  private length = 0;
  private sentAt = performance.now();

  constructor(private readonly port: MessagePort) {}

  take(words: Uint32Array): void {
    for (let at = 0; at < words.length;) {
      const part = words.subarray(at, at + this.words.length - this.length);
      this.words.set(part, this.length);
      this.length += part.length;
      at += part.length;
      if (this.length === this.words.length) this.send();
    }
    this.count += words.length / HIT_WORDS;
  }

  takeMatch(start: number, end: number, word: number): void {
    this.take(Uint32Array.of(start, end, word));
  }

  sendSometimes(): void {
    if (performance.now() - this.sentAt > BATCH_MS) this.send();
  }

  send(): void {
    this.sentAt = performance.now();
    if (this.length === 0) return;
    const words = this.words.slice(0, this.length);
    this.length = 0;
    this.port.postMessage(words, [words.buffer]);
  }
}
