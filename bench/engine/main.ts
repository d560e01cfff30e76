// The bench's page: runs one job in a new worker, so that no memory remains from the one before.

import type { Measured } from './interleave.ts';
import type { BenchJob } from './step.ts';

declare global {
  interface Window {
    runJob(job: BenchJob): Promise<readonly Measured[]>;
    runGauge(): Promise<readonly number[]>;
  }
}

function ask<T>(message: BenchJob | 'gauge'): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }: MessageEvent<{ result?: T; error?: string }>) => {
      worker.terminate();
      if (data.result === undefined) reject(new Error(data.error ?? 'no answer'));
      else resolve(data.result);
    };
    worker.postMessage(message);
  });
}

window.runJob = (job) => ask(job);
window.runGauge = () => ask('gauge');
