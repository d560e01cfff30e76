// What somebody who types or points asks of a document: what may come at the caret, and what is under the pointer.
// Answered for the text of one revision only: the next key asks anew.

import { CodedError } from '../../shared/errors.ts';
import type { Description, Suggestions } from '../../shared/protocol/textview.ts';
import type { ByteOffset, Revision } from '../../shared/units.ts';
import type { JsonDocument } from '../engine/document/document.ts';
import { describeAt } from '../engine/suggest/describe.ts';
import { suggest } from '../engine/suggest/suggest.ts';
import { STALE } from '../../shared/texts/documents.ts';

/** Checking the text may take longer than somebody waits for a suggestion; the last valid state will do. */
const PATIENCE_MS = 30;

/** What this needs of the session. */
export interface Askable {
  readonly document: JsonDocument;
  readonly revision: Revision;
  readonly settled: Promise<unknown>;
  exclusive<T>(body: () => Promise<T> | T): Promise<T>;
}

/** Answers the questions of a text view. */
export class Asking {
  constructor(private readonly session: Askable) {}

  /** @throws CodedError `stale` */
  async suggest(base: Revision, offset: ByteOffset): Promise<Suggestions | null> {
    // The key that this is about may still be in the queue.
    const checked = this.session.exclusive(() => undefined).then(() => this.session.settled);
    await Promise.race([checked, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    this.checkBase(base);
    return suggest(this.session.document, offset);
  }

  /** @throws CodedError `stale` */
  async describeAt(base: Revision, offset: ByteOffset): Promise<Description | null> {
    await this.session.settled;
    this.checkBase(base);
    return describeAt(this.session.document, offset);
  }

  private checkBase(base: Revision): void {
    if (base === this.session.revision) return;
    throw new CodedError('stale', STALE.question(base, this.session.revision));
  }
}
