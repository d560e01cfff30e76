// Simulates a finger by raw touch events, from which the browser and the page derive taps, long presses and scrolling.

import type { CDPSession, Locator, Page } from 'playwright';

/** One finger on the screen. */
export class Finger {
  private constructor(
    private readonly session: CDPSession,
    private x = 0,
    private y = 0,
  ) {}

  static async on(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  at(x: number, y: number): this {
    this.x = x;
    this.y = y;
    return this;
  }

  /** Positions the finger over the middle of an element. */
  async over(target: Locator): Promise<this> {
    const box = await target.boundingBox();
    if (box === null) throw new Error('it is not on the screen');
    return this.at(box.x + box.width / 2, box.y + box.height / 2);
  }

  async down(): Promise<void> {
    await this.send('touchStart');
  }

  async up(): Promise<void> {
    await this.session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  /** Moves vertically in small steps. */
  async move(byPx: number, stepPx = 20): Promise<void> {
    const steps = Math.ceil(Math.abs(byPx) / stepPx);
    for (let step = 0; step < steps; step += 1) {
      this.y += byPx / steps;
      await this.send('touchMove');
    }
  }

  private async send(type: 'touchStart' | 'touchMove'): Promise<void> {
    await this.session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: this.x, y: this.y }] });
  }
}
