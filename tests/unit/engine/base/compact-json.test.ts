// JSON in a cell, judged by JSON.parse.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compactJson } from '../../../../src/engine/base/strict-reader.ts';
import { encode, nearlyJson } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

it('[TAB-4] is what JSON.parse accepts, without the white space', () => {
  const tokens = fc
    .array(
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"\\u00e', '"\\x"', '1', '-', '.5', 'nul', 'null', ' '),
      {
        maxLength: 9,
      },
    )
    .map((parts) => encode(parts.join('')));
  fc.assert(
    fc.property(fc.oneof(nearlyJson, tokens), (bytes) => {
      const value = parsed(decoder.decode(bytes));
      const compact = compactJson(bytes);
      expect(compact === null).toBe(value === undefined);
      if (compact === null) return;
      const text = decoder.decode(compact);
      expect(parsed(text)).toEqual(value);
      // Outside of strings there is no white space left.
      expect(text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '')).not.toMatch(/\s/);
    }),
    { numRuns: runs(5000) },
  );
});
