// Measures a step and a peer in turn, A B B A: whatever else the machine does, and whatever changes in the course of the run, meets
// both alike. Each neighbouring pair of times is one measurement of their ratio.

import { Bench } from 'tinybench';
import type { Limit, Peer, Rounds, Start, Step } from './step.ts';

/** The times of a step and of one peer, in milliseconds: `own[n]` was measured next to `theirs[n]`. */
export interface Pairs {
  readonly peer: string;
  readonly start: Start;
  readonly own: readonly number[];
  readonly theirs: readonly number[];
  /** Why the peer has no times: it cannot do it. */
  readonly failure?: string;
}

/** A measured step. */
export interface Measured {
  readonly step: string;
  /** All times of the step on an open document, in milliseconds. */
  readonly own: readonly number[];
  readonly beside: readonly Pairs[];
  readonly limit?: Limit;
  readonly facts?: Readonly<Record<string, number>>;
}

/** Returns the time of one run in milliseconds, `repeats` times if a run is too short for the clock. */
type Timer = (task: () => unknown, repeats: number) => Promise<number>;

/** Shorter runs are repeated, because a browser's clock is coarse, in milliseconds. */
const SHORT_MS = 2;
const MAX_REPEATS = 200;

/** Measures elapsed time. */
export const elapsed: Timer = async (task, repeats) => {
  const async = isAsync(task);
  const bench = new Bench({ time: 0, iterations: repeats, warmup: false, throws: true, retainSamples: false });
  // Discarded, so that tinybench does not retain it.
  bench.add('task', async ? async () => void (await task()) : () => void task(), { async });
  await bench.run();
  const result = bench.tasks[0]?.result;
  if (result === undefined || !('latency' in result)) throw new Error('tinybench has measured nothing');
  return result.latency.p50;
};

function isAsync(task: () => unknown): boolean {
  return task.constructor.name === 'AsyncFunction';
}

/** Measures a step beside each of its peers. */
export async function interleave(step: Step, rounds: Rounds, timer: Timer = elapsed): Promise<Measured> {
  const runOwn = async (repeats: number): Promise<number> => {
    step.prepare?.();
    const ms = await timer(step.own, repeats);
    step.restore?.();
    return ms;
  };
  // The first run compiles the code and tells how long it takes.
  await runOwn(1);
  const hasState = step.prepare !== undefined || step.restore !== undefined;
  const repeats = hasState ? 1 : repeatsFor(await runOwn(1));
  const { fromBytes } = step;
  const own: number[] = [];
  const beside: Pairs[] = [];
  for (const peer of step.beside) {
    if (peer.start === 'bytes' && fromBytes !== undefined) {
      await timer(fromBytes, 1);
      beside.push(await besides(peer, () => timer(fromBytes, 1), rounds, timer));
      continue;
    }
    const pairs = await besides(peer, () => runOwn(repeats), rounds, timer);
    own.push(...pairs.own);
    beside.push(pairs);
  }
  if (own.length === 0) {
    const started = performance.now();
    for (let run = 0; run < 2 * rounds.least || hasTime(started, run / 2, rounds); run += 1)
      own.push(await runOwn(repeats));
  }
  return {
    step: step.name,
    own,
    beside,
    ...(step.limit !== undefined && { limit: step.limit }),
    ...(step.facts !== undefined && { facts: step.facts() }),
  };
}

async function besides(peer: Peer, runOwn: () => Promise<number>, rounds: Rounds, timer: Timer): Promise<Pairs> {
  const { name, start, refusal } = peer;
  const own: number[] = [];
  const theirs: number[] = [];
  if (refusal !== undefined) return { peer: name, start, own: [], theirs: [], failure: refusal };
  try {
    peer.hold?.();
    await timer(peer.run, 1);
    const repeats = repeatsFor(await timer(peer.run, 1));
    const runPeer = (): Promise<number> => timer(peer.run, repeats);
    const started = performance.now();
    for (let round = 0; round < rounds.least || hasTime(started, round, rounds); round += 1) {
      own.push(await runOwn());
      theirs.push(await runPeer(), await runPeer());
      own.push(await runOwn());
    }
    return { peer: name, start, own, theirs };
  } catch (error) {
    // A string over 512 MB, a stack that is too small: the peer can't do it.
    const failure = error instanceof Error ? error.message.slice(0, 120) : String(error);
    return { peer: name, start, own: [], theirs: [], failure };
  } finally {
    peer.release?.();
  }
}

const repeatsFor = (ms: number): number =>
  ms >= SHORT_MS ? 1 : Math.min(MAX_REPEATS, Math.ceil(SHORT_MS / Math.max(ms, SHORT_MS / MAX_REPEATS)));

function hasTime(started: number, round: number, { most, budgetMs }: Rounds): boolean {
  return round < most && performance.now() - started < budgetMs;
}
