// The input of queries: values, their entries on the tape, and the numbers that a double would change.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asRevision } from '../../../../src/shared/units.ts';
import { ExactNumber } from '../../../../src/engine/values/exact-number.ts';
import { isExact } from '../../../../src/engine/query/inexact.ts';
import { QueryInput } from '../../../../src/engine/query/input.ts';
import { openSnapshot, takeSnapshot } from '../../../../src/engine/document/snapshot.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { engine, jsonText, makeDocument, textOf } from '../support/documents.ts';
import { decode, inputOf } from './support.ts';
import { runs } from '../../../runs.ts';

/** Yields every value of a text with its entry and path. */
function* everyValue(text: string) {
  const { places, tape } = makeDocument(text);
  for (let entry = 0; entry < tape.count; entry += 1) {
    if (!tape.isClosing(entry)) yield { entry, path: places.path(entry), places };
  }
}

const valueOf = (input: QueryInput, kind: 'native' | 'guarded' = 'native'): unknown => finish(input.value(kind));

describe('[PAR-2] what a query is given', () => {
  it('is what JSON.parse gives', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(JSON.stringify(valueOf(inputOf(text)))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: runs(500) },
    );
  });

  it('is kept for the next query, and made anew where that is wanted', () => {
    const input = inputOf('{"a":[1]}');
    const first = valueOf(input);
    expect(valueOf(input)).toBe(first);
    input.forget();
    expect(valueOf(input)).not.toBe(first);
    expect(valueOf(input)).toEqual(first);
  });

  it('guards the numbers that a double would change, and no others', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const input = inputOf(text);
        const native = valueOf(inputOf(text));
        const numbers: string[] = [];
        const guarded = JSON.stringify(valueOf(input, 'guarded'), (_, value: unknown) => {
          const digits = ExactNumber.textOf(value);
          if (digits === null) return value;
          expect(isExact(digits)).toBe(false);
          numbers.push(digits);
          return Number(digits);
        });
        expect(guarded).toBe(JSON.stringify(native));
        const inexact = finish(input.inexact());
        expect(inexact?.count ?? 0).toBeGreaterThanOrEqual(numbers.length);
      }),
      { numRuns: runs(1000) },
    );
  });

  it.each([
    ['[1.0,1e3,100000,0.10,-0,123456789012345,1E-7,1.7976931348623157e308]', 0],
    ['[9007199254740993]', 1],
    ['[9007199254740992,12345678901234567890]', 1],
    ['[1e400,0.1e-999]', 2],
    ['[0.1234567890123456789]', 1],
    ['9007199254740993', 1],
  ])('of %s finds %d numbers to guard', (text, count) => {
    expect(finish(inputOf(text).inexact())?.count ?? 0).toBe(count);
  });

  it('says where the first of them is, and guards the member that counts', () => {
    const input = inputOf('{"2":1,"a":9007199254740993,"a":{"b":[0,1e999]},"0":9007199254740995}');
    expect(finish(input.inexact())).toEqual({ count: 3, path: ['a'], text: '9007199254740993' });
    const value = valueOf(input, 'guarded') as { a: { b: unknown[] } };
    expect(ExactNumber.textOf(value.a.b[1])).toBe('1e999');
    expect(value.a.b[0]).toBe(0);
  });
});

describe('the way back to the tape', () => {
  it('leads from each container to its entry', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const input = inputOf(text);
        const root = valueOf(input);
        const nodes = finish(input.nodes());
        for (const [container, entry] of nodes) {
          const { start, end } = input.places.range(entry);
          const own = decode(input.places.text.slice(start, end));
          expect(JSON.stringify(container)).toBe(JSON.stringify(JSON.parse(own)));
          // The very object at its path, not just an equal one.
          let value = root;
          for (const segment of input.places.path(entry)) value = (value as Record<string, unknown>)[segment];
          expect(value).toBe(container);
        }
        expect(nodes.size).toBe(countContainers(root));
      }),
      { numRuns: runs(800) },
    );
  });

  it('knows of 100,000 levels', () => {
    const depth = 100_000;
    const input = inputOf('{"a":[1,'.repeat(depth / 2) + '2' + ']}'.repeat(depth / 2));
    valueOf(input);
    expect(finish(input.nodes()).size).toBe(depth);
  });
});

describe('a part of a document', () => {
  it('is the value at any path, and cut out the same', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        for (const { entry, path, places } of everyValue(text)) {
          // Of duplicate keys only the last is reachable by path.
          if (places.atPath(path) !== entry) continue;
          const { start, end } = places.range(entry);
          const own = decode(places.text.slice(start, end));
          const input = inputOf(text, path);
          expect(JSON.stringify(valueOf(input))).toBe(JSON.stringify(JSON.parse(own)));
          const document = openSnapshot(engine, input.cut());
          expect(textOf(document)).toBe(own);
          document.check();
          expect(JSON.stringify(valueOf(QueryInput.of(input.cut(), [])))).toBe(JSON.stringify(JSON.parse(own)));
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('of NDJSON is a record, which is JSON, or all of them', () => {
    const input = inputOf('{"a":1}\n[2]\n', [1], 'ndjson');
    expect(textOf(openSnapshot(engine, input.cut()))).toBe('[2]');
    expect(valueOf(inputOf('{"a":1}\n[2]\n', [], 'ndjson'))).toEqual([{ a: 1 }, [2]]);
    expect(valueOf(QueryInput.of(inputOf('{"a":1}\n[2]\n', [], 'ndjson').cut(), []))).toEqual([{ a: 1 }, [2]]);
  });

  it('that is missing, or of a text that is not valid, is refused', () => {
    expect(() => inputOf('{"a":1}', ['b'])).toThrow(expect.objectContaining({ code: 'missing' }));
    const broken = takeSnapshot(makeDocument('{"a":\n1 2}'), asRevision(1));
    expect(() => QueryInput.of(broken, [])).toThrow(
      expect.objectContaining({ code: 'invalid-document', place: expect.objectContaining({ line: 1 }) }),
    );
  });
});

function countContainers(root: unknown): number {
  const waiting = [root];
  let count = 0;
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    count += 1;
    waiting.push(...Object.values(value));
  }
  return count;
}
