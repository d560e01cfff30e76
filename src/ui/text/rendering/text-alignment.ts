// Keeps a text level with the view in the other panel, by its lines: a line is as high as a row. With wrapped or folded lines
// that is not so, and the text is left where it is.

import { NO_NODE } from '../../../shared/protocol/compare.ts';
import { asNode } from '../../../shared/units.ts';
import { onUserInput } from '../../compare/scroll-leader.ts';
import type { Alignment, ViewPlace } from '../../panel/panel-core.ts';
import type { TextSession } from '../session.ts';

/** The number of lines that are offered. In one of them a value should begin that the other side has too. */
const MOST_LINES = 48;

/** The part of one text in the alignment of two views. */
export class TextAlignment implements Alignment {
  constructor(
    private readonly session: TextSession,
    private readonly frame: HTMLElement | null,
  ) {}

  async places(): Promise<ViewPlace[]> {
    const { client } = this.session;
    if (!this.isEven) return [];
    const { revision, lineCount } = client.state;
    const { position, viewport } = this.session.getScroll();
    const middle = Math.max(0, Math.min(Math.floor(position + viewport / 2), lineCount - 1));
    const first = Math.max(0, middle - MOST_LINES + 1);
    const lines = Float64Array.from({ length: middle - first + 2 }, (_, index) => first + index);
    const nodes = await client.valuesFrom(revision, await client.shownStarts('line', lines));
    const places: ViewPlace[] = [];
    for (let index = nodes.length - 1; index >= 0; index -= 1) {
      const node = nodes[index] ?? NO_NODE;
      if (node !== NO_NODE) places.push({ node: asNode(node), revision, below: first + index - position });
    }
    return places;
  }

  async scrollToPlace({ node, below }: ViewPlace): Promise<number> {
    const { client, travel } = this.session;
    if (!this.isEven) return below;
    const { line } = await client.placeOf(node);
    const { total, viewport } = this.session.getScroll();
    const top = Math.max(0, Math.min(line - below, total - viewport));
    travel.scrollTo(top);
    return line - top;
  }

  onScroll(listener: () => void): () => void {
    return this.session.onScrolled(listener);
  }

  onTouch(listener: () => void): () => void {
    return onUserInput(this.frame, listener);
  }

  /** Whether each line of the document is one line on the screen. */
  private get isEven(): boolean {
    const { travel, client } = this.session;
    return !travel.isWrapped && client.state.foldsVersion === 0;
  }
}
