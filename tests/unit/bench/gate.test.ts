// The gate, over recorded pairs of two equal builds on a busy machine: whether it keeps quiet, and whether it finds what it should.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../bench/generate.ts';
import { judge, judgeSizes, pool, type GateStep, type PartSize } from '../../../bench/gate/judge.ts';

const ROOT = join(import.meta.dirname, '../../..');
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
    const limits = {
      parts: { 'first screen, script': 100_000 },
      others: { script: 500, style: 500, font: 500, other: 500 },
      all: { script: 100_900, style: 0, font: 0, other: 0 },
    };
    const script = (part: string, bytes: number): PartSize => ({ part, kind: 'script', bytes });
    const first = script('first screen', 100_000);
    expect(judgeSizes(limits, [first, script('small', 500)])).toEqual([]);
    expect(judgeSizes(limits, [script('first screen', 100_001)])).toEqual([
      'first screen, script: 100001 bytes, and its limit is 100000',
    ]);
    expect(judgeSizes(limits, [first, script('small', 501)])).toEqual([
      'small, script: 501 bytes, and its limit is 500',
    ]);
    expect(judgeSizes(limits, [first, script('one', 500), script('two', 500)])).toEqual([
      'all of kind script: 101000 bytes, and its limit is 100900',
    ]);
    // A limit of a part that has another name now would hold nothing.
    expect(judgeSizes(limits, [script('small', 1)])).toEqual(['first screen, script: has a limit, and is no part']);
  });
});

describe('the base of the gate', () => {
  const gate = (...args: string[]): { status: number | null; stdout: string } =>
    spawnSync(process.execPath, ['bench/gate/run.mjs', '--suites', 'none', ...args], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, CI: args.includes('--in-ci') ? 'true' : 'false' },
    });

  it('fails in CI where there is none, and says so in red elsewhere', () => {
    const [elsewhere, inCi] = [gate('--base', 'no-such-commit'), gate('--base', 'no-such-commit', '--in-ci')];
    for (const { stdout } of [elsewhere, inCi])
      expect(stdout).toContain('\u001B[31mno-such-commit is not in this clone');
    expect([elsewhere.status, inCi.status]).toEqual([0, 1]);
  });

  it('names each suite and both sizes every night, against both bases', () => {
    const nightly = readFileSync(join(ROOT, '.github/workflows/nightly.yml'), 'utf8');
    const gates = nightly.match(/bench:gate .*/g) ?? [];
    const kinds = gates.map((line) => `${line.includes('--size 30')} ${line.includes('--base month')}`);
    expect(kinds.toSorted()).toEqual(['false false', 'false true', 'true false', 'true true']);
    expect(nightly.match(/gate\/product\.mjs.*/g)?.length).toBe(2);
    const compare = readFileSync(join(ROOT, 'bench/gate/compare.mjs'), 'utf8');
    for (const step of ['CSV in', 'CSV out', 'all JSON in a log', 'merge two versions', 'secrets and personal data'])
      expect(compare).toContain(`'${step}'`);
    for (const step of ['a receipt of three edits', 'copy as yaml', 'show only what was found', 'JSON Query'])
      expect(compare).toContain(`'${step}'`);
  });
});
