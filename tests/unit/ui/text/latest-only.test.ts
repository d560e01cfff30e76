// The requests of a view of which only the newest waits.

import { describe, expect, it } from 'vitest';
import { latestOnly } from '../../../../src/ui/text/window/latest-only.ts';

describe('requests of which only the newest waits', () => {
  it('are sent one at a time, and those in between are told that they were superseded', async () => {
    const sent: number[] = [];
    const answers: (() => void)[] = [];
    const ask = latestOnly((request: number) => {
      sent.push(request);
      return new Promise<number>((resolve) => answers.push(() => resolve(request * 10)));
    });
    const asked = Promise.allSettled([1, 2, 3, 4].map((request) => ask(request)));
    expect(sent).toEqual([1]);
    answers[0]?.();
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toEqual([1, 4]);
    answers[1]?.();
    expect(
      (await asked).map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as { code: string }).code)),
    ).toEqual([10, 'superseded', 'superseded', 40]);
  });

  it('go on after one that failed', async () => {
    const ask = latestOnly((request: number) =>
      request === 1 ? Promise.reject(new Error('no')) : Promise.resolve(request),
    );
    const [first, second] = await Promise.allSettled([ask(1), ask(2)]);
    expect(first).toMatchObject({ status: 'rejected' });
    expect(second).toEqual({ status: 'fulfilled', value: 2 });
  });
});
