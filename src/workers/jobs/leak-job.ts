// The leak guard in a job worker, on the snapshot of a document worker: its patterns run over whatever the document holds, and
// end with the worker.

import { joinBytes } from '../../shared/bytes/bytes.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { packSplices } from '../../shared/document/splice-pack.ts';
import type { LeakGroup, RedactOrder, RedactPlan } from '../../shared/protocol/leaks.ts';
import { receiveDocument } from '../common/handover.ts';
import { compileEngine } from '../../engine/base/memory.ts';
import { finish, type Work } from '../../engine/base/work.ts';
import { Output } from '../../engine/base/output.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { listTextLeaks, redactText } from '../../engine/leaks/find-in-text.ts';
import { findLeaks } from '../../engine/leaks/find-leaks.ts';
import { redact } from '../../engine/leaks/redact.ts';
import { JobDriver } from './drive-job.ts';

/** The part of a job worker that finds and replaces secrets. */
export class LeakJob {
  private readonly module = compileEngine();
  private readonly driver = new JobDriver();
  private kept: JsonDocument | null = null;

  /** @throws CodedError `refused` for a snapshot of another version, `too-large` */
  async keep(source: MessagePort): Promise<void> {
    this.kept = null;
    this.kept = await receiveDocument(this.module, source);
  }

  /** @throws CodedError `cancelled` */
  async find(ignored: readonly string[], progress: MessagePort): Promise<readonly LeakGroup[]> {
    try {
      const { document } = this;
      const work = document.isLive
        ? findLeaks(document.places, new Set(ignored))
        : listTextLeaks(document.memory.text());
      return await this.driver.report(work, progress);
    } finally {
      progress.close();
    }
  }

  /** @throws CodedError `cancelled` */
  async plan(order: RedactOrder, progress: MessagePort): Promise<RedactPlan> {
    try {
      const splices = await this.driver.report(this.redact(order), progress);
      return { splices: new Blob([packSplices(splices)]), count: splices.length };
    } finally {
      progress.close();
    }
  }

  /** @throws CodedError `cancelled` */
  async text(order: RedactOrder, progress: MessagePort): Promise<Blob> {
    try {
      const { memory, size } = this.document;
      const output = new Output(memory, size);
      let at = 0;
      for (const { start, end, insert } of await this.driver.report(this.redact(order), progress)) {
        output.copy(at, start);
        output.write(insert);
        at = end;
      }
      output.copy(at, size);
      return new Blob([output.take() as Uint8Array<ArrayBuffer>]);
    } finally {
      progress.close();
    }
  }

  findInTexts(texts: readonly string[]): readonly LeakGroup[] {
    return texts.flatMap((text) => finish(listTextLeaks(encodeUtf8(text))));
  }

  redactTexts(texts: readonly string[], order: RedactOrder): readonly string[] {
    return texts.map((text) => {
      const bytes = encodeUtf8(text);
      const parts: Uint8Array[] = [];
      let at = 0;
      for (const { start, end, insert } of finish(redactText(bytes, order))) {
        parts.push(bytes.subarray(at, start), insert);
        at = end;
      }
      return decodeUtf8(joinBytes([...parts, bytes.subarray(at)]));
    });
  }

  /** A text that is not valid has no values, and is searched as a text. */
  private redact(order: RedactOrder): Work<Splice[]> {
    const { document } = this;
    return document.isLive ? redact(document.places, order) : redactText(document.memory.text(), order);
  }

  private get document(): JsonDocument {
    if (this.kept === null) throw new RangeError('no snapshot, expected one before a search');
    return this.kept;
  }
}
