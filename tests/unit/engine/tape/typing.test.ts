// Typing key by key: after each key the tape equals that of a scan from scratch. `laws.test.ts` edits at random places, which
// rarely continue a number or a literal.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asByte } from '../../../../src/shared/units.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { encode, jsonText, makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

/** Replaces the bytes from `start` to `end` with a text. */
function replace(document: JsonDocument, start: number, end: number, text: string): void {
  document.apply([{ start: asByte(start), end: asByte(end), insert: encode(text) }]);
  finish(document.settle());
}

/** Checks that a document equals one scanned from scratch. */
function expectFresh(document: JsonDocument): void {
  const fresh = makeDocument(document.memory.text().slice());
  expect(document.validity).toBe(fresh.validity);
  expect(document.error?.message).toBe(fresh.error?.message);
  expect(document.error?.place).toEqual(fresh.error?.place);
  document.check();
}

function isWord(byte: number | undefined): boolean {
  return byte !== undefined && /[\w.+-]/.test(String.fromCharCode(byte));
}

/** A place to type at: between two characters, or with `isAtEnd` after the next number or word. */
function caretIn(bytes: Uint8Array, place: number, isAtEnd: boolean): number {
  let at = Math.floor(place * bytes.length);
  if (isAtEnd) {
    while (at < bytes.length && !isWord(bytes[at])) at += 1;
    while (at < bytes.length && isWord(bytes[at])) at += 1;
  }
  while (at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return at;
}

describe('[PAR-4] typing', () => {
  const key = fc.constantFrom(...'0123456789.-+eEtrufalsn"\\/[]{}:, \n\t');
  // `null` deletes the character before the caret.
  const keys = fc.array(fc.oneof({ weight: 4, arbitrary: key }, { weight: 1, arbitrary: fc.constant(null) }), {
    minLength: 1,
    maxLength: 4,
  });
  const place = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), keys);

  it('is a scan from scratch after each key', () => {
    fc.assert(
      fc.property(jsonText, fc.array(place, { minLength: 1, maxLength: 3 }), (text, places) => {
        const document = makeDocument(text);
        document.rows.expandAll();
        for (const [share, isAtEnd, typed] of places) {
          let caret = caretIn(document.memory.text(), share, isAtEnd);
          for (const one of typed) {
            const start = one === null ? Math.max(0, caret - 1) : caret;
            replace(document, start, caret, one ?? '');
            expectFresh(document);
            caret = start + (one ?? '').length;
          }
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('is that at every place of a text, and so is taking it back', () => {
    for (const text of ['[1,20,true]', '{"a":1,"b":[ ]}', ' [[1],{}] ']) {
      for (const typed of ['5', '-', '"', ' ', ',', '[', ']', '}', '1,2']) {
        for (let at = 0; at <= text.length; at += 1) {
          const document = makeDocument(text);
          document.rows.expandAll();
          replace(document, at, at, typed);
          expectFresh(document);
          replace(document, at, at + typed.length, '');
          expectFresh(document);
          replace(document, at, Math.min(text.length, at + 1), typed);
          expectFresh(document);
        }
      }
    }
  });

  it('goes on with a number', () => {
    const document = makeDocument('[1,2,3]');
    replace(document, 4, 4, '5');
    expect(textOf(document)).toBe('[1,25,3]');
    expect(document.places.range(2)).toEqual({ start: 3, end: 5 });
    replace(document, 5, 5, ',');
    expect([document.validity, document.tape.count]).toEqual(['invalid', 5]);
  });

  it('makes a row that was expanded a scalar, which is not', () => {
    const document = makeDocument('[[1],2]');
    document.rows.expandAll();
    replace(document, 1, 4, '7');
    expectFresh(document);
    expect([1, 2].map((entry) => document.rows.isExpanded(entry))).toEqual([false, false]);
  });
});

describe('splices', () => {
  it('of many megabytes change places with what they replace, to the last byte', () => {
    // Longer than the pieces in which the bytes are swapped.
    const size = 200_000;
    const old = new Uint8Array(size).map((_, at) => 0x30 + (at % 10));
    const next = new Uint8Array(size).map((_, at) => 0x61 + (at % 26));
    const document = makeDocument(old);
    const insert = next.slice();
    const [back] = document.apply([{ start: asByte(0), end: asByte(size), insert, disposable: true }]);
    expect(Buffer.compare(document.memory.text(), next)).toBe(0);
    expect(back?.insert).toBe(insert);
    expect(Buffer.compare(insert, old)).toBe(0);
  });
});
