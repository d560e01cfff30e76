// One worker and the connection to it. Comlink carries the calls; this adds coded errors, and detection of the worker's death,
// after which all pending calls reject with `worker-died`.
//
//   call ──▶ Comlink ──▶ worker
//        ◀── Reply                       or death: an error event, or the worker's Web Lock is released

import { type Remote, transfer, wrap } from 'comlink';
import { cancelled, CodedError, fromWire } from '../../shared/errors.ts';
import type { Reply } from '../../shared/protocol/reply.ts';
import { withLock } from '../browser/locks.ts';
import { WORKER_DIED } from '../strings/app/client.ts';

/** Every method returns a `Reply`. */
type Replies<Api> = { [Name in keyof Api]: (...args: never[]) => Promise<Reply<unknown>> };

/** The value in the reply of a method. */
export type Answer<Api, Name extends keyof Api> = Api[Name] extends (...args: never[]) => Promise<Reply<infer T>>
  ? T
  : never;

/** Returns a name for a lock that only one worker of one page holds; `null` where the browser has no locks. */
function lockName(): string | null {
  if (!('locks' in navigator)) return null;
  return `diptych-worker-${crypto.randomUUID()}`;
}

/** A worker that accepts calls until it dies or is ended. */
export class WorkerLink<Api extends Replies<Api>> {
  /** The name of the lock that the worker should hold. */
  readonly lock = lockName();
  /** `null` once the worker has ended: Comlink keeps the worker for as long as there is a proxy for it. */
  private remote: Remote<Api> | null;
  private readonly pending = new Set<(error: CodedError) => void>();
  private readonly watch = new AbortController();
  /** What calls reject with once the worker has ended. */
  private failure = died;

  constructor(
    private readonly worker: Worker,
    private readonly onDeath: () => void,
  ) {
    this.remote = wrap<Api>(worker);
    worker.addEventListener('error', () => this.die());
  }

  /** Calls a method of the worker. @throws CodedError */
  call<Name extends keyof Api>(name: Name, args: Parameters<Api[Name]>): Promise<Answer<Api, Name>> {
    return new Promise((resolve, reject) => {
      if (this.remote === null) {
        reject(this.failure());
        return;
      }
      this.pending.add(reject);
      const method = this.remote[name as keyof Remote<Api>] as unknown as (
        ...args: unknown[]
      ) => Promise<Reply<unknown>>;
      // A port can't be copied.
      method(...args.map((value: unknown) => (value instanceof MessagePort ? transfer(value, [value]) : value))).then(
        (reply) => {
          this.pending.delete(reject);
          if (reply.ok) resolve(reply.value as Answer<Api, Name>);
          else reject(fromWire(reply.error));
        },
        (error: unknown) => {
          this.pending.delete(reject);
          reject(error);
        },
      );
    });
  }

  /** Watches the lock, which the worker holds by now: when it is released, the worker is dead. */
  watchLock(): void {
    if (this.lock === null) return;
    withLock(this.lock, { signal: this.watch.signal }, () => this.die()).catch(() => undefined);
  }

  /** Ends the worker as if it had died; pending calls reject with `worker-died`. `onDeath` is not called. */
  end(): void {
    this.stop();
  }

  /** Ends the worker because nobody needs it any more: pending and later calls reject with `cancelled`. */
  close(): void {
    this.failure = cancelled;
    this.stop();
  }

  private die(): void {
    if (this.remote === null) return;
    this.stop();
    this.onDeath();
  }

  private stop(): void {
    this.remote = null;
    this.watch.abort();
    this.worker.terminate();
    for (const reject of this.pending) reject(this.failure());
    this.pending.clear();
  }
}

function died(): CodedError {
  return new CodedError('worker-died', WORKER_DIED);
}
