// Passes in WebAssembly, each compared with a twin in plain TypeScript.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import { Gather } from '../../../../src/engine/base/gather.ts';
import { DocumentMemory, TEXT_BASE } from '../../../../src/engine/base/memory.ts';
import { encode, engine, makeDocument } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

/** The result of `measure` for the bytes from `start` to `end`. */
function measured(text: string, start: number, end: number): Record<string, number> {
  const bytes = encode(text);
  const ends: number[] = [];
  let units = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x0a || (byte === 0x0d && bytes[at + 1] !== 0x0a)) ends.push(at + 1);
    units += (byte & 0xc0) === 0x80 ? 0 : byte >= 0xf0 ? 2 : 1;
  }
  return {
    breaks: ends.length,
    units,
    head: (ends[0] ?? end) - start,
    tail: end - (ends.at(-1) ?? start),
    longest: Math.max(0, ...ends.slice(1).map((at, index) => at - (ends[index] ?? 0))),
  };
}

describe('passes over the text', () => {
  it('[TXT-3] measure lines as a walk over the bytes does', () => {
    const run = fc.oneof(
      fc.constantFrom('\n', '\n', '\r\n', '\r', 'é', '日', '🚀', '{"a": 1}'),
      fc.nat({ max: 150 }).map((length) => 'x'.repeat(length)),
      fc.nat({ max: 90 }).map((length) => 'yé\n'.repeat(length)),
    );
    const text = fc.array(run, { maxLength: 25 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (source, a, b) => {
        const { memory } = makeDocument(source);
        const [one, other] = [a % (memory.size + 1), b % (memory.size + 1)];
        for (const [start, end] of [
          [0, memory.size],
          [Math.min(one, other), Math.max(one, other)],
        ] as const) {
          const { passes } = memory;
          passes.measure(TEXT_BASE + start, TEXT_BASE + end, TEXT_BASE + memory.size);
          const names = ['breaks', 'units', 'head', 'tail', 'longest'] as const;
          const found = Object.fromEntries(names.map((name) => [name, passes[name].value >>> 0]));
          expect(found).toEqual(measured(source, start, end));
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('fetch to the last byte of the memory, and change nothing', () => {
    const memory = new DocumentMemory(engine, 1000);
    memory.bytes.fill(7, TEXT_BASE);
    const before = memory.bytes.slice();
    memory.passes.fetch(TEXT_BASE, memory.span);
    memory.passes.fetch(memory.span - 1, memory.span);
    memory.passes.fetch(memory.span, memory.span);
    // Except for the module's own data.
    expect(memory.bytes.subarray(TEXT_BASE)).toEqual(before.subarray(TEXT_BASE));
  });

  it('gather pieces as joining copies of them does', () => {
    const { memory } = makeDocument(JSON.stringify(Array.from({ length: 12000 }, (_, index) => index)));
    const piece = fc.tuple(fc.nat({ max: memory.size }), fc.oneof(fc.nat({ max: 700 }), fc.nat({ max: 30000 })));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
        const ranges = pieces.map(([start, length]) => [start, Math.min(memory.size, start + length)] as const);
        const target = new Uint8Array(ranges.reduce((sum, [start, end]) => sum + end - start, 0) + 20);
        const gather = new Gather(memory, target);
        for (const [start, end] of ranges) gather.add(start, end);
        gather.flush();
        const expected = joinBytes([...ranges.map(([start, end]) => memory.text(start, end)), new Uint8Array(20)]);
        expect(gather.written).toBe(expected.length - 20);
        expect(Buffer.compare(target, expected)).toBe(0);
      }),
      { numRuns: runs(200) },
    );
  });
});
