// Searches the document itself, in slices, where that is safe: a plain search takes half as long as a scan and cannot hang, so
// it needs neither a job worker nor a copy of the document for it. Regular expressions run in a job worker.
// @see search-job.ts

import { CodedError, cancelled } from '../../shared/errors.ts';
import type { SearchQuery } from '../../shared/protocol/search.ts';
import type { Revision } from '../../shared/units.ts';
import { Pause, Slices } from '../common/slices.ts';
import { isPlainSearch, searchDocument } from '../../engine/search/search.ts';
import { HitBatch } from '../jobs/hit-batch.ts';
import type { Readable } from './read-calls.ts';
import { STALE } from '../../shared/texts/documents.ts';

/** Length of a slice, after which other calls are served. */
const SLICE_MS = 10;
/** The same while the first hit is being shown: that takes several calls, one after the other. */
const FIRST_SLICE_MS = 2;
const FIRST_MS = 150;

/** Serves the searches of a document worker. */
export class PlainSearch {
  private readonly pause = new Pause();

  constructor(private readonly session: Readable) {}

  /**
   * Sends hits over a port as they are found; any message from the port ends the search. Returns the number of hits, or `null`
   * for a search that needs a job worker.
   * @throws CodedError `stale` when the document is or becomes another, `invalid-document`, `cancelled`
   */
  async searchPlain(base: Revision, query: SearchQuery, hits: MessagePort): Promise<number | null> {
    const { session } = this;
    let stopped = false;
    hits.onmessage = () => (stopped = true);
    try {
      if (query.scope !== 'text') await session.settled;
      const { document } = session;
      if (!isPlainSearch(document, query)) return null;
      const check = (): void => {
        if (stopped) throw cancelled();
        if (session.revision !== base) throw new CodedError('stale', STALE.document);
      };
      check();
      const batch = new HitBatch(hits);
      const firstUntil = performance.now() + FIRST_MS;
      const slices = new Slices(this.pause, () => (performance.now() < firstUntil ? FIRST_SLICE_MS : SLICE_MS));
      await slices.run(searchDocument(document, query, batch), check, () => batch.sendSometimes());
      batch.send();
      return batch.count;
    } finally {
      hits.close();
    }
  }
}
