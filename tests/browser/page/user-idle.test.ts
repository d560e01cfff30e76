// Work that is deferred until the user is idle.

import { describe, expect, it } from 'vitest';
import { whenUserIdle } from '../../../src/ui/browser/user-idle.ts';

const REST_MS = 200;
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('what waits for hands to rest', () => {
  it('comes once nobody has touched the page for a while', async () => {
    let isAtRest = false;
    const rest = whenUserIdle(REST_MS).then(() => (isAtRest = true));
    let touchedMs = performance.now();
    for (const event of [
      new KeyboardEvent('keydown', { key: 'x', bubbles: true }),
      new WheelEvent('wheel', { bubbles: true }),
      new PointerEvent('pointerdown', { bubbles: true }),
      new KeyboardEvent('keydown', { key: 'y', bubbles: true }),
    ]) {
      await after(REST_MS / 2);
      // If the machine was frozen for that long, the user was idle too.
      if (performance.now() - touchedMs < REST_MS) expect(isAtRest).toBe(false);
      document.body.dispatchEvent(event);
      touchedMs = performance.now();
    }
    await rest;
    // Timers may fire a millisecond early.
    expect(performance.now() - touchedMs).toBeGreaterThanOrEqual(REST_MS - 2);
  });

  it('is not held up by a pointer that moves', async () => {
    const rest = whenUserIdle(REST_MS);
    const moving = setInterval(
      () => document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true })),
      20,
    );
    await rest;
    clearInterval(moving);
  });
});
