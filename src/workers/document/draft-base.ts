// Hands the base of a draft to a draft worker, piece by piece.

import { transfer, wrap } from 'comlink';
import { CodedError, fromWire, hasCode } from '../../shared/errors.ts';
import type { Reply } from '../../shared/protocol/reply.ts';
import { withinTime } from '../../shared/time-limit.ts';
import type { DraftApi } from '../draft.worker.ts';

/** Time limit for a file to open. */
const MAX_OPENING_MS = 2000;

/** Whether the file system has once not answered: from then on nothing waits for it any more. */
let isSilent = false;

/**
 * Writes pieces into a draft's base file and flushes it to disk. The pieces are transferred. Returns `false`, without reading any
 * piece, when the browser has no private file system, as in some private windows, or it does not answer.
 * @throws CodedError `full` when there is no space, and whatever reading the pieces throws. The file is then removed.
 */
export async function writeDraftBase(name: string, pieces: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<boolean> {
  if (isSilent) return false;
  const writer = new DraftWorker();
  if (!(await openInTime(writer, name))) return false;
  try {
    for await (const piece of pieces) await writer.append(piece);
    await writer.finish();
    return true;
  } catch (error) {
    await writer.remove().catch(() => undefined);
    throw error;
  } finally {
    writer.end();
  }
}

/** Opens a base file; `false` where there is none to be had. The worker is then ended. */
async function openInTime(writer: DraftWorker, name: string): Promise<boolean> {
  let isOpen = false;
  let isLate = false;
  try {
    isOpen = await withinTime(writer.open(name), MAX_OPENING_MS, () => {
      writer.remove().then(
        () => writer.end(),
        () => writer.end(),
      );
    });
  } catch (error) {
    if (!hasCode(error, 'timeout') && !hasCode(error, 'worker-died')) throw error;
    isLate = hasCode(error, 'timeout');
    isSilent ||= isLate;
  } finally {
    // A file that opens late is removed first.
    if (!isOpen && !isLate) writer.end();
  }
  return isOpen;
}

/** A worker that writes one base file. */
class DraftWorker {
  private readonly worker = new Worker(new URL('../draft.worker.ts', import.meta.url), {
    type: 'module',
    name: 'draft',
  });
  private readonly api = wrap<DraftApi>(this.worker);
  private readonly death = Promise.withResolvers<never>();

  constructor() {
    this.death.promise.catch(() => undefined);
    this.worker.onerror = ({ message }) => this.death.reject(new CodedError('worker-died', message));
  }

  open(name: string): Promise<boolean> {
    return this.answer(this.api.open(name));
  }

  append(piece: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.answer(this.api.append(transfer(piece, [piece.buffer])));
  }

  finish(): Promise<void> {
    return this.answer(this.api.finish());
  }

  remove(): Promise<void> {
    return this.answer(this.api.remove());
  }

  end(): void {
    this.worker.terminate();
  }

  /** @throws CodedError `worker-died` when the worker can't be loaded, or its own */
  private async answer<T>(reply: Promise<Reply<T>>): Promise<T> {
    const answer = await Promise.race([reply, this.death.promise]);
    if (!answer.ok) throw fromWire(answer.error);
    return answer.value;
  }
}
