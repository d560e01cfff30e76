// The processes that run calls. A call has one for itself, so that it can be ended whatever it does, and none keeps another from running.

import { fork, type ChildProcess } from 'node:child_process';
import { cancelled, CodedError, hasCode } from '../../shared/errors.ts';
import { LIMITS } from '../limits.ts';
import type { WorkerCall, WorkerReply, WorkerSetup } from './worker-messages.ts';

/** Longest time of a timer; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** How calls are run. */
export interface PoolOptions {
  /** The file of worker.ts, built. */
  readonly workerFile: string;
  readonly setup: Omit<WorkerSetup, 'type'>;
  /** Longest time of a call. */
  readonly callSeconds: number;
}

interface Waiting {
  readonly file: string;
  readonly take: (worker: CallProcess) => void;
}

export class WorkerPool {
  private readonly workers: CallProcess[] = [];
  private readonly waiting: Waiting[] = [];
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: PoolOptions) {
    // The first call finds a process that has started.
    this.start();
  }

  /**
   * Runs a call; `file` names the document that it is about. One that only reads is repeated where the documents of earlier calls
   * have left too little memory for it.
   * @throws CodedError `timeout`, `too-large`, `cancelled`
   */
  async run(call: WorkerCall, file: string, isWriting: boolean, signal: AbortSignal): Promise<WorkerReply> {
    for (;;) {
      const worker = await this.take(file, signal);
      const isFresh = worker.callCount === 0;
      try {
        return await worker.run(call, this.options.callSeconds, signal);
      } catch (error) {
        if (isWriting || isFresh || !hasCode(error, 'too-large')) throw error;
      } finally {
        this.giveBack(worker);
      }
    }
  }

  /** Ends all processes, whatever they do. */
  close(): void {
    clearTimeout(this.idleTimer);
    for (const worker of this.workers) worker.kill();
  }

  private start(): CallProcess {
    const worker = new CallProcess(this.options);
    this.workers.push(worker);
    return worker;
  }

  private async take(file: string, signal: AbortSignal): Promise<CallProcess> {
    if (signal.aborted) throw cancelled();
    for (const dead of this.workers.filter(({ isBusy, isDead }) => isDead && !isBusy))
      this.workers.splice(this.workers.indexOf(dead), 1);
    const idle = this.workers.filter(({ isBusy }) => !isBusy);
    // A document that is in memory already is answered at once.
    const found = idle.find((worker) => worker.file === file) ?? idle[0];
    if (found !== undefined) return found.reserve(file);
    if (this.workers.length < LIMITS.callsAtOnce) return this.start().reserve(file);
    return new Promise((resolve, reject) => {
      const give = (): void => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        reject(cancelled());
      };
      const entry: Waiting = {
        file,
        take: (worker) => {
          signal.removeEventListener('abort', give);
          resolve(worker.reserve(file));
        },
      };
      this.waiting.push(entry);
      signal.addEventListener('abort', give, { once: true });
    });
  }

  private giveBack(worker: CallProcess): void {
    worker.isBusy = false;
    if (worker.isDead) this.workers.splice(this.workers.indexOf(worker), 1);
    const next = this.waiting.shift();
    if (next !== undefined) next.take(worker.isDead ? this.start() : worker);
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => this.endIdle(), LIMITS.idleSeconds * 1000);
    this.idleTimer.unref();
  }

  private endIdle(): void {
    const idle = this.workers.filter(({ isBusy }) => !isBusy);
    for (const worker of idle.slice(1)) {
      worker.kill();
      this.workers.splice(this.workers.indexOf(worker), 1);
    }
  }
}

class CallProcess {
  isBusy = false;
  /** The document of its last call. */
  file = '';
  callCount = 0;
  private readonly child: ChildProcess;
  /** Whether it was ended on purpose. */
  private isKilled = false;

  constructor({ workerFile, setup }: PoolOptions) {
    const mebibytes = Math.floor(setup.maxBytes / 1024 ** 2);
    this.child = fork(workerFile, [], {
      execArgv: [`--max-old-space-size=${mebibytes}`],
      // Nothing but the server's messages may reach its standard output.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    this.child.on('error', () => this.kill());
    this.child.send({ type: 'setup', ...setup } satisfies WorkerSetup, () => undefined);
  }

  get isDead(): boolean {
    return this.isKilled || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  reserve(file: string): this {
    this.isBusy = true;
    this.file = file;
    return this;
  }

  kill(): void {
    this.isKilled = true;
    this.child.kill('SIGKILL');
  }

  run(call: WorkerCall, seconds: number, signal: AbortSignal): Promise<WorkerReply> {
    const { child } = this;
    this.callCount += 1;
    return new Promise<WorkerReply>((resolve, reject) => {
      const stop = (error: CodedError): void => {
        this.kill();
        reject(error);
      };
      const onAbort = (): void => stop(cancelled());
      const timeout = new CodedError(
        'timeout',
        `The call was ended after ${seconds} s; no file is half written. Ask for less, or have the server started with a larger --timeout.`,
      );
      const timer = setTimeout(() => stop(timeout), Math.min(seconds * 1000, MAX_TIMER_MS));
      const onExit = (): void => reject(this.explainEnd());
      const onMessage = (reply: unknown): void => resolve(reply as WorkerReply);
      this.settle = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        child.off('exit', onExit);
        child.off('message', onMessage);
      };
      child.on('exit', onExit);
      child.on('message', onMessage);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      else if (this.isDead) onExit();
      else child.send(call, (error) => error !== null && stop(this.explainEnd()));
    }).finally(() => this.settle());
  }

  private settle: () => void = () => undefined;

  private explainEnd(): CodedError {
    const { signalCode, exitCode } = this.child;
    // Killed by its watchdog, by the system for want of memory, or by V8, which aborts.
    if (signalCode === 'SIGKILL' || signalCode === 'SIGABRT' || exitCode === 134)
      return new CodedError(
        'too-large',
        'The call needed more memory than it may have, and was ended. Ask for less, or have the server started with a larger --memory.',
      );
    return new CodedError(
      'internal',
      `The call’s process ended (${signalCode ?? exitCode ?? 'not started'}). Nothing was written by halves; try again.`,
    );
  }
}
