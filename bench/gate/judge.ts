// Whether a step has become slower than at the base commit. Both builds run in turn in one process. A step fails only when its
// whole interval lies beyond the tolerance; the intervals are so wide that one of many equal steps fails in one run of twenty at
// most (Bonferroni).

import { estimateRatio, type Estimate, type Neighbours } from '../report/statistics.ts';

/** How much slower a step may be: less is not told from what else a change of the code moves in memory. */
export const TOLERANCE = 1.05;
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

export type PartKind = 'script' | 'style' | 'font' | 'other';

export interface PartSize {
  readonly part: string;
  readonly kind: PartKind;
  readonly bytes: number;
}

/** What the parts of the page may weigh, in bytes. */
export interface PartLimits {
  /** By name and kind: `editor, script`. */
  readonly parts: Readonly<Record<string, number>>;
  /** For each part that has no limit of its own. */
  readonly others: Readonly<Record<PartKind, number>>;
  /** For all parts of a kind together. */
  readonly all: Readonly<Record<PartKind, number>>;
}

/** Returns what is heavier than its limit, and limits of parts that are not there, as sentences. */
export function judgeSizes({ parts, others, all }: PartLimits, sizes: readonly PartSize[]): string[] {
  const over = (name: string, bytes: number, limit: number): string[] =>
    bytes > limit ? [`${name}: ${bytes} bytes, and its limit is ${limit}`] : [];
  const nameOf = ({ part, kind }: PartSize): string => `${part}, ${kind}`;
  const names = new Set(sizes.map(nameOf));
  const sum = (kind: PartKind): number =>
    sizes.filter((size) => size.kind === kind).reduce((bytes, size) => bytes + size.bytes, 0);
  return [
    ...sizes.flatMap((size) => over(nameOf(size), size.bytes, parts[nameOf(size)] ?? others[size.kind])),
    ...(['script', 'style', 'font', 'other'] as const).flatMap((kind) =>
      over(`all of kind ${kind}`, sum(kind), all[kind]),
    ),
    ...Object.keys(parts).flatMap((name) => (names.has(name) ? [] : [`${name}: has a limit, and is no part`])),
  ];
}
