// The one log of the page, started with the first status line.

import { checkSeal } from './check-seal.ts';
import { TrafficLog } from './traffic-log.ts';
import { watchTraffic } from './watch.ts';

let started: TrafficLog | null = null;

/** The log of this page. */
export function trafficLog(): TrafficLog {
  if (started !== null) return started;
  started = new TrafficLog();
  watchTraffic(started);
  checkSeal(started.state);
  return started;
}
