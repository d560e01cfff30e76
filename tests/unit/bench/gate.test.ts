// The gate, over recorded pairs of two equal builds on a busy machine: whether it keeps quiet, and whether it finds what it should.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../bench/generate.ts';
import { judge, judgeSizes, pool, type GateStep } from '../../../bench/gate/judge.ts';

/** As the gate is run by default. */
const PROCESSES = 8;
const QUIET_RUNS = 50;
const PLANTED_RUNS = 100;
const PLANTED = 1.15;

interface Sample {
  readonly name: string;
  /** Head / base of each pair, by process. */
  readonly ratios: readonly (readonly number[])[];
}

const samples = readFileSync(join(import.meta.dirname, 'gate-samples.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Sample);

/** A run of the gate: the pairs of some recorded processes, with one step made slower. */
function simulate(random: Random, planted: string | null): GateStep[] {
  const recorded = samples[0]?.ratios.length ?? 0;
  const drawn = Array.from({ length: PROCESSES }, () => random.int(recorded));
  return samples.map(({ name, ratios }) => {
    const factor = name === planted ? PLANTED : 1;
    const other = drawn.flatMap((process) => ratios[process] ?? []).map((ratio) => ratio * factor);
    return { name, one: other.map(() => 1), other };
  });
}

const slowerOf = (steps: readonly GateStep[]): string[] =>
  judge(steps).flatMap(({ name, isSlower }) => (isSlower ? [name] : []));

/** What a run says in the end: what looks slower is measured again. */
function runGate(random: Random, planted: string | null): string[] {
  const first = simulate(random, planted);
  return slowerOf(first).length === 0 ? [] : slowerOf(pool(first, simulate(random, planted)));
}

describe('the gate', () => {
  it('raises at most one false alarm in fifty runs of equal builds', () => {
    const random = new Random(3);
    const alarms = Array.from({ length: QUIET_RUNS }, () => runGate(random, null));
    expect(samples.length).toBeGreaterThan(15);
    expect(alarms.filter((names) => names.length > 0).length, String(alarms.flat())).toBeLessThanOrEqual(1);
  });

  it('finds a step that takes 15 % longer in 95 of 100 runs', () => {
    const random = new Random(4);
    const missed: string[] = [];
    for (let run = 0; run < PLANTED_RUNS; run += 1) {
      const { name } = samples[run % samples.length] ?? { name: '' };
      if (!runGate(random, name).includes(name)) missed.push(name);
    }
    expect(PLANTED_RUNS - missed.length, String(missed)).toBeGreaterThanOrEqual(95);
  });

  it('does not take a faster step for a slower one, nor one within the tolerance', () => {
    const steps = (factor: number): GateStep[] => [
      { name: 'step', one: Array(40).fill(1), other: Array(40).fill(factor) },
    ];
    expect([0.5, 1, 1.04].map((factor) => slowerOf(steps(factor)))).toEqual([[], [], []]);
    expect(slowerOf(steps(1.06))).toEqual(['step']);
    // A few pairs prove nothing, however far apart they are.
    expect(slowerOf([{ name: 'step', one: [1, 1, 1, 1], other: [2, 2, 2, 2] }])).toEqual([]);
  });

  it('needs more evidence the more steps there are', () => {
    const noisy: GateStep = {
      name: 'step',
      one: Array(40).fill(1),
      other: Array.from({ length: 40 }, (_, index) => 1.02 + index / 200),
    };
    const steady = Array.from({ length: 400 }, (_, index): GateStep => ({ name: `${index}`, one: [1], other: [1] }));
    const [alone] = judge([noisy]);
    const [among] = judge([noisy, ...steady]);
    expect(among?.ratio.low).toBeLessThan(alone?.ratio.low ?? 0);
  });

  it('weighs the parts of the page', () => {
    const base = [
      { part: 'first screen, script', bytes: 100_000 },
      { part: 'small, script', bytes: 500 },
    ];
    expect(judgeSizes(base, [{ part: 'first screen, script', bytes: 105_000 }])).toEqual([]);
    expect(judgeSizes(base, [{ part: 'first screen, script', bytes: 105_001 }])).toEqual([
      'first screen, script: 100000 bytes before, 105001 now',
    ]);
    expect(judgeSizes(base, [{ part: 'small, script', bytes: 1500 }])).toEqual([]);
    expect(judgeSizes(base, [{ part: 'small, script', bytes: 1525 }]).length).toBe(1);
    expect(judgeSizes(base, [{ part: 'new, script', bytes: 900_000 }])).toEqual([]);
  });
});
