// The leak guard in a job worker, on the snapshot of a document worker: its patterns run over whatever the document holds, and
// end with the worker.

import { spliceBytes } from '../../shared/document/splice-lists.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { packSplices } from '../../shared/document/splice-pack.ts';
import type { LeakGroup, RedactOrder, RedactPlan } from '../../shared/protocol/leaks.ts';
import type { Snapshots } from './snapshots.ts';
import { finish, type Work } from '../../engine/base/work.ts';
import { Output } from '../../engine/base/output.ts';
import { listTextLeaks, redactText } from '../../engine/leaks/find-in-text.ts';
import { findLeaks } from '../../engine/leaks/find-leaks.ts';
import { redact } from '../../engine/leaks/redact.ts';
import { JobDriver } from './drive-job.ts';

/** The part of a job worker that finds and replaces secrets. */
export class LeakJob {
  private readonly driver = new JobDriver();

  constructor(private readonly snapshots: Snapshots) {}

  /** @throws CodedError `cancelled` */
  async findLeaks(ignored: readonly string[], progress: MessagePort): Promise<readonly LeakGroup[]> {
    const document = this.snapshots.get();
    const work = document.isLive ? findLeaks(document.places, new Set(ignored)) : listTextLeaks(document.memory.text());
    return await this.driver.report(work, progress);
  }

  /** @throws CodedError `cancelled` */
  async planRedaction(order: RedactOrder, progress: MessagePort): Promise<RedactPlan> {
    const splices = await this.driver.report(this.redact(order), progress);
    return { splices: new Blob([packSplices(splices)]), count: splices.length };
  }

  /** @throws CodedError `cancelled` */
  async redactedText(order: RedactOrder, progress: MessagePort): Promise<Blob> {
    const { memory, size } = this.snapshots.get();
    const output = new Output(memory, size);
    let at = 0;
    for (const { start, end, insert } of await this.driver.report(this.redact(order), progress)) {
      output.copy(at, start);
      output.write(insert);
      at = end;
    }
    output.copy(at, size);
    return new Blob([output.take() as Uint8Array<ArrayBuffer>]);
  }

  findLeaksInTexts(texts: readonly string[]): readonly LeakGroup[] {
    return texts.flatMap((text) => finish(listTextLeaks(encodeUtf8(text))));
  }

  redactTexts(texts: readonly string[], order: RedactOrder): readonly string[] {
    return texts.map((text) => {
      const bytes = encodeUtf8(text);
      return decodeUtf8(spliceBytes(bytes, finish(redactText(bytes, order))));
    });
  }

  /** A text that is not valid has no values, and is searched as a text. */
  private redact(order: RedactOrder): Work<Splice[]> {
    const document = this.snapshots.get();
    return document.isLive ? redact(document.places, order) : redactText(document.memory.text(), order);
  }
}
