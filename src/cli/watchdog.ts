// Ends this process from a thread of its own, which has its turn even while an expression or a query never returns to the event loop.
// The thread is a text because the package is bundled, and a thread's file would have to be found beside it.

import { Worker } from 'node:worker_threads';

/** What the process must not outlive or exceed. */
export interface WatchdogOrder {
  /** Memory that ends the process, in bytes. */
  readonly maxBytes?: number;
  /** Time that ends it, in milliseconds from the start of a watch. */
  readonly maxMs?: number;
  /** Whether it ends with the process that has started it. */
  readonly endsWithParent?: boolean;
  /** What is written to standard error at the end of the time. */
  readonly message?: string;
}

/** A watchdog; it sleeps until `watch`. */
export interface Watchdog {
  watch(): void;
  rest(): void;
  /** Ends the thread. */
  end(): void;
}

/** How often the thread looks. */
const POLL_MS = 50;

const THREAD = `
const { workerData: { state, order, parent, poll } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const words = new Int32Array(state);
const end = () => process.kill(process.pid, 'SIGKILL');
for (;;) {
  Atomics.wait(words, 0, 0);
  const start = performance.now();
  while (Atomics.load(words, 0) === 1) {
    Atomics.wait(words, 0, 1, poll);
    if (order.endsWithParent && process.ppid !== parent) end();
    if (order.maxBytes !== undefined && process.memoryUsage.rss() > order.maxBytes) end();
    if (order.maxMs !== undefined && performance.now() - start > order.maxMs) {
      if (order.message !== undefined) writeSync(2, order.message + '\\n');
      end();
    }
  }
}
`;

/** Starts the thread, which does not keep the process alive. */
export function createWatchdog(order: WatchdogOrder): Watchdog {
  const state = new SharedArrayBuffer(4);
  const words = new Int32Array(state);
  const thread = new Worker(THREAD, {
    eval: true,
    workerData: { state, order, parent: process.ppid, poll: POLL_MS },
  });
  thread.unref();
  const set = (value: 0 | 1): void => {
    Atomics.store(words, 0, value);
    Atomics.notify(words, 0);
  };
  return {
    watch: () => set(1),
    rest: () => set(0),
    end() {
      set(0);
      void thread.terminate();
    },
  };
}
