// What the report says of a run: rows for its plots and tables.

import { SCAN } from '../engine/step.ts';
import type { MeasureLine, PairsLine, Results } from './results.ts';
import { estimateMedian, estimateRatio, exponent, median, type Estimate } from './statistics.ts';

/** A step beside a peer: how many times as long the peer takes. */
export interface RatioRow {
  readonly suite: MeasureLine['suite'];
  readonly step: string;
  readonly peer: string;
  readonly start: PairsLine['start'];
  readonly shape: string;
  readonly style: string;
  readonly bytes: number;
  /** Why a larger document has no measurements. */
  readonly larger: { readonly bytes: number; readonly failure: string } | null;
  readonly unit: MeasureLine['unit'];
  /** The median of the step, in its pairs with this peer. */
  readonly own: number;
  readonly theirs: number;
  readonly ratio: Estimate;
  readonly pairs: number;
}

/** A step, its cost by size, and the power of the size that it grows with between 1 and 100 MB. */
export interface CostSeries {
  readonly suite: MeasureLine['suite'];
  readonly step: string;
  readonly points: readonly CostPoint[];
  /** The first peer of the step, with points where it could do it. */
  readonly peer: string | null;
  readonly peerPoints: readonly CostPoint[];
  readonly exponent: number | null;
  /** That of a scan, or else of the peer, in the same moments: above 1 it is the machine's. */
  readonly besideExponent: number | null;
}

export interface CostPoint {
  readonly megabytes: number;
  readonly ms: number;
  /** The fastest run: other work on the machine can only add to it. */
  readonly fastestMs: number;
}

/** A step that grows faster than its work. */
export const MAX_EXPONENT = 1.15;

const isReference = ({ peer }: PairsLine): boolean => peer === SCAN;
/** The browser tells no blocked moment that is shorter, in milliseconds; it is taken for as long as this. */
export const UNTOLD_MS = 50;
export const BLOCKED = 'longest blocked moment while opening';

/** Documents that the report compares sizes of. */
const isMain = ({ shape, style, suite }: MeasureLine): boolean =>
  suite === 'server' || ((shape === 'records' || shape === 'orders') && style === 'pretty');

/** Returns every step beside every peer from each start, on the largest document on which both were measured. */
export function ratioRows({ measures }: Results): RatioRow[] {
  const rows = new Map<string, RatioRow>();
  for (const line of measures) {
    if (!isMain(line)) continue;
    for (const pairs of line.beside) {
      if (pairs.own.length === 0 || isReference(pairs)) continue;
      const key = keyOf(line, pairs);
      if ((rows.get(key)?.bytes ?? 0) < line.bytes) rows.set(key, ratioRow(line, pairs));
    }
  }
  for (const line of measures) {
    if (!isMain(line)) continue;
    for (const pairs of line.beside) {
      const row = rows.get(keyOf(line, pairs));
      const { failure } = pairs;
      if (failure === undefined || row === undefined || row.bytes > line.bytes) continue;
      if (row.larger === null || row.larger.bytes > line.bytes)
        rows.set(keyOf(line, pairs), { ...row, larger: { bytes: line.bytes, failure } });
    }
  }
  // In the order of the suites and their steps, whatever the sizes were measured in.
  const steps = [...new Set(Array.from(rows.values(), ({ step }) => step))];
  const place = (row: RatioRow): number => SUITE_ORDER.indexOf(row.suite) * steps.length + steps.indexOf(row.step);
  return [...rows.values()].toSorted((a, b) => place(a) - place(b));
}

const SUITE_ORDER: readonly MeasureLine['suite'][] = [
  'browser',
  'engine',
  'operations',
  'query',
  'table',
  'compare',
  'schema',
  'server',
];

const keyOf = ({ suite, step }: MeasureLine, { peer, start }: PairsLine): string =>
  `${suite}\n${step}\n${peer}\n${start}`;

/** Returns the opening of each shape beside `JSON.parse`, on the largest document of the shape. */
export function shapeRows({ measures }: Results): RatioRow[] {
  const rows = new Map<string, RatioRow>();
  for (const line of measures) {
    if (line.suite !== 'engine' || line.step !== 'open') continue;
    for (const pairs of line.beside) {
      const key = `${line.shape} ${line.style}`;
      if (pairs.peer !== 'JSON.parse' || pairs.own.length === 0 || (rows.get(key)?.bytes ?? 0) > line.bytes) continue;
      rows.set(key, ratioRow(line, pairs));
    }
  }
  return [...rows.values()];
}

function ratioRow(line: MeasureLine, { peer, start, own, theirs }: PairsLine): RatioRow {
  const { suite, step, shape, style, bytes, unit } = line;
  const told = (values: readonly number[]): readonly number[] =>
    step === BLOCKED ? values.map((ms) => Math.max(ms, UNTOLD_MS)) : values;
  const ratio = estimateRatio({ one: told(own), other: told(theirs) });
  return {
    suite,
    step,
    peer,
    start,
    shape,
    style,
    bytes,
    larger: null,
    unit,
    own: median(own),
    theirs: median(theirs),
    ratio,
    pairs: own.length,
  };
}

/** The times of a step: those beside a scan, where there are any, because a peer leaves garbage to collect. */
export function timesOf(line: MeasureLine): readonly number[] {
  return line.beside.find((pairs) => isReference(pairs) && pairs.own.length > 0)?.own ?? line.own;
}

