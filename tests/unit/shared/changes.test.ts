// Laws of the change algebra. A plain model moves each byte by hand, and a mark among the bytes with them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ChangeMap,
  DROPPED,
  lengthDelta,
  MarkTracker,
  type MapMode,
  type OffsetSide,
  mapAscending,
  mapEach,
} from '../../../src/shared/document/changes.ts';
import { composeSplices, invertSplices, PieceReader, spliceBytes } from '../../../src/shared/document/splice-lists.ts';
import type { Splice } from '../../../src/shared/document/splice.ts';
import { asByte } from '../../../src/shared/units.ts';
import { runs, SEED } from '../../runs.ts';

const SIZE = 24;
/** Every byte is unique, so that each can be found again. */
const TEXT = Uint8Array.from({ length: SIZE }, (_, index) => index + 1);
const SIDES = ['before', 'after'] as const;
const KEEP_MODES = ['keep', 'to-start', 'to-end', 'overwrite'] as const;
const MODES = [...KEEP_MODES, 'drop-inside', 'drop-deleted'] as const;

/** Lists for a text of `size` bytes: some empty, some touching, several inserts at one place, some that change nothing. */
const splicesFor = (size: number, first: number): fc.Arbitrary<Splice[]> =>
  fc.array(fc.tuple(fc.nat(4), fc.nat(4), fc.nat(5)), { maxLength: 7 }).map((steps) => {
    let at = 0;
    let byte = first;
    return steps.map(([gap, length, inserted]) => {
      const start = Math.min(size, at + gap);
      at = Math.min(size, start + length);
      const insert = Uint8Array.from({ length: inserted }, () => (byte += 1));
      return { start: asByte(start), end: asByte(at), insert };
    });
  });
const lists = splicesFor(SIZE, 100);
const offsets = fc.nat(SIZE);
const allOffsets = Array.from({ length: SIZE + 1 }, (_, offset) => offset);
const assert = <T>(property: fc.IProperty<T>, all: number): void =>
  fc.assert(property, { numRuns: runs(all), seed: SEED });

/** A byte, or the mark that stands between two. */
type Cell = number | 'mark';

/** Carries out a list by hand, from the last change to the first. Returns the bytes, and where the mark is then. */
function moveByHand(splices: readonly Splice[], offset: number, side: OffsetSide, mode: MapMode) {
  let cells: Cell[] = [...TEXT];
  cells.splice(offset, 0, 'mark');
  let wasInside = false;
  /** The index of the cell of a byte. Bytes before the change have not moved yet. */
  const cellOf = (at: number): number => {
    let bytes = 0;
    let cell = 0;
    for (; cell < cells.length && bytes < at; cell += 1) if (cells[cell] !== 'mark') bytes += 1;
    if (cells[cell] === 'mark') cell += 1;
    return cell;
  };
  const insertAt = (at: number, bytes: readonly number[]): void => {
    const cell = cellOf(at);
    // Where the bytes between are removed, the mark stands beside an insert that was not at its place.
    const isAfterMark = at > offset || (at === offset && side === 'before');
    cells.splice(cells[cell - 1] === 'mark' && !isAfterMark ? cell - 1 : cell, 0, ...bytes);
  };
  /** Replaces at least one byte by others. */
  const replace = (start: number, end: number, bytes: readonly number[]): void => {
    const [from, to] = [cellOf(start), cellOf(end - 1) + 1];
    const isInside = cells.slice(from, to).includes('mark');
    wasInside ||= isInside;
    const isFirst = mode === 'to-start' || (mode !== 'to-end' && side === 'before');
    const made: Cell[] = !isInside ? [...bytes] : isFirst ? ['mark', ...bytes] : [...bytes, 'mark'];
    cells = [...cells.slice(0, from), ...made, ...cells.slice(to)];
  };
  for (const { start, end, insert } of splices.toReversed()) {
    const bytes = [...insert];
    if (mode === 'overwrite') {
      const common = Math.min(end - start, bytes.length);
      for (const [index, byte] of bytes.slice(0, common).entries()) cells[cellOf(start + index)] = byte;
      if (start + common < end) replace(start + common, end, []);
      else insertAt(end, bytes.slice(common));
    } else if (end > start) replace(start, end, bytes);
    else insertAt(start, bytes);
  }
  const bytes = cells.filter((cell) => cell !== 'mark');
  const neighbour = TEXT[side === 'before' ? offset - 1 : offset];
  const isDropped =
    (mode === 'drop-inside' && wasInside) ||
    (mode === 'drop-deleted' && (wasInside || (neighbour !== undefined && !bytes.includes(neighbour))));
  return { bytes: Uint8Array.from(bytes), offset: isDropped ? null : cells.indexOf('mark') };
}

