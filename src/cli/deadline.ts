// The longest time of a command that runs an expression or a query, which may have no end.

import { countOption, type CommandCall, type CommandOptions } from './command.ts';
import { LIMITS } from './limits.ts';
import { createWatchdog } from './watchdog.ts';

/** The option of these commands. */
export const DEADLINE_OPTIONS = { timeout: { type: 'string' } } as const satisfies CommandOptions;
export const DEADLINE_DETAILS = `      --timeout N   seconds after which it is ended (${LIMITS.commandSeconds}; 0: never)`;

/** Limits the time of work, which may come in several parts. */
export interface Deadline {
  /** Runs a part, which ends with the process if it takes longer than the command may, with a line that says so. */
  limit<T>(work: () => T | Promise<T>): Promise<T>;
  end(): void;
}

/** Creates the deadline of a command; `end` must be called. */
export function createDeadline(call: CommandCall, command: string): Deadline {
  const seconds = countOption(call, 'timeout', LIMITS.commandSeconds, 0);
  if (seconds === 0) return { limit: async (work) => work(), end: () => undefined };
  const message = `diptych: ${command} was ended after ${seconds} s, its --timeout.`;
  const watchdog = createWatchdog({ maxMs: seconds * 1000, message });
  return {
    async limit(work) {
      watchdog.watch();
      try {
        return await work();
      } finally {
        watchdog.rest();
      }
    },
    end: () => watchdog.end(),
  };
}

/** Runs work in one part. */
export async function withDeadline<T>(call: CommandCall, command: string, work: () => Promise<T>): Promise<T> {
  const deadline = createDeadline(call, command);
  try {
    return await deadline.limit(work);
  } finally {
    deadline.end();
  }
}
