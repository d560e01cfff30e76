// Searches in a job worker, on a snapshot that the document worker hands over: whatever a person's regular
// expression does, ending this worker ends it, and the panel works on meanwhile. The snapshot is kept, so
// that the next search of the same text costs the search alone.
//
// Between two slices the messages that wait are let in: what can be ended without ending the worker, is.

import { CodedError } from '../shared/errors.ts';
import type { ReplacePlan } from '../shared/jobs.ts';
import { makeHit, NO_NODE, type Replacing, type SearchQuery } from '../shared/search.ts';
import { packSplices } from '../shared/splicepack.ts';
import type { ByteRange } from '../shared/units.ts';
import type { JsonDocument } from './engine/document.ts';
import { Following } from './engine/following.ts';
import { compileEngine } from './engine/memory.ts';
import { replaceAll, replaceHit, type Replacement } from './engine/replace.ts';
import { searchDocument } from './engine/search.ts';
import { openSnapshot, type Snapshot } from './engine/snapshot.ts';
import type { Progress, Work } from './engine/work.ts';
import { HitBatch } from './hitbatch.ts';
import { Pause } from './runner.ts';

/** How often progress is told. */
const PROGRESS_MS = 50;
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
    const batch = new HitBatch(hits);
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
        if (performance.now() - toldAt < PROGRESS_MS) return;
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
