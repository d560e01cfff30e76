import { describe, expect, it } from 'vitest';
import {
  alignRequest,
  dragRequest,
  fitsWhole,
  fullRequest,
  growRequest,
  isWrapped,
  needsMove,
  type Room,
  LIMITS,
  type WindowShape,
} from '../../../../src/ui/text/window/window-sizing.ts';
import { asByte } from '../../../../src/shared/units.ts';

const MB = 1024 * 1024;
const small: WindowShape = { size: 1000, lineCount: 50, longestLine: 60, phase: 'ready', limits: LIMITS };
const pretty: WindowShape = { size: 100 * MB, lineCount: 4e6, longestLine: 225, phase: 'ready', limits: LIMITS };
const single: WindowShape = { size: 100 * MB, lineCount: 1, longestLine: 100 * MB, phase: 'ready', limits: LIMITS };
const middle: Room = {
  rowsAbove: 800,
  rowsBelow: 760,
  bytesAbove: 20_000,
  bytesBelow: 20_000,
  toStart: false,
  toEnd: false,
};

describe('[TXT-2] which window to ask for', () => {
  it('is the whole document when that is small, and once it is loaded', () => {
    expect([small, pretty, single].map(fitsWhole)).toEqual([true, false, false]);
    expect(fitsWhole({ ...small, phase: 'loading' })).toBe(false);
    const { lines } = LIMITS.whole;
    expect([lines, lines + 1].map((lineCount) => fitsWhole({ ...small, lineCount }))).toEqual([true, false]);
    // The worker cuts a longer line.
    const long = [20 * 1024, 20 * 1024 + 1];
    expect(long.map((longestLine) => fitsWhole({ ...small, size: 30_000, longestLine }))).toEqual([true, false]);
    expect(needsMove({ ...middle, toStart: true }, small)).toBe(true);
    expect(needsMove({ ...middle, rowsBelow: 0, toStart: true, toEnd: true }, small)).toBe(false);
  });

  it('wraps where a screen of whole lines would be too much', () => {
    expect([small, pretty, single].map(isWrapped)).toEqual([false, false, true]);
    expect(isWrapped({ ...pretty, lineCount: 100 * 1024 })).toBe(true);
    // One line, with or without a line end behind it.
    for (const lineCount of [1, 2]) expect(isWrapped({ ...small, size: 340, longestLine: 339, lineCount })).toBe(true);
  });

  it('moves when fewer than 400 rows are left, but not at an end of the document', () => {
    expect(needsMove(middle, pretty)).toBe(false);
    expect(needsMove({ ...middle, rowsBelow: 399 }, pretty)).toBe(true);
    expect(needsMove({ ...middle, rowsBelow: 399, toEnd: true }, pretty)).toBe(false);
    expect(needsMove({ ...middle, rowsAbove: 399 }, pretty)).toBe(true);
    expect(needsMove({ ...middle, rowsAbove: 400, rowsBelow: 400 }, pretty)).toBe(false);
    expect(needsMove({ ...middle, rowsAbove: 0, toStart: true }, pretty)).toBe(false);
  });

  it('does not ask again for what it was just given', () => {
    const { linesBefore, linesAfter, bytesBefore, bytesAfter } = fullRequest({ byte: asByte(50 * MB) }, pretty);
    const room = {
      ...middle,
      rowsAbove: linesBefore,
      rowsBelow: linesAfter - 40,
      bytesAbove: bytesBefore,
      bytesBelow: bytesAfter,
    };
    expect(needsMove(room, pretty)).toBe(false);
    // On long lines, enough bytes are loaded even if few rows are.
    expect(needsMove({ ...room, rowsAbove: 100, rowsBelow: 100 }, pretty)).toBe(false);
    const wrapped = fullRequest({ byte: asByte(50 * MB) }, single);
    expect(
      needsMove(
        { ...room, rowsAbove: 100, rowsBelow: 100, bytesAbove: wrapped.bytesBefore, bytesBelow: wrapped.bytesAfter },
        single,
      ),
    ).toBe(false);
  });

  it('reaches over a large screen of wrapped lines, and stays there', () => {
    for (const screenBytes of [4_000, 12_000, 40_000, 200_000]) {
      const shape = { ...single, screenBytes };
      const { bytesBefore, bytesAfter } = fullRequest({ byte: asByte(50 * MB) }, shape);
      expect(bytesAfter - screenBytes).toBeGreaterThan(screenBytes);
      const room = { ...middle, rowsAbove: 200, rowsBelow: 200 };
      expect(needsMove({ ...room, bytesAbove: bytesBefore, bytesBelow: bytesAfter - screenBytes }, shape)).toBe(false);
      expect(needsMove({ ...room, bytesAbove: bytesBefore, bytesBelow: screenBytes }, shape)).toBe(true);
    }
  });

  it('covers a large screen of wrapped lines while it is dragged, and no more than the full window', () => {
    for (const screenBytes of [0, 4_000, 12_000, 40_000, 200_000]) {
      const shape = { ...single, screenBytes };
      const anchor = { byte: asByte(50 * MB) };
      const dragged = dragRequest(anchor, shape, 40);
      const full = fullRequest(anchor, shape);
      for (const side of ['bytesBefore', 'bytesAfter'] as const) {
        expect(dragged[side]).toBeGreaterThan(screenBytes);
        expect(dragged[side]).toBeLessThan(full[side]);
      }
    }
  });

  it('cuts a window that was stretched', () => {
    expect(needsMove({ ...middle, bytesAbove: 4 * MB }, pretty)).toBe(true);
  });

  it('starts whole rows away from where the last window started', () => {
    for (const base of [0, 17, 300_000, 1_000_000]) {
      const request = fullRequest({ byte: asByte(400_000) }, single);
      const { bytesBefore } = alignRequest(request, 400_000, base, 119);
      expect(Math.abs((400_000 - bytesBefore - base) % 119)).toBe(0);
      expect(bytesBefore).toBeGreaterThanOrEqual(request.bytesBefore);
      expect(bytesBefore).toBeLessThan(request.bytesBefore + 119);
    }
  });

  it('keeps what several cursors are in', () => {
    const request = growRequest(fullRequest({ byte: asByte(5000) }, single), 500_000, { start: 100_000, end: 900_000 });
    expect([request.bytesBefore, request.bytesAfter]).toEqual([400_000, 400_000]);
  });
});
