// Searches the document itself, in slices, where that is safe: plain text takes half a scan and can't hang, so it needs
// neither a job worker nor the copy of the document that one would want. Regular expressions go there.
// @see search-job.ts

import { CodedError, cancelled } from '../../shared/errors.ts';
import type { SearchQuery } from '../../shared/protocol/search.ts';
import type { Revision } from '../../shared/units.ts';
import { Pause, Slices } from '../common/slices.ts';
import { isPlainSearch, searchDocument } from '../engine/search/search.ts';
import { HitBatch } from '../jobs/hit-batch.ts';
import type { Readable } from './reading.ts';
import { STALE } from '../../shared/texts/documents.ts';

/** How long the search goes on before other calls are let in. */
const SLICE_MS = 10;
/** The same while the first hit is on its way to the screen: what it needs is asked for step by step. */
const FIRST_SLICE_MS = 2;
const FIRST_MS = 150;

/** Answers the searches of a document worker. */
export class PlainSearch {
  private readonly pause = new Pause();

  constructor(private readonly session: Readable) {}

  /**
   * Sends hits over a port as they are found; a message that comes back ends the search. Answers how many there are,
   * or `null` for what needs a job worker.
   * @throws CodedError `stale` when the document is or becomes another, `invalid-document`, `cancelled`
   */
  async search(base: Revision, query: SearchQuery, hits: MessagePort): Promise<number | null> {
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