describe('a list of splices', () => {
  it('is applied as by hand, and taken back by its inverse', () => {
    assert(
      fc.property(lists, (splices) => {
        const made = spliceBytes(TEXT, splices);
        expect(made).toEqual(moveByHand(splices, 0, 'before', 'keep').bytes);
        expect(made.length).toBe(SIZE + lengthDelta(splices));
        const inverse = invertSplices(splices, (start, end) => TEXT.slice(start, end));
        expect(spliceBytes(made, inverse)).toEqual(TEXT);
      }),
      3000,
    );
  });

  it('composes with one for the text that it makes', () => {
    const pairs = lists.chain((first) =>
      splicesFor(SIZE + lengthDelta(first), 160).map((second) => ({ first, second })),
    );
    assert(
      fc.property(pairs, ({ first, second }) => {
        const both = composeSplices(first, second);
        expect(spliceBytes(TEXT, both)).toEqual(spliceBytes(spliceBytes(TEXT, first), second));
        const [whole, one, two] = [both, first, second].map((list) => ChangeMap.of(list));
        for (const side of SIDES) {
          for (const offset of allOffsets) {
            // A byte that is kept is at one place. What lists have in common is not: a composed one joins changes that touch.
            if ((side === 'before' && offset === 0) || (side === 'after' && offset === SIZE)) continue;
            const between = one?.mapOffset(offset, side, 'drop-deleted') ?? null;
            const after = between === null ? null : (two?.mapOffset(between, side, 'drop-deleted') ?? null);
            expect(whole?.mapOffset(offset, side, 'drop-deleted')).toBe(after);
          }
        }
      }),
      2000,
    );
  });

  it('is read piece by piece', () => {
    assert(
      fc.property(lists, fc.array(fc.nat(9), { maxLength: 12 }), (splices, lengths) => {
        const made = spliceBytes(TEXT, splices);
        const pieces = new PieceReader(splices);
        let read = 0;
        for (const wanted of lengths) {
          const length = Math.min(wanted, made.length - read);
          const bytes: number[] = [];
          pieces.take(length, (piece) =>
            bytes.push(...(piece.kept ? TEXT.slice(piece.start, piece.start + piece.length) : piece.bytes)),
          );
          expect(bytes).toEqual(Array.from(made.slice(read, read + length)));
          read += length;
        }
      }),
      1000,
    );
  });
});

