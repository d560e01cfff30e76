// Free lines between those of a text, so that it stands level with the text of the other panel. They are zones of the editor
// and no part of the text: the caret skips them, and no offset or line number changes.

import type { CodeEditor } from '../editor/editor.ts';
import type { Screen, ScreenFillers } from '../window/screen.ts';
import type { TextSlice } from '../window/slice.ts';
import { zonesOf } from './filler-places.ts';
import styles from './view.module.css';

/** The free lines of one editor. */
export class FillerZones implements ScreenFillers {
  /** Pairs of a line of the document and the number of free lines before it, sorted; `null` where there are none. */
  private fillers: Uint32Array | null = null;
  private zones: readonly string[] = [];

  constructor(
    private readonly editor: CodeEditor,
    private readonly screen: Screen,
  ) {}

  /** Sets the free lines. The lines on the screen stay where they are. */
  set(fillers: Uint32Array | null): void {
    this.fillers = fillers;
    this.screen.fillers = fillers === null ? null : this;
    const { slice, top } = this.screen;
    if (slice === null) return;
    this.screen.quietly(() => {
      this.place(slice, this.screen.isWrapped);
      this.screen.scroll(top);
    });
  }

  /** Places those of a slice that has come on the screen. */
  place(slice: TextSlice, isWrapped: boolean): void {
    const wanted = isWrapped ? [] : zonesOf(slice, this.fillers ?? new Uint32Array());
    if (wanted.length === 0 && this.zones.length === 0) return;
    this.editor.changeViewZones((accessor) => {
      for (const zone of this.zones) accessor.removeZone(zone);
      this.zones = wanted.map(({ after, lines }) => {
        const domNode = document.createElement('div');
        domNode.className = styles['filler'] ?? '';
        return accessor.addZone({ afterLineNumber: after, heightInLines: lines, domNode });
      });
    });
  }
}
