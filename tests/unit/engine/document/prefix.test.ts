// The beginning of a text as a document of its own.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prefixOf } from '../../../../src/engine/document/prefix.ts';
import { encode, jsonText, makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

function textOfPrefix(text: string, length: number, dialect: 'json' | 'ndjson' | 'json5' = 'json'): string | null {
  const prefix = prefixOf(encode(text).subarray(0, length), dialect);
  return prefix === null ? null : textOf(prefix.document);
}

describe('[TRE-1] [BIG-1] the prefix of a text', () => {
  it('has its whole values, and closes what is open', () => {
    const text = '{"a": 1, "b": [{"c": 2}, {"c": 3, "d": "x,]"}]}';
    expect(textOfPrefix(text, text.indexOf('"b"') + 2)).toBe('{"a": 1}');
    expect(textOfPrefix(text, text.indexOf('{"c": 3') + 4)).toBe('{"a": 1, "b": [{"c": 2}]}');
    expect(textOfPrefix(text, text.indexOf('x,]') + 3)).toBe('{"a": 1, "b": [{"c": 2}, {"c": 3}]}');
    expect(textOfPrefix('[1,2', 4)).toBe('[1]');
    expect(textOfPrefix('[[1,2],[', 8)).toBe('[[1,2]]');
    expect(textOfPrefix('{"a":1}\n{"a":2}\n{"a"', 20, 'ndjson')).toBe('{"a":1}\n{"a":2}\n');
  });

  it('is none where no value is whole, one is not valid, or the language has comments', () => {
    for (const text of ['', '[', '{"a', '"abc', '12', '{"a": "']) expect(textOfPrefix(text, text.length)).toBeNull();
    expect(textOfPrefix('[1,,2,', 6)).toBeNull();
    expect(textOfPrefix('{"a" 1, "b": 2, ', 16)).toBeNull();
    expect(textOfPrefix('[1, /* , */ 2, 3', 16, 'json5')).toBeNull();
  });

  it('has the entries and offsets of the whole text, wherever it is cut', () => {
    fc.assert(
      fc.property(jsonText, fc.double({ min: 0, max: 1, noNaN: true }), (value, share) => {
        const text = `[{"a": ${value}, "b": [1, {"é": ${value}}]}, ${value}, "\\"]", 2]`;
        const bytes = encode(text);
        const prefix = prefixOf(bytes.subarray(0, Math.floor(bytes.length * share)), 'json');
        if (prefix === null) return;
        const whole = makeDocument(text);
        const { document, cut } = prefix;
        expect(cut).toBeLessThanOrEqual(bytes.length);
        for (let entry = 0; entry < document.tape.count; entry += 1) {
          if (document.tape.isClosing(entry) && document.tape.start(entry) >= cut) continue;
          expect(document.tape.start(entry)).toBe(whole.tape.start(entry));
          expect(document.tape.isOpening(entry)).toBe(whole.tape.isOpening(entry));
          if (!document.tape.isClosing(entry)) expect(document.places.path(entry)).toEqual(whole.places.path(entry));
        }
      }),
      { numRuns: runs(400) },
    );
  });
});
