// The engine's bench runs where the engine runs: in a worker.

import { measure, type Order } from './measure.ts';

self.onmessage = ({ data }: MessageEvent<Order>) => {
  measure(data).then(
    (figures) => self.postMessage({ figures }),
    (error: unknown) =>
      self.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
};
