// Determines the lines that stay at the top of the text: those that open the containers around the first row. They are
// requested as the text scrolls, one request at a time, only for the latest place.

import { Emitter } from '../../model/emitter.ts';
import type { AncestorLine } from '../../../shared/protocol/textview.ts';
import type { DocumentClient } from '../../client/document.ts';
import { STICKY_LINES } from '../editor/editor.ts';
import type { Screen } from '../window/screen.ts';

/** The largest share of the screen's rows that sticky lines cover. */
const MAX_SHARE = 0.25;
const NONE: readonly AncestorLine[] = [];

/** The sticky lines of one screen. */
export class Sticky {
  private shown: readonly AncestorLine[] = NONE;
  private readonly changed = new Emitter();
  private asking = false;
  private askedFor = '';
  private stopped = false;

  constructor(
    private readonly client: DocumentClient,
    private readonly screen: Screen,
  ) {}

  /** The same array until it changes. */
  readonly get = (): readonly AncestorLine[] => this.shown;

  readonly subscribe = this.changed.subscribe;

  /** Called when the text has scrolled or changed. */
  touch(): void {
    if (!this.asking) void this.update();
  }

  stop(): void {
    this.stopped = true;
  }

  private async update(): Promise<void> {
    this.asking = true;
    try {
      for (let name = this.place; name !== this.askedFor && !this.stopped; name = this.place) {
        this.askedFor = name;
        const limit = Math.min(STICKY_LINES, Math.floor(this.screen.rows * MAX_SHARE));
        const isTop =
          this.screen.slice === null || (this.screen.slice.base === 0 && this.screen.editor.getScrollTop() < 1);
        this.show(isTop ? NONE : await this.client.stickyLines(this.screen.topOffset, limit));
      }
    } catch {
      // The document has changed in the meantime. The next event requests the lines again.
      this.askedFor = '';
    } finally {
      this.asking = false;
    }
  }

  private get place(): string {
    const { slice, editor } = this.screen;
    return [slice?.revision, slice?.folds.version, slice?.base, editor.getScrollTop()].join();
  }

  private show(lines: readonly AncestorLine[]): void {
    const isSame =
      lines.length === this.shown.length &&
      lines.every(({ line, text }, index) => line === this.shown[index]?.line && text === this.shown[index]?.text);
    if (isSame || this.stopped) return;
    this.shown = lines;
    this.changed.emit();
  }
}
