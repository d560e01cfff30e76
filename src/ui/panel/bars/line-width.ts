// How much of a text fits into a line. Widths of texts are measured on a canvas: asking the page for them would lay it out with
// every move of the caret.

import { useEffect, useState, type RefObject } from 'react';

/** A line as it is on the screen. */
export interface LineWidth {
  /** Width of its content in pixels. */
  readonly room: number;
  readonly font: string;
  /** Whether it is as high as a finger needs. */
  readonly isTall: boolean;
}

/** A line that is higher than this has targets for fingers, in pixels. */
const TALL_PX = 36;

/** The width and the font of a line; `null` before it is measured. */
export function useLineWidth(target: RefObject<HTMLElement | null>): LineWidth | null {
  const [line, setLine] = useState<LineWidth | null>(null);
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    const measure = (): void => {
      const { clientWidth: room, clientHeight } = element;
      if (room === 0) return;
      const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
      const now = {
        room,
        font: `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`,
        isTall: clientHeight > TALL_PX,
      };
      setLine((last) => (last?.room === room && last.font === now.font && last.isTall === now.isTall ? last : now));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    let isHere = true;
    // Texts have other widths in the font that is loaded.
    void document.fonts.ready.then(() => isHere && setLine((last) => last && { ...last }));
    return () => {
      isHere = false;
      observer.disconnect();
    };
  }, [target]);
  return line;
}

/** The page's digits are all as wide as its widest, which a canvas can't do; and it rounds otherwise. */
const SPARE = 1.02;

/** Returns the widths of texts in a font, in pixels. */
export function textWidths(texts: readonly string[], font: string): number[] {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) return texts.map(({ length }) => length * 8);
  context.font = font;
  return texts.map((text) => Math.ceil(context.measureText(text.replaceAll(/\d/g, '0')).width * SPARE));
}

/**
 * Returns how many of the last parts fit into `room` pixels; at least one. Where not all do, `mark` pixels are kept for the sign
 * that some are left out.
 */
export function fittingTail(widths: readonly number[], room: number, mark: number): number {
  if (widths.reduce((sum, width) => sum + width, 0) <= room) return widths.length;
  let left = room - mark;
  let count = 0;
  for (const width of widths.toReversed()) {
    if (width > left) break;
    left -= width;
    count += 1;
  }
  return Math.max(1, count);
}
