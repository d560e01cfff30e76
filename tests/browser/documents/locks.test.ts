// Locks in a real browser, requested while the page is frozen.

import { describe, expect, it } from 'vitest';
import { holdLock, withLock } from '../../../src/ui/browser/locks.ts';

const names = async (): Promise<string[]> =>
  ((await navigator.locks.query()).held ?? []).flatMap(({ name = '' }) => (name.startsWith('test-') ? name : []));

describe('a lock', () => {
  it('is held although its turn came while another page was being opened', async () => {
    // With plain lock requests, three of ten fail here.
    for (let n = 0; n < 15; n++) {
      const holding = holdLock(`test-${n}`);
      const other = open('about:blank');
      const giveUp = await holding;
      expect(await names()).toEqual([`test-${n}`]);
      giveUp();
      other?.close();
      await expect.poll(names).toEqual([]);
    }
  });

  it('is had once: what fails while it is held is not done again', async () => {
    let times = 0;
    const failing = withLock('test-failing', {}, () => {
      times += 1;
      throw new Error('of its own');
    });
    await expect(failing).rejects.toThrow('of its own');
    expect(times).toBe(1);
  });

  it('is not asked for again once nobody wants it', async () => {
    const giveUp = await holdLock('test-wanted');
    const controller = new AbortController();
    const waiting = withLock('test-wanted', { signal: controller.signal }, () => 'held');
    controller.abort();
    await expect(waiting).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    const free = await withLock('test-wanted', { ifAvailable: true }, (lock) => lock !== null);
    expect(free).toBe(false);
    giveUp();
  });
});
