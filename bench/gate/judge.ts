// Whether a step has become slower than at the base commit. Both builds run in turn in one process. A step fails only when its
// whole interval lies beyond the tolerance; the intervals are so wide that one of many equal steps fails in one run of twenty at
// most (Bonferroni).

import { estimateRatio, type Estimate, type Neighbours } from '../report/statistics.ts';

/** How much slower a step may be: less is not told from what else a change of the code moves in memory. */
export const TOLERANCE = 1.05;
/** How much more a part of the page may weigh. Sizes are exact, so there is no interval. */
export const SIZE_TOLERANCE = 1.05;
/** A part may grow by as much whatever its size: a few lines in a small part are no fault, in bytes. */
const FEW_BYTES = 1024;
const FALSE_ALARMS = 0.05;

/** A step of the base (`one`) and of the head (`other`), in turn. */
export interface GateStep extends Neighbours {
  readonly name: string;
}

export interface Verdict {
  readonly name: string;
  /** How many times as long the head takes. */
  readonly ratio: Estimate;
  readonly isSlower: boolean;
}

/** Judges all steps of a run together. */
export function judge(steps: readonly GateStep[], tolerance = TOLERANCE): Verdict[] {
  const risk = FALSE_ALARMS / Math.max(1, steps.length);
  return steps.map(({ name, one, other }) => {
    const ratio = estimateRatio({ one, other }, 1 - risk);
    // The range of a few pairs misses the median more often than that.
    const isEnough = 2 ** (1 - one.length) <= risk;
    return { name, ratio, isSlower: isEnough && ratio.low > tolerance };
  });
}

/** The pairs of two measurements of the same steps. */
export function pool(first: readonly GateStep[], second: readonly GateStep[]): GateStep[] {
  return first.map((step) => {
    const again = second.find(({ name }) => name === step.name);
    return again === undefined
      ? step
      : { name: step.name, one: [...step.one, ...again.one], other: [...step.other, ...again.other] };
  });
}

export interface PartSize {
  readonly part: string;
  readonly bytes: number;
}

/** Returns the parts that weigh more than the tolerance allows, as sentences. */
export function judgeSizes(base: readonly PartSize[], head: readonly PartSize[]): string[] {
  const before = new Map(base.map(({ part, bytes }) => [part, bytes]));
  return head.flatMap(({ part, bytes }) => {
    const was = before.get(part);
    if (was === undefined || bytes <= Math.max(was * SIZE_TOLERANCE, was + FEW_BYTES)) return [];
    return [`${part}: ${was} bytes before, ${bytes} now`];
  });
}