/** Returns the steps that were measured on at least three sizes. */
export function costSeries({ measures }: Results): CostSeries[] {
  const found = new Map<string, MeasureLine[]>();
  for (const line of measures) {
    if (!isMain(line) || line.unit !== 'ms' || line.suite === 'server') continue;
    const key = `${line.suite}\n${line.step}`;
    found.set(key, [...(found.get(key) ?? []).filter(({ bytes }) => bytes !== line.bytes), line]);
  }
  return [...found.values()].flatMap((lines) => {
    const [first] = lines;
    if (first === undefined || lines.length < 3) return [];
    const sorted = lines.toSorted((a, b) => a.bytes - b.bytes);
    const points = sorted.flatMap((line) => {
      return median(timesOf(line)) > 0 ? [pointOf(line.bytes, timesOf(line))] : [];
    });
    const peer = first.beside.find((pairs) => !isReference(pairs))?.peer ?? null;
    const peerPoints = sorted.flatMap((line) => {
      const theirs = line.beside.find((pairs) => pairs.peer === peer)?.theirs ?? [];
      return theirs.length === 0 ? [] : [pointOf(line.bytes, theirs)];
    });
    return [
      {
        suite: first.suite,
        step: first.step,
        points,
        peer,
        peerPoints,
        exponent: first.suite === 'browser' ? null : exponentOf(points),
        besideExponent: exponentOf(
          sorted.flatMap((line) => {
            const pairs = line.beside.find(isReference) ?? line.beside.find(({ peer: name }) => name === peer);
            return pairs === undefined || pairs.theirs.length === 0 ? [] : [pointOf(line.bytes, pairs.theirs)];
          }),
        ),
      },
    ];
  });
}

function pointOf(bytes: number, times: readonly number[]): CostPoint {
  return { megabytes: bytes / 1e6, ms: median(times), fastestMs: Math.min(...times) };
}

/** The exponent between 1 and 100 MB; `null` if one size was measured at most. */
function exponentOf(points: readonly CostPoint[]): number | null {
  const within = points.filter(({ megabytes }) => megabytes >= 1 && megabytes <= 100);
  if (within.length < 2) return null;
  return exponent(within.map(({ megabytes, fastestMs }) => ({ size: megabytes, cost: fastestMs })));
}

/** Returns the exponents of the openings of the other shapes, and of `JSON.parse` in the same moments. */
export function shapeExponents({ measures }: Results): Map<string, Pick<CostSeries, 'exponent' | 'besideExponent'>> {
  const shapes = new Map<string, MeasureLine[]>();
  for (const line of measures) {
    if (line.suite !== 'engine' || line.step !== 'open' || line.shape === 'records') continue;
    shapes.set(line.shape, [...(shapes.get(line.shape) ?? []), line]);
  }
  return new Map(
    Array.from(shapes, ([shape, lines]) => {
      const parsed = lines.flatMap((line) => {
        const theirs = line.beside.find(({ peer }) => peer === 'JSON.parse')?.theirs ?? [];
        return theirs.length === 0 ? [] : [pointOf(line.bytes, theirs)];
      });
      const own = lines.map((line) => pointOf(line.bytes, timesOf(line)));
      return [shape, { exponent: exponentOf(own), besideExponent: exponentOf(parsed) }];
    }),
  );
}

/** The memory of the renderer by size, of Diptych and of each peer. */
export interface MemoryPoint {
  readonly who: string;
  readonly megabytes: number;
  readonly memoryMb: number;
}

export function memoryPoints({ measures }: Results): MemoryPoint[] {
  return measures
    .filter(({ suite, unit }) => suite === 'browser' && unit === 'bytes')
    .flatMap((line) => {
      const megabytes = line.bytes / 1e6;
      const at = (who: string, bytes: readonly number[]): MemoryPoint => ({
        who,
        megabytes,
        memoryMb: median(bytes) / 1e6,
      });
      const peers = line.beside.filter(({ theirs }) => theirs.length > 0);
      return [at('Diptych', line.own), ...peers.map(({ peer, theirs }) => at(peer, theirs))];
    });
}

/** A step of a run in the past. */
export interface HistoryPoint {
  readonly machine: string;
  readonly date: string;
  readonly commit: string;
  readonly step: string;
  readonly ms: Estimate;
}

/** The steps whose times are followed from run to run, at 10 MB. */
const FOLLOWED: readonly (readonly [suite: string, step: string])[] = [
  ['engine', 'scan'],
  ['engine', 'format'],
  ['operations', 'sort the records by a number'],
  ['compare', 'changes in some places'],
];

export function historyPoints(runs: readonly Results[]): HistoryPoint[] {
  return runs.flatMap(({ run, measures }) =>
    FOLLOWED.flatMap(([suite, step]) => {
      const line = measures.find((one) => one.suite === suite && one.step === step && one.bytes === 1e7 && isMain(one));
      if (line === undefined) return [];
      const ms = estimateMedian(timesOf(line));
      return [{ machine: machineClass(run), date: run.date, commit: run.commit, step, ms }];
    }),
  );
}

/** Times of different classes are never compared. */
export function machineClass({ processor, cores }: Results['run']): string {
  return `${processor}, ${cores} cores`;
}
