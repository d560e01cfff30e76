// The longest time of a command that runs an expression or a query, which may have no end.

import { countOption, type CommandCall, type CommandOptions } from './command.ts';
import { LIMITS } from './limits.ts';
import { createWatchdog } from './watchdog.ts';

/** The option of these commands. */
export const DEADLINE_OPTIONS = { timeout: { type: 'string' } } as const satisfies CommandOptions;
export const DEADLINE_DETAILS = `      --timeout N   seconds after which it is ended (${LIMITS.commandSeconds}; 0: never)`;

/** Runs work that ends with the process if it takes longer than the command may, with a line that says so. */
export async function withDeadline<T>(call: CommandCall, command: string, work: () => Promise<T>): Promise<T> {
  const seconds = countOption(call, 'timeout', LIMITS.commandSeconds, 0);
  if (seconds === 0) return work();
  const message = `diptych: ${command} was ended after ${seconds} s, its --timeout.`;
  const watchdog = createWatchdog({ maxMs: seconds * 1000, message });
  watchdog.watch();
  try {
    return await work();
  } finally {
    watchdog.end();
  }
}
