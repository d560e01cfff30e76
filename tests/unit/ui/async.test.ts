// Work one after the other, and work for a document that is written meanwhile.

import { describe, expect, it } from 'vitest';
import { CodedError } from '../../../src/shared/errors.ts';
import { Sequencer } from '../../../src/shared/sequencer.ts';
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
