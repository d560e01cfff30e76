// A line that arrives in pieces: whatever they are, it is a record when its text is valid JSON.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArrivingLine } from '../../../../src/ui/documents/disk/arriving-line.ts';
import { runs, SEED } from '../../../runs.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

describe('[NEW-2] a line that is arriving', () => {
  it('is a record when it is valid JSON, however it was cut', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.string(), fc.constantFrom('{"a":"]}\\"', '[{]}', '1', 'tru', '"\\\\"', '')),
        fc.array(fc.nat(20), { maxLength: 10 }),
        fc.nat(200),
        (text, cuts, length) => {
          const bytes = encoder.encode(text).subarray(0, length);
          const line = new ArrivingLine();
          let from = 0;
          for (const cut of cuts) {
            line.add(bytes.slice(from, from + cut));
            from = Math.min(bytes.length, from + cut);
          }
          line.add(bytes.slice(from));
          let isJson = true;
          try {
            JSON.parse(decoder.decode(bytes));
          } catch {
            isJson = false;
          }
          expect(line.isRecord).toBe(isJson);
          expect(line.length).toBe(bytes.length);
          expect([...line.take()]).toEqual([...bytes]);
          expect(line.length).toBe(0);
          expect(line.isRecord).toBe(false);
        },
      ),
      { numRuns: runs(5000), seed: SEED },
    );
  });

  it('is not parsed where it is long, and each byte is looked at once', () => {
    const line = new ArrivingLine();
    let looks = 0;
    const counted = (bytes: Uint8Array): Uint8Array =>
      new Proxy(bytes, {
        get(target, name) {
          if (name === Symbol.iterator)
            return function* () {
              for (const byte of target) {
                looks += 1;
                yield byte;
              }
            };
          return Reflect.get(target, name, target) as unknown;
        },
      });
    line.add(counted(encoder.encode('["')));
    for (let piece = 0; piece < 200; piece += 1) {
      line.add(counted(new Uint8Array(1000).fill(0x78)));
      expect(line.isRecord).toBe(false);
    }
    line.add(counted(encoder.encode('"]')));
    expect(line.isRecord).toBe(true);
    expect(looks).toBe(line.length);
  });
});
