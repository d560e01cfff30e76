// The tree's scroller, with a stand-in for the list's element.

import { describe, expect, it } from 'vitest';
import { Scroller } from '../../../../src/ui/widgets/rows/scroll-position.ts';
import { sliceAt } from '../../../../src/ui/widgets/rows/row-slice.ts';

const ROW_PX = 22;
const HEIGHT_PX = 616;

/** A scroller and its list: `render` simulates React and the browser. */
function makeTree(total: number) {
  const count = { total };
  const scroller = new Scroller(() => count.total);
  const element = { scrollTop: 0 };
  // The scroller uses no other property of an element.
  scroller.attach(element as HTMLElement);
  const render = (): void => {
    const slice = sliceAt(scroller.base, count.total);
    const last = Math.max(0, slice.count * ROW_PX - HEIGHT_PX);
    element.scrollTop = Math.min(element.scrollTop, last);
    scroller.commit({ slice, total: count.total, rowPx: ROW_PX, heightPx: HEIGHT_PX });
    element.scrollTop = Math.min(Math.max(0, element.scrollTop), last);
  };
  const onScreen = (): number => sliceAt(scroller.base, count.total).base + element.scrollTop / ROW_PX;
  render();
  return { scroller, element, count, render, onScreen };
}

describe('scrolling the tree', () => {
  it('[TRE-1] shows the last of ten million rows', () => {
    const { scroller, render, onScreen } = makeTree(10_000_000);
    scroller.scrollTo(10_000_000);
    render();
    expect(onScreen()).toBeCloseTo(10_000_000 - HEIGHT_PX / ROW_PX, 6);
  });

  it('[TRE-1] gets from the first row to the last by the wheel alone, without a jump', () => {
    const total = 60_000;
    const { scroller, element, render, onScreen } = makeTree(total);
    let before = 0;
    for (let notch = 0; notch < 4000 && onScreen() < total - HEIGHT_PX / ROW_PX - 0.01; notch += 1) {
      element.scrollTop += 600;
      scroller.onScroll();
      render();
      expect(onScreen() - before).toBeLessThan(600 / ROW_PX + 0.01);
      before = onScreen();
    }
    expect(onScreen()).toBeCloseTo(total - HEIGHT_PX / ROW_PX, 6);
  });

  it('[TRE-1] [TAB-2] [BIG-1] shows a position that the scrollbar is dragged to once its rows are read', async () => {
    const { scroller, render, onScreen } = makeTree(1_000_000);
    const asked: number[] = [];
    const answers: (() => void)[] = [];
    scroller.setPrepare((top) => {
      asked.push(top);
      return new Promise((resolve) => answers.push(resolve));
    });
    scroller.dragTo(1000);
    scroller.dragTo(2000);
    scroller.dragTo(3000);
    expect([onScreen(), asked]).toEqual([0, [1000]]);
    answers[0]?.();
    await expect.poll(() => asked).toEqual([1000, 3000]);
    render();
    expect(onScreen()).toBe(1000);
    answers[1]?.();
    await expect.poll(() => scroller.top).toBe(3000);
    render();
    expect(onScreen()).toBe(3000);
    // Rows that are there, and rows that are not read in time, are shown at once.
    scroller.setPrepare(() => null);
    scroller.dragTo(4000);
    expect(scroller.top).toBe(4000);
    scroller.setPrepare(() => new Promise(() => undefined));
    scroller.dragTo(5000);
    await expect.poll(() => scroller.top).toBe(5000);
  });

  it('[TRE-1] [TAB-2] stays where it went while the rows of a drag were being read', async () => {
    const { scroller } = makeTree(1_000_000);
    const answers: (() => void)[] = [];
    const reading: Promise<void>[] = [];
    scroller.setPrepare(() => {
      const read = new Promise<void>((resolve) => answers.push(resolve));
      reading.push(read);
      return read;
    });
    scroller.dragTo(1000);
    scroller.dragTo(2000);
    scroller.reveal(500_000);
    answers[0]?.();
    await reading[0];
    await Promise.resolve();
    expect([scroller.top, reading.length]).toEqual([500_000 - 14, 1]);
    // A drag that begins after that is shown.
    scroller.dragTo(3000);
    await expect.poll(() => reading.length).toBe(2);
    answers[1]?.();
    await expect.poll(() => scroller.top).toBe(3000);
  });

  it('reveals a row with as little movement as it takes, or in the middle', () => {
    const { scroller, render, onScreen } = makeTree(1_000_000);
    scroller.reveal(10);
    expect(onScreen()).toBe(0);
    scroller.reveal(28);
    render();
    expect(onScreen()).toBe(1);
    scroller.reveal(500_000);
    render();
    expect(onScreen()).toBe(500_000 - 14);
  });

  it('waits for rows that are not rendered yet', () => {
    const { scroller, count, render, onScreen } = makeTree(40);
    count.total = 90;
    scroller.reveal(89);
    render();
    expect(onScreen()).toBeCloseTo(90 - HEIGHT_PX / ROW_PX, 6);
  });
});