describe('a map', () => {
  it.each(MODES)('takes an offset where a mark is moved by hand: %s', (mode) => {
    assert(
      fc.property(lists, (splices) => {
        const map = ChangeMap.of(splices);
        for (const side of SIDES) {
          for (const offset of allOffsets)
            expect(map.mapOffset(offset, side, mode), `${offset} ${side}`).toBe(
              moveByHand(splices, offset, side, mode).offset,
            );
        }
      }),
      1500,
    );
  });

  it.each(MODES)('takes ascending offsets, and those in any order, where it takes each of them: %s', (mode) => {
    assert(
      fc.property(lists, fc.array(offsets, { maxLength: 60 }), fc.constantFrom(...SIDES), (splices, some, side) => {
        const map = ChangeMap.of(splices);
        expect([...mapEach(map, Uint32Array.from(some), side, mode)]).toEqual(
          some.map((offset) => map.mapOffset(offset, side, mode) ?? DROPPED),
        );
        for (const kind of [Uint32Array, Float64Array]) {
          const ascending = kind.from(some).toSorted();
          const dropped: number[] = [];
          const kept = mapAscending(map, ascending, side, mode, (first, end) =>
            dropped.push(...ascending.subarray(first, end)),
          );
          const each = Array.from(ascending, (offset) => ({ offset, to: map.mapOffset(offset, side, mode) }));
          expect([...kept]).toEqual(each.flatMap(({ to }) => to ?? []));
          expect(dropped).toEqual(each.flatMap(({ offset, to }) => (to === null ? [offset] : [])));
        }
      }),
      1500,
    );
  });

  it.each(KEEP_MODES)('takes offsets where they are tracked change by change: %s', (mode) => {
    const marks = fc.array(fc.record({ offset: offsets, side: fc.constantFrom(...SIDES) }), { maxLength: 20 });
    assert(
      fc.property(lists, marks, (splices, wanted) => {
        const tracker = new MarkTracker(wanted, mode);
        for (const { start, end, insert } of splices) tracker.change(start, end, insert.length);
        const map = ChangeMap.of(splices);
        expect(tracker.finish()).toEqual(wanted.map(({ offset, side }) => map.mapOffset(offset, side, mode)));
      }),
      1500,
    );
  });

  it('is turned around as the list is', () => {
    assert(
      fc.property(lists, (splices) => {
        const size = SIZE + lengthDelta(splices);
        const back = ChangeMap.of(invertSplices(splices, (start, end) => TEXT.slice(start, end)));
        const { inverse } = ChangeMap.of(splices);
        for (const side of SIDES)
          for (const mode of MODES)
            for (let offset = 0; offset <= size; offset += 1)
              expect(inverse.mapOffset(offset, side, mode)).toBe(back.mapOffset(offset, side, mode));
      }),
      300,
    );
  });

  it('keeps what is in a range: with what is inserted at its ends if it is inclusive, without it if it is exclusive', () => {
    assert(
      fc.property(lists, offsets, offsets, (splices, one, other) => {
        const map = ChangeMap.of(splices);
        const range = { start: Math.min(one, other), end: Math.max(one, other) };
        const after = spliceBytes(TEXT, splices);
        const kept = Array.from(TEXT.slice(range.start, range.end)).filter((byte) => after.includes(byte));
        for (const extent of ['inclusive', 'exclusive'] as const) {
          const { start, end } = map.mapRange(range, extent);
          const held = Array.from(after.slice(start, end));
          expect(held.filter((byte) => byte <= SIZE)).toEqual(kept);
          const [first, last] = extent === 'inclusive' ? SIDES : SIDES.toReversed();
          expect(start).toBe(moveByHand(splices, range.start, first ?? 'before', 'keep').offset);
          if (start < end) expect(end).toBe(moveByHand(splices, range.end, last ?? 'after', 'keep').offset);
        }
        const [start, end] = [TEXT[range.start] ?? 0, TEXT[range.end - 1] ?? 0];
        const hasBoth = after.includes(start) && after.includes(end);
        if (one !== other) expect(map.mapRange(range, 'exclusive', 'drop-deleted') !== null).toBe(hasBoth);
      }),
      2000,
    );
  });

  it('tells whether a range is changed inside, where inserts are, and what is kept', () => {
    assert(
      fc.property(lists, offsets, offsets, (splices, one, other) => {
        const map = ChangeMap.of(splices);
        const range = { start: Math.min(one, other), end: Math.max(one, other) };
        expect(map.touches(range)).toBe(
          splices.some(({ start, end }) =>
            start < end ? start < range.end && end > range.start : start > range.start && start < range.end,
          ),
        );
        const after = spliceBytes(TEXT, splices);
        const bytes = Array.from(splices.keys(), (index) => map.insertAt(index)).flatMap(({ start, end }) =>
          Array.from(after.slice(start, end)),
        );
        expect(bytes).toEqual(splices.flatMap(({ insert }) => [...insert]));
        for (const stretch of map.kept()) {
          for (let at = stretch.start; at < Math.min(SIZE, stretch.end); at += 1)
            expect(after[at + stretch.shift]).toBe(TEXT[at]);
        }
        expect(Array.from(map.kept()).length).toBe(splices.length + 1);
        expect(() => map.insertAt(splices.length)).toThrow(`change ${splices.length} of ${splices.length}`);
      }),
      1500,
    );
  });

  it('is as its drawing', () => {
    const map = ChangeMap.of([
      { start: 2, end: 4, insert: 'xyz12' },
      { start: 8, end: 8, insert: 'w' },
    ]);
    const mapAll = (side: OffsetSide, mode: MapMode) =>
      [0, 2, 3, 4, 8, 9].map((offset) => map.mapOffset(offset, side, mode));
    expect(mapAll('before', 'keep')).toEqual([0, 2, 2, 7, 11, 13]);
    expect(mapAll('after', 'keep')).toEqual([0, 2, 7, 7, 12, 13]);
    expect(mapAll('before', 'overwrite')).toEqual([0, 2, 3, 4, 11, 13]);
    expect(mapAll('before', 'drop-deleted')).toEqual([0, 2, null, null, 11, 13]);
    expect(mapAll('after', 'drop-deleted')).toEqual([0, null, null, 7, 12, 13]);
  });

  it('holds offsets up to 4 GB', () => {
    const size = 4_000_000_000;
    const map = ChangeMap.ofRange({ start: 10, end: 12, length: 100_000_000 });
    expect(map.mapOffset(size, 'after')).toBe(4_099_999_998);
    expect([...mapAscending(map, Uint32Array.of(9, 11, size), 'after')]).toEqual([9, 100_000_010, 4_099_999_998]);
    expect([...mapEach(map, Uint32Array.of(size, 11), 'after', 'drop-inside')]).toEqual([4_099_999_998, DROPPED]);
  });
});
