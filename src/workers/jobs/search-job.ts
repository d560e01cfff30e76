// Searches in a job worker, on a snapshot of a document worker: terminating this worker stops any regular expression of the
// user, and the panel stays responsive.

import type { ReplacePlan } from '../../shared/protocol/jobs.ts';
import { makeHit, NO_NODE, type Replacing, type SearchQuery } from '../../shared/protocol/search.ts';
import { packSplices } from '../../shared/document/splice-pack.ts';
import type { ByteRange } from '../../shared/units.ts';
import { JobDriver } from './drive-job.ts';
import { MarkTracker, type Mark } from '../../shared/document/changes.ts';
import { replaceAll, replaceHit, type Replacement } from '../../engine/search/replace.ts';
import { searchDocument } from '../../engine/search/search.ts';
import type { Work } from '../../engine/base/work.ts';
import { HitBatch } from './hit-batch.ts';
import type { Snapshots } from './snapshots.ts';

/** The part of a job worker that searches its snapshot. */
export class SearchJob {
  private readonly driver = new JobDriver();

  constructor(private readonly snapshots: Snapshots) {}

  /** Returns the number of hits. @throws CodedError as the engine's search, `cancelled` */
  async search(query: SearchQuery, hits: MessagePort): Promise<number> {
    const batch = new HitBatch(hits);
    await this.driver.run(searchDocument(this.snapshots.get(), query, batch), hits, () => batch.sendSometimes());
    batch.send();
    return batch.count;
  }

  /** @throws CodedError as the engine's replacing, `cancelled` */
  async planReplace(
    query: SearchQuery,
    replacing: Replacing,
    only: ByteRange | null,
    follow: readonly Mark[],
    progress: MessagePort,
  ): Promise<ReplacePlan> {
    const document = this.snapshots.get();
    const following = new MarkTracker(follow, 'to-end');
    const work: Work<Replacement> =
      only === null
        ? replaceAll(document, query, replacing, following)
        : replaceHit(document, query, replacing, makeHit(only.start, only.end, NO_NODE), following);
    const { splices, count } = await this.driver.report(work, progress);
    return { splices: new Blob([packSplices(splices)]), count, followed: following.finish() };
  }
}
