// The blink of cells that have just been changed. @see requirements TRE-7

import type { Rectangle } from '../../model/cell-selection.ts';
import type { TableState } from './table-state.ts';

const BLINK_MS = 1200;

/** The blinks of one table, of which one is shown at a time. */
export class Blinking {
  private count = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly show: (blink: TableState['blink']) => void) {}

  start(area: Rectangle): void {
    this.count += 1;
    this.show({ area, count: this.count });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(null), BLINK_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
