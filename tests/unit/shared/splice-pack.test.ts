// Packing splices into one buffer and unpacking them. fast-check prints the seed and the smallest input.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Splice } from '../../../src/shared/document/splice.ts';
import { packSplices, unpackSplices } from '../../../src/shared/document/splice-pack.ts';
import { asByte } from '../../../src/shared/units.ts';

describe('packed splices', () => {
  it('are the splices again', () => {
    const offset = fc.oneof(fc.nat(100), fc.constantFrom(0xffffffff, 0x80000000));
    fc.assert(
      fc.property(fc.array(fc.tuple(offset, offset, fc.uint8Array({ maxLength: 9 }))), (list) => {
        const splices = list.map(([start, end, insert]): Splice => ({
          start: asByte(start),
          end: asByte(end),
          insert,
        }));
        expect(unpackSplices(packSplices(splices).buffer)).toEqual(splices);
      }),
    );
  });

  it('are refused where they are cut', () => {
    const { buffer } = packSplices([{ start: asByte(1), end: asByte(2), insert: new Uint8Array([1, 2, 3]) }]);
    expect(() => unpackSplices(buffer.slice(0, 8))).toThrow(RangeError);
    expect(() => unpackSplices(buffer.slice(0, 18))).toThrow(RangeError);
    const longer = new Uint8Array(buffer.byteLength + 1);
    longer.set(new Uint8Array(buffer));
    expect(() => unpackSplices(longer.buffer)).toThrow('splices of 19 bytes, expected 20');
  });
});
