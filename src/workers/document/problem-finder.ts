// Finds the problems of a session's document. This takes as long as a few scans, so it runs in short slices: between two of
// them other calls are served, and a write ends it.

import { CodedError } from '../../shared/errors.ts';
import type { ProblemReport } from '../../shared/protocol/problems.ts';
import type { Revision } from '../../shared/units.ts';
import { Pause, Slices } from '../common/slices.ts';
import { findProblems } from '../../engine/problems/problems.ts';
import { STALE } from '../../shared/texts/documents.ts';
import type { Readable } from './read-calls.ts';

/** Short: the result is not urgent, and a key press should not have to wait for it. */
const SLICE_MS = 5;

/** Finds the problems of a document worker. */
export class ProblemFinder {
  private readonly pause = new Pause();

  constructor(private readonly session: Readable) {}

  /** @throws CodedError `stale` when the document is or becomes another */
  async readProblems(base: Revision): Promise<ProblemReport> {
    const { session } = this;
    const check = (): void => {
      if (session.revision !== base) throw new CodedError('stale', STALE.document);
    };
    await session.settled;
    check();
    const found = await new Slices(this.pause, SLICE_MS).run(findProblems(session.document), check);
    return { revision: base, ...found };
  }
}
