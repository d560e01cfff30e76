// Counts the workers that a test starts and ends.

import { onTestFinished, vi } from 'vitest';

/** The workers since a moment. */
export interface WatchedWorkers {
  readonly running: ReadonlySet<Worker>;
  readonly started: number;
}

/** Watches the workers that are started from now on, until the test ends. */
export function watchWorkers(): WatchedWorkers {
  const running = new Set<Worker>();
  const watched = { running, started: 0 };
  vi.stubGlobal(
    'Worker',
    class extends Worker {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        running.add(this);
        watched.started += 1;
      }
      override terminate(): void {
        running.delete(this);
        super.terminate();
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return watched;
}
