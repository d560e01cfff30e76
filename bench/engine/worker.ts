// Runs the engine's bench in a worker, like the engine itself.

import { measureComparing } from './comparing.ts';
import { measure, type BenchJob } from './measure.ts';
import { measureOperations } from './operations.ts';
import { measureQuerying } from './querying.ts';

const run = async (order: BenchJob): Promise<unknown> => {
  if (order.querying !== undefined) return measureQuerying(order.querying, order.size, order.rounds);
  if (order.comparing === true) return measureComparing(order.size, order.rounds);
  return order.operations ? measureOperations(order) : measure(order);
};

self.onmessage = ({ data }: MessageEvent<BenchJob>) => {
  run(data).then(
    (figures) => self.postMessage({ figures }),
    (error: unknown) =>
      self.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
};
