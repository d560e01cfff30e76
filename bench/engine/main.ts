// The bench's page: runs one order in a new worker, so that no memory remains from the one before.

import type { ComparingFigures } from './comparing.ts';
import type { Figures, BenchJob } from './measure.ts';
import type { Operation } from './operations.ts';
import type { QueryFigures } from './querying.ts';

/** The result of an order. */
type Answer = Figures | Operation[] | ComparingFigures[] | QueryFigures;

declare global {
  interface Window {
    runOrder(order: BenchJob): Promise<Answer>;
  }
}

window.runOrder = (order) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }: MessageEvent<{ figures?: Answer; error?: string }>) => {
      worker.terminate();
      if (data.figures === undefined) reject(new Error(data.error ?? 'no answer'));
      else resolve(data.figures);
    };
    worker.postMessage(order);
  });
