// The scrollbar between the user, who moves it, and its owner, which reacts late.

import { createRoot, type Root } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Scrollbar } from '../../../src/ui/widgets/scroll/scrollbar.tsx';
import { makeBox } from '../support/text-view.tsx';

const TOTAL = 10_000;
const VIEWPORT = 100;

let host: HTMLElement;
let root: Root;
let moves: number[];

beforeEach(() => {
  host = makeBox('0');
  root = createRoot(host);
  moves = [];
});
afterEach(() => {
  root.unmount();
  host.remove();
});

function show(position: number, total = TOTAL): void {
  flushSync(() =>
    root.render(
      <Scrollbar
        total={total}
        viewport={VIEWPORT}
        position={position}
        onScroll={(place) => void moves.push(Math.round(place))}
        label="Scroll"
        controls="none"
      />,
    ),
  );
}

async function measured(): Promise<HTMLElement> {
  const track = host.querySelector('[role="scrollbar"]');
  if (!(track instanceof HTMLElement)) throw new Error('no scrollbar');
  await vi.waitFor(() => expect(track.scrollHeight).toBeGreaterThan(track.clientHeight));
  return track;
}

/** Waits until a scroll event has been dispatched: the browser does so in its next frame. */
const told = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });

/** Waits until the track has been positioned, which happens after the next frame. */
async function put(): Promise<void> {
  await told();
  await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('the scrollbar', () => {
  it('[BIG-1] a move that nobody was told of yet is not put back by what the owner says meanwhile', async () => {
    show(TOTAL - VIEWPORT);
    const track = await measured();
    await put();
    track.scrollTop = (track.scrollHeight - track.clientHeight) / 2;
    const moved = track.scrollTop;
    show(TOTAL - VIEWPORT - 1);
    await put();
    expect(track.scrollTop).toBe(moved);
    await told();
    expect(moves).toEqual([(TOTAL - VIEWPORT) / 2]);
  });

  it('[BIG-1] goes where its owner says, and reports none of it', async () => {
    show(0);
    const track = await measured();
    for (const position of [5000, 9900, 10]) {
      show(position);
      await put();
      const last = track.scrollHeight - track.clientHeight;
      expect(Math.abs(track.scrollTop - (position / (TOTAL - VIEWPORT)) * last)).toBeLessThan(2);
      await told();
    }
    expect(moves).toEqual([]);
  });

  it('[BIG-1] what the browser cuts off, when the content becomes shorter, is nobody’s move', async () => {
    show(TOTAL - VIEWPORT);
    const track = await measured();
    await put();
    show(100, 400);
    await put();
    expect(moves).toEqual([]);
    await vi.waitFor(() =>
      expect(Math.abs(track.scrollTop - (track.scrollHeight - track.clientHeight) / 3)).toBeLessThan(2),
    );
  });

  it('[BIG-1] what the browser cuts off, when the content is shorter for a moment, is nobody’s move', async () => {
    for (const [shorter, later] of [
      [TOTAL - 500, TOTAL],
      [TOTAL - 500, TOTAL + 50],
      [TOTAL / 2, TOTAL + 50],
    ] as const) {
      show(TOTAL - VIEWPORT, TOTAL);
      const track = await measured();
      await put();
      show(shorter - VIEWPORT, shorter);
      // The browser clamps the track here, and dispatches the scroll event in the next frame.
      const clamped = track.scrollTop;
      show(0, later);
      expect(clamped).toBeGreaterThan(0);
      await put();
      expect([moves, track.scrollTop]).toEqual([[], 0]);
      // A move by the user is reported after that as before.
      track.scrollTop = (track.scrollHeight - track.clientHeight) / 2;
      await told();
      expect(moves.splice(0)).toEqual([(later - VIEWPORT) / 2]);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });

  it('[BIG-1] a move right behind content that was shorter for a moment is reported', async () => {
    show(TOTAL - VIEWPORT);
    const track = await measured();
    await put();
    show(TOTAL - 500 - VIEWPORT, TOTAL - 500);
    show(TOTAL - VIEWPORT);
    await put();
    track.scrollTop = track.scrollHeight - track.clientHeight - 20;
    await told();
    expect(moves).toHaveLength(1);
  });

  it('[BIG-1] what the browser cuts off, when the scrollbar becomes taller, is nobody’s move', async () => {
    show(TOTAL - VIEWPORT);
    const track = await measured();
    await put();
    for (const height of ['440px', '400px', '470px']) {
      // The browser clamps the track during layout, and dispatches the scroll event when it has already grown again.
      host.style.height = height;
      await put();
      await put();
      expect(moves, height).toEqual([]);
      expect(Math.abs(track.scrollTop - (track.scrollHeight - track.clientHeight)), height).toBeLessThan(2);
    }
  });

  it('[BIG-1] a move right behind a change of the content is reported', async () => {
    show(TOTAL - VIEWPORT);
    const track = await measured();
    await put();
    show(TOTAL - VIEWPORT, TOTAL + 500);
    await put();
    track.scrollTop = (track.scrollHeight - track.clientHeight) / 4;
    await told();
    expect(moves).toEqual([(TOTAL + 500 - VIEWPORT) / 4]);
  });
});
