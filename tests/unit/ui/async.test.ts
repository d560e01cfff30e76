// Work one after the other, the newest of several requests, work that is delayed, and work for a document that is written meanwhile.

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CodedError } from '../../../src/shared/errors.ts';
import { Sequencer } from '../../../src/shared/sequencer.ts';
import { Debounced } from '../../../src/ui/async/debounced.ts';
import { Latest } from '../../../src/ui/async/latest.ts';
import { runs } from '../../runs.ts';
import { explainStale, retryStale, unlessStale } from '../../../src/ui/async/stale.ts';

const stale = (): CodedError => new CodedError('stale', 'written meanwhile');
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a sequencer', () => {
  it('lets no work overlap, keeps its order, and goes on after failures', async () => {
    const sequencer = new Sequencer();
    const log: string[] = [];
    const work = (name: string, ms: number, fails = false) =>
      sequencer.run(async () => {
        log.push(`${name} begins`);
        await later(ms);
        log.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      });
    const outcomes = Promise.allSettled([work('a', 8), work('b', 1, true), work('c', 4)]);
    void outcomes.then(() => work('d', 1));
    expect(await outcomes).toMatchObject([
      { value: 'a' },
      { status: 'rejected', reason: { message: 'b' } },
      { value: 'c' },
    ]);
    await later(0);
    await sequencer.idle();
    expect(log).toEqual(['a', 'b', 'c', 'd'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });
});

interface Active {
  readonly id: number;
  isOvertaken: boolean;
}

describe('the newest of several requests', () => {
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('starts at once, runs alone, and takes the place of those that wait', async () => {
    const latest = new Latest();
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const ask = (name: string): Promise<string | null> =>
      latest.run(() => {
        started.push(name);
        return new Promise((resolve) => ends.set(name, () => resolve(`${name}!`)));
      });
    const outcomes = Promise.all(['a', 'b', 'c'].map(ask));
    expect(started).toEqual(['a']);
    ends.get('a')?.();
    await settled();
    expect(started).toEqual(['a', 'c']);
    ends.get('c')?.();
    expect(await outcomes).toEqual([null, null, 'c!']);
    expect(latest.isBusy).toBe(false);
  });

  it('may fail, at once too; a failure of one that was overtaken is of no interest', async () => {
    const latest = new Latest();
    const fail = (): Promise<never> => {
      throw stale();
    };
    const first = latest.run(() => later(1).then(fail));
    const second = latest.run(fail);
    expect(await first).toBe(null);
    await expect(second).rejects.toMatchObject({ code: 'stale' });
    expect(await latest.run(() => Promise.resolve(1))).toBe(1);
  });

  it('agrees with a plain list, whatever is asked, cancelled and answered', async () => {
    const steps = fc.array(fc.constantFrom('ask', 'ask', 'cancel', 'succeed', 'fail'), { maxLength: 30 });
    const holds = fc.asyncProperty(steps, async (all) => {
      const latest = new Latest();
      const seen: (string | null | undefined)[] = [];
      const ends: Record<'succeed' | 'fail', () => void>[] = [];
      const signals: AbortSignal[] = [];
      // The model: the outcome of each request, the one that runs, and the one that waits.
      const expected: typeof seen = [];
      let active: Active | null = null as Active | null;
      let queued: number | null = null;
      for (const step of all) {
        if (step === 'ask' || step === 'cancel') {
          if (active !== null) active.isOvertaken = true;
          if (queued !== null) expected[queued] = null;
          queued = null;
        }
        if (step === 'cancel') latest.cancel();
        else if (step === 'ask') {
          const id = expected.push(undefined) - 1;
          seen.push(undefined);
          if (active === null) active = { id, isOvertaken: false };
          else queued = id;
          const work = (signal: AbortSignal): Promise<string> => {
            signals[id] = signal;
            return new Promise((resolve, reject) => {
              ends[id] = { succeed: () => resolve(`result ${id}`), fail: () => reject(new Error(`fail ${id}`)) };
            });
          };
          latest.run(work).then(
            (result) => (seen[id] = result),
            (error: Error) => (seen[id] = error.message),
          );
        } else if (active !== null) {
          const { id, isOvertaken } = active;
          expected[id] = isOvertaken ? null : `${step === 'succeed' ? 'result' : 'fail'} ${id}`;
          active = queued === null ? null : { id: queued, isOvertaken: false };
          queued = null;
          ends[id]?.[step]();
        }
        await settled();
        expect(seen).toEqual(expected);
        expect(latest.isBusy).toBe(active !== null);
        if (active !== null) expect(signals[active.id]?.aborted).toBe(active.isOvertaken);
        if (queued !== null) expect(signals[queued]).toBe(undefined);
      }
    });
    await fc.assert(holds, { numRuns: runs(1000) });
  });
});

