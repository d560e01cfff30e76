// Searches in a job worker, on a snapshot of a document worker: terminating this worker stops any regular expression of the
// user, and the panel stays responsive. The snapshot is retained, so that the next search of the same text costs only the
// search.

import type { ReplacePlan } from '../../shared/protocol/jobs.ts';
import { makeHit, NO_NODE, type Replacing, type SearchQuery } from '../../shared/protocol/search.ts';
import { packSplices } from '../../shared/document/splice-pack.ts';
import type { ByteRange } from '../../shared/units.ts';
import { JobDriver } from './drive-job.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { OffsetFollower } from '../../engine/base/offset-follower.ts';
import { compileEngine } from '../../engine/base/memory.ts';
import { replaceAll, replaceHit, type Replacement } from '../../engine/search/replace.ts';
import { searchDocument } from '../../engine/search/search.ts';
import type { Work } from '../../engine/base/work.ts';
import { receiveDocument } from '../common/handover.ts';
import { HitBatch } from './hit-batch.ts';

/** The part of a job worker that searches the snapshot it retains. */
export class SearchJob {
  private readonly module = compileEngine();
  private readonly driver = new JobDriver();
  private document: JsonDocument | null = null;

  /** @throws CodedError `refused` for a snapshot of another version, `too-large` */
  async keep(source: MessagePort): Promise<void> {
    this.document = null;
    this.document = await receiveDocument(this.module, source);
  }

  /** Returns the number of hits. @throws CodedError as the engine's search, `cancelled` */
  async search(query: SearchQuery, hits: MessagePort): Promise<number> {
    const batch = new HitBatch(hits);
    try {
      await this.driver.run(searchDocument(this.kept, query, batch), hits, () => batch.sendSometimes());
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
      const following = new OffsetFollower(follow);
      const work: Work<Replacement> =
        only === null
          ? replaceAll(document, query, replacing, following)
          : replaceHit(document, query, replacing, makeHit(only.start, only.end, NO_NODE), following);
      const { splices, count } = await this.driver.report(work, progress);
      return { splices: new Blob([packSplices(splices)]), count, followed: following.finish() };
    } finally {
      progress.close();
    }
  }

  private get kept(): JsonDocument {
    if (this.document === null) throw new RangeError('no snapshot is kept, expected one');
    return this.document;
  }
}
