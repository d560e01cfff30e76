// Repairs in a document's own dialect, as a person would make them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import { planRepairOf } from '../../../../src/workers/jobs/repair.ts';
import { keepsValues } from '../../../../src/engine/repair/kept-values.ts';
import { repairInDialect } from '../../../../src/engine/repair/repair.ts';
import { runs } from '../../../runs.ts';
import { encode, jsonText, makeDocument, spliceBytes } from '../support/documents.ts';

interface Case {
  readonly dialect: Dialect;
  readonly kind: string;
  readonly input: string;
  /** The texts that are right. */
  readonly accept: readonly string[];
}

const load = (path: string): readonly Case[] => JSON.parse(readFileSync(path, 'utf8')) as readonly Case[];
const OURS = load(join(import.meta.dirname, 'repairs.json'));
const JUDGED = ['repair.json', 'repair/dialects.json'].map((name) => join(import.meta.dirname, '../../../cases', name));

/** The repaired text, or why there is none. */
function repaired(input: string, dialect: Dialect): string {
  const bytes = encode(input);
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      spliceBytes(bytes, planRepairOf(bytes, dialect).splices),
    );
  } catch (error) {
    return String(error);
  }
}

describe('[PAR-4] a repair in the dialect of the document', () => {
  it.each(OURS)('$dialect, $kind: $input', ({ dialect, input, accept }) => {
    expect(accept).toContain(repaired(input, dialect));
  });

  it('passes the judged cases', () => {
    const wrong = JUDGED.flatMap(load)
      .filter(({ input, dialect, accept }) => !accept.includes(repaired(input, dialect)))
      .map(({ input, dialect, kind, accept }) => ({ dialect, kind, input, got: repaired(input, dialect), accept }));
    expect(wrong).toEqual([]);
  });

  it('leaves a valid text as it is', () => {
    const inComments = jsonText.map((text) => `/* a */ ${text} // b`);
    fc.assert(
      fc.property(fc.oneof(jsonText, inComments), fc.constantFrom<Dialect>('jsonc', 'json5'), (text, dialect) => {
        fc.pre(makeDocument(text, undefined, dialect).validity === 'valid');
        expect(repairInDialect(text, dialect).text).toBe(text);
      }),
      { numRuns: runs(3000) },
    );
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(repairInDialect(text, 'json').text).toBe(text);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('of a text that lacks one character is valid, and keeps every other value', () => {
    let count = 0;
    fc.assert(
      fc.property(jsonText, fc.nat(), fc.constantFrom<Dialect>('json', 'jsonc', 'json5'), (text, at, dialect) => {
        const places = [...text.matchAll(/[[\]{},:"]/g)].map((match) => match.index);
        fc.pre(places.length > 0);
        const place = places[at % places.length] ?? 0;
        const broken = text.slice(0, place) + text.slice(place + 1);
        fc.pre(makeDocument(broken, undefined, dialect).validity === 'invalid');
        const result = repaired(broken, dialect);
        if (result.startsWith('CodedError')) return;
        expect(makeDocument(result, undefined, dialect).error).toBeNull();
        if (!'"'.includes(text[place] ?? ''))
          expect([broken, result, keepsValues(broken, result)]).toEqual([broken, result, true]);
        count += 1;
      }),
      { numRuns: runs(3000) },
    );
    expect(count).toBeGreaterThan(runs(1500));
  });

  it('of a long text takes time in proportion to it', () => {
    const many = 30_000;
    for (const text of [
      '[' + '/* x\n'.repeat(many),
      `{${'"a": "x\n'.repeat(many)}`,
      `["${'a "b" c '.repeat(many)}"]`,
    ]) {
      expect(makeDocument(repaired(text, 'jsonc'), undefined, 'jsonc').error).toBeNull();
    }
  });
});
