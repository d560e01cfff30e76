// Serves typing and pointing: what may come at the caret, and what is under the pointer. Each result is for the text of one
// revision; the next key press sends a new request.

import { CodedError } from '../../shared/errors.ts';
import type { AssistTarget, Surrounded, Surroundings } from '../../shared/protocol/assist.ts';
import type { Description, Suggestions } from '../../shared/protocol/textview.ts';
import type { ByteOffset, Revision } from '../../shared/units.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { surroundCaret, surroundEntry, surroundOffset, surroundPath } from '../../engine/assist/outline.ts';
import { describeAt } from '../../engine/suggest/describe.ts';
import { suggest } from '../../engine/suggest/suggest.ts';
import { STALE } from '../../shared/texts/documents.ts';

/** Checking the text may take longer than the user waits for a suggestion; after this time the last valid state is used. */
const PATIENCE_MS = 30;

/** The part of the session that these requests use. */
export interface CaretSession {
  readonly document: JsonDocument;
  readonly revision: Revision;
  readonly settled: Promise<unknown>;
  exclusive<T>(body: () => Promise<T> | T): Promise<T>;
}

/** Serves the requests of a text view about one place. */
export class CaretRequests {
  constructor(private readonly session: CaretSession) {}

  /** @throws CodedError `stale` */
  async suggest(base: Revision, offset: ByteOffset): Promise<Suggestions | null> {
    await this.checked(base);
    this.checkBase(base);
    return suggest(this.session.document, offset);
  }

  /** @throws CodedError `stale` */
  async describeAt(base: Revision, offset: ByteOffset): Promise<Description | null> {
    // The write that made this revision may be waiting for other work.
    if (base > this.session.revision) await this.session.exclusive(() => undefined);
    await this.session.settled;
    this.checkBase(base);
    return describeAt(this.session.document, offset);
  }

  /** Returns what is around a place, for a schema. @throws CodedError `stale` */
  async surround(base: Revision, target: AssistTarget): Promise<Surrounded | null> {
    await this.checked(base);
    this.checkBase(base);
    const { document } = this.session;
    const only = (at: Surroundings | null): Surrounded | null => at && { at, caret: null, range: null };
    switch (target.type) {
      case 'caret': {
        const caret = surroundCaret(document, target.offset);
        return caret && { at: caret, caret, range: caret.range };
      }
      case 'offset': {
        const found = surroundOffset(document, target.offset);
        return found && { ...found, caret: null };
      }
      case 'node':
        return only(surroundEntry(document, target.node));
      case 'around': {
        const container = document.places.parent(target.node);
        return container < 0 ? null : only(surroundEntry(document, container));
      }
      case 'path':
        return only(surroundPath(document, target.path));
    }
  }

  /**
   * Waits for queued writes, which may include the key press of the request, and for the check of the text, up to
   * `PATIENCE_MS`.
   */
  private async checked(base: Revision): Promise<void> {
    const written = this.session.exclusive(() => undefined);
    const checked = written.then(() => this.session.settled);
    await Promise.race([checked, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    // Without that key press there is no result.
    if (base > this.session.revision) await written;
  }

  private checkBase(base: Revision): void {
    if (base === this.session.revision) return;
    throw new CodedError('stale', STALE.question(base, this.session.revision));
  }
}
