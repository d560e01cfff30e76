// Whether the machine is idle: a figure that was measured beside other work is worth less.
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

const STAT = '/proc/stat';
const LOOKS = 20;
const BETWEEN_MS = 50;

/** Returns how many other processes want a core in this second, on average; where the system does not tell, in the last minute. */
export async function otherProcesses() {
  if (!existsSync(STAT)) return loadavg()[0];
  let sum = 0;
  for (let look = 0; look < LOOKS; look += 1) {
    await wait(BETWEEN_MS);
    // This process is one of them.
    sum += Number(/^procs_running (\d+)$/m.exec(readFileSync(STAT, 'utf8'))?.[1] ?? 1) - 1;
  }
  return sum / LOOKS;
}