describe('delayed work', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is done once after the last request, or after the first', () => {
    const done: number[] = [];
    const since = Date.now();
    const work = new Debounced(() => done.push(Date.now() - since), 100);
    work.restart();
    vi.advanceTimersByTime(60);
    work.restart();
    vi.advanceTimersByTime(99);
    expect([done, work.isPending]).toEqual([[], true]);
    vi.advanceTimersByTime(1);
    expect([done, work.isPending]).toEqual([[160], false]);
    work.start();
    vi.advanceTimersByTime(60);
    work.start();
    vi.advanceTimersByTime(40);
    expect(done).toEqual([160, 260]);
    work.restart(500);
    vi.advanceTimersByTime(500);
    expect(done).toEqual([160, 260, 760]);
    vi.runAllTimers();
    expect(done).toHaveLength(3);
  });

  it('is not done after it was cancelled, and never after the end', () => {
    let count = 0;
    const work = new Debounced(() => (count += 1), 10);
    work.start();
    work.cancel();
    expect(work.isPending).toBe(false);
    vi.runAllTimers();
    expect(count).toBe(0);
    work.start();
    vi.runAllTimers();
    expect(count).toBe(1);
    work.start();
    work.dispose();
    work.start();
    work.restart();
    vi.runAllTimers();
    expect(count).toBe(1);
  });

  it('may ask for itself again', () => {
    let count = 0;
    const work: Debounced = new Debounced(() => {
      count += 1;
      if (count < 3) work.start();
    }, 10);
    work.start();
    vi.runAllTimers();
    expect(count).toBe(3);
  });
});

describe('work for a document that is written meanwhile', () => {
  it('is of no use any more, other errors are passed on', async () => {
    expect(await unlessStale(Promise.resolve(1), null)).toBe(1);
    expect(await unlessStale(Promise.reject(stale()), null)).toBe(null);
    const died = new CodedError('worker-died', 'gone');
    await expect(unlessStale(Promise.reject(died), null)).rejects.toBe(died);
    expect(await unlessStale(Promise.reject(died), null, 'worker-died')).toBe(null);
  });

  it('is explained', async () => {
    await expect(explainStale(Promise.reject(stale()), 'said')).rejects.toMatchObject({
      code: 'stale',
      message: 'said',
    });
    expect(await explainStale(Promise.resolve(undefined), 'said')).toBe(undefined);
  });

  it.each([
    [0, 1],
    [2, 3],
    [4, 3],
  ])('is tried again after %i writes, %i times at most', async (writes, attempts) => {
    const seen: number[] = [];
    let renewed = 0;
    const work = async (attempt: number): Promise<string> => {
      seen.push(attempt);
      if (attempt <= writes) throw stale();
      return 'done';
    };
    const outcome = retryStale(3, work, async () => (renewed += 1));
    if (writes < 3) expect(await outcome).toBe('done');
    else await expect(outcome).rejects.toMatchObject({ code: 'stale' });
    expect([seen.length, renewed]).toEqual([attempts, attempts - 1]);
  });
});
