// Keeps a text level with the view in the other panel, by its lines: a line is as high as a row. With wrapped lines that is not so,
// and the text is left where it is. Beside another text, lines are left free where that one has more.

import { NO_NODE } from '../../../shared/protocol/compare.ts';
import { asNode } from '../../../shared/units.ts';
import { onUserInput } from '../../compare/scroll-leader.ts';
import type { Alignment, ViewPlace } from '../../panel-core/panel-core.ts';
import { FillerZones } from './filler-zones.ts';
import type { TextSession } from '../session/session.ts';

/** The number of lines that are offered. In one of them a value should begin that the other side has too. */
const MAX_LINES = 48;

/** The part of one text in the alignment of two views. */
export class TextAlignment implements Alignment {
  private readonly fillers: FillerZones;

  constructor(
    private readonly session: TextSession,
    private readonly frame: HTMLElement | null,
  ) {
    this.fillers = new FillerZones(session.editor, session.screen);
  }

  fill(fillers: Uint32Array | null): void {
    this.fillers.set(fillers);
  }

  async places(): Promise<ViewPlace[]> {
    const { client, screen } = this.session;
    const { slice } = screen;
    if (!this.isEven || slice === null) return [];
    const { revision } = client.state;
    const { editor, rowHeightPx } = screen;
    // The line in the middle of the screen, and those above it.
    const [top, middlePx] = [editor.getScrollTop(), editor.getScrollTop() + screen.heightPx / 2];
    let middle = 1;
    for (let [low, high] = [1, slice.lines]; low <= high;) {
      const at = (low + high) >> 1;
      if (editor.getTopForLineNumber(at) <= middlePx) {
        middle = at;
        low = at + 1;
      } else high = at - 1;
    }
    const first = Math.max(1, middle - MAX_LINES + 1);
    const lines = Float64Array.from(
      { length: middle - first + 2 },
      (_, index) => slice.shown.firstLine + first - 1 + index,
    );
    const tops = Array.from(
      { length: middle - first + 1 },
      (_, index) => editor.getTopForLineNumber(first + index) - top,
    );
    const nodes = await client.valuesFrom(revision, await client.shownStarts('line', lines));
    const places: ViewPlace[] = [];
    for (let index = nodes.length - 1; index >= 0; index -= 1) {
      const node = nodes[index] ?? NO_NODE;
      if (node !== NO_NODE) places.push({ node: asNode(node), revision, below: (tops[index] ?? 0) / rowHeightPx });
    }
    return places;
  }

  async scrollToPlace({ node, below }: ViewPlace): Promise<number> {
    const { client, navigation: travel, screen } = this.session;
    if (!this.isEven) return below;
    const { range } = await client.placeOf(node);
    if (range === null) return below;
    const px = await travel.scrollToByte(range.start, below * screen.rowHeightPx);
    return px === null ? below : px / screen.rowHeightPx;
  }

  onScroll(listener: () => void): () => void {
    return this.session.onScrolled(listener);
  }

  onTouch(listener: () => void): () => void {
    return onUserInput(this.frame, listener);
  }

  /** Whether each line is one row on the screen. */
  private get isEven(): boolean {
    return !this.session.navigation.isWrapped;
  }
}
