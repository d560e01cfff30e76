// Text mode with tiny windows, and a Monaco with the whole text for comparison.

import { expect } from 'vitest';
import type { Dialect } from '../../../src/shared/document/dialect.ts';
import { asByte } from '../../../src/shared/units.ts';
import { leaseLanguage } from '../../../src/ui/text/editor/editor.ts';
import type { Limits } from '../../../src/ui/text/window/window-sizing.ts';
import { PlainEditor, type Selected } from './plain-editor.ts';
import { makeBox, View } from './text-view.tsx';

/** The window is about three screens for a document of any size. */
const TINY: Limits = {
  marginRows: 20,
  fullRows: 45,
  firstBytes: 2048,
  drag: { before: 512, after: 1024 },
  wrapped: { before: 4096, after: 4096 },
  plain: { before: 16_384, after: 16_384 },
  whole: { bytes: 256, lines: 10, wrappedBytes: 256 },
  longestBytes: 65_536,
};

/** Both editors with one text. */
export class Pair extends View {
  readonly plain: PlainEditor;

  constructor(
    private readonly text: string,
    private readonly dialect: Dialect = 'json',
  ) {
    super('0', TINY);
    const language = leaseLanguage(() => ({ inside: 'nothing', depth: 0 }));
    this.plain = new PlainEditor(makeBox('620px'), text, language.id);
  }

  async openText(): Promise<void> {
    await this.open(new Blob([this.text]), this.dialect);
    this.plain.select([{ anchor: [0, 0], active: [0, 0] }]);
  }

  /** Returns the selections as positions in the document. */
  async selected(): Promise<Selected[]> {
    const place = async (offset: number): Promise<readonly [number, number]> => {
      const { line, column } = await this.client.placeAt(asByte(offset));
      return [line, column];
    };
    return Promise.all(
      this.session.caret.spans.map(async ({ anchor, active }) => ({
        anchor: await place(anchor),
        active: await place(active),
      })),
    );
  }

  /** Expects both texts to be equal: the window's each time, the whole if `whole`. */
  async compare(whole: boolean): Promise<void> {
    await this.settled();
    expect(this.problems).toEqual([]);
    expect(await this.selected()).toEqual(this.plain.selected);
    expect(this.client.state.lineCount).toBe(this.plain.lineCount);
    // Read without waiting, because a late frame may move the window.
    const { slice, model } = this.session.screen;
    if (slice === null) throw new Error('no window');
    const shown = model.getLinesContent();
    const wanted = this.plain.text.split('\n').slice(slice.firstLine, slice.firstLine + shown.length);
    if (slice.firstColumn > 0) wanted[0] = (wanted[0] ?? '').slice(slice.firstColumn);
    if (slice.end < slice.size) wanted[wanted.length - 1] = (wanted.at(-1) ?? '').slice(0, shown.at(-1)?.length);
    // Shortened, because a line may be too long for a message.
    expect(shown.map((line) => [line.length, line.slice(0, 200)])).toEqual(
      wanted.map((line) => [line.length, line.slice(0, 200)]),
    );
    expect(shown.every((line, index) => line === wanted[index])).toBe(true);
    if (!whole) return;
    expect((await (await this.client.read()).text()).replaceAll('\r\n', '\n') === this.plain.text).toBe(true);
  }

  override close(): void {
    super.close();
    this.plain.dispose();
    document.body.replaceChildren();
  }
}
