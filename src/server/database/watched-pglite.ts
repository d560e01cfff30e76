// PGlite in a worker thread, with a watchdog: an engine that fails, or does not answer, is ended and started again. What it had
// acknowledged is in its files; what it had not is reported as failed.

import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { DatabaseAway } from './failures.ts';
import type { Report } from './interface.ts';
import type { PGliteEngine } from './pglite-dialect.ts';

/** The first start creates the database, which takes ten seconds on a slow machine. */
const START_MS = 120_000;
const CLOSE_MS = 5000;
const RESTART_MS = 1000;

interface Reply {
  readonly id: number;
  readonly rows?: unknown[];
  readonly affectedRows?: number;
  readonly error?: { readonly message: string; readonly code: string | null };
}

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

/** Options of the watchdog. */
export interface Watch {
  /** A query that takes longer counts as one that never ends, in milliseconds. */
  readonly queryMs: number;
  readonly report: Report;
}

/** An error of the database, as it came from the thread. */
class QueryError extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** An engine in a folder. @see PGliteEngine */
export class WatchedPGlite implements PGliteEngine {
  readonly waitReady: Promise<void>;
  starts = 0;
  closed = false;
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;

  constructor(
    private readonly files: string,
    private readonly watch: Watch,
  ) {
    this.waitReady = this.start();
    this.waitReady.catch(() => undefined);
  }

  /** Whether it takes queries. */
  get isUp(): boolean {
    return this.worker !== null;
  }

  async query(sql: string, parameters: unknown[]): Promise<{ rows: unknown[]; affectedRows?: number }> {
    const { rows = [], affectedRows } = await this.ask(sql, parameters, this.watch.queryMs);
    return { rows, ...(affectedRows !== undefined && { affectedRows }) };
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.ask(null, [], CLOSE_MS).catch((error: unknown) =>
      this.watch.report('the database was not closed in order', error),
    );
    await this.worker?.terminate();
  }

  /** Ends the engine's thread as a fault of it would, for tests. */
  async kill(): Promise<void> {
    await this.worker?.terminate();
  }

  private async start(): Promise<void> {
    const worker = new Worker(join(import.meta.dirname, 'pglite-worker.mjs'), { workerData: { files: this.files } });
    let failure: unknown = null;
    const gone = (): void => {
      if (this.worker !== worker) return;
      this.worker = null;
      this.starts += 1;
      const error = new DatabaseAway('the database has ended');
      for (const { reject } of this.waiting.values()) reject(error);
      this.waiting.clear();
      if (this.closed) return;
      this.watch.report('the database has ended: it is started again', failure);
      void this.startLater();
    };
    worker.on('error', (error) => (failure = error));
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => void worker.terminate(), START_MS);
      worker.on('message', (reply: Reply) => {
        if (reply.id === 0) resolve();
        else this.receive(reply);
      });
      worker.on('exit', () => {
        reject(failure instanceof Error ? failure : new DatabaseAway('the database could not be started'));
        gone();
      });
      worker.once('message', () => clearTimeout(timer));
      worker.once('exit', () => clearTimeout(timer));
    });
    this.worker = worker;
  }

  private async startLater(): Promise<void> {
    while (!this.closed && this.worker === null) {
      await wait(RESTART_MS);
      if (!this.closed)
        await this.start().catch((error: unknown) => this.watch.report('the database can’t be started', error));
    }
  }

  private receive(reply: Reply): void {
    const asked = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (reply.error === undefined) return asked?.resolve(reply);
    const { message, code } = reply.error;
    if (code !== null) return asked?.reject(new QueryError(message, code));
    asked?.reject(new DatabaseAway(message));
    this.watch.report('the database has failed', new Error(message));
    void this.worker?.terminate();
  }

  private async ask(sql: string | null, parameters: unknown[], limitMs: number): Promise<Reply> {
    const { worker } = this;
    if (worker === null) throw new DatabaseAway('the database is being started');
    this.asked += 1;
    const id = this.asked;
    const timer = setTimeout(() => void worker.terminate(), limitMs);
    try {
      return await new Promise<Reply>((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        worker.postMessage({ id, sql, parameters });
      });
    } finally {
      clearTimeout(timer);
    }
  }
}
