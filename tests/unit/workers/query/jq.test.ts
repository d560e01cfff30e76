// Adaptations of jq to large documents: its module, its numbers, its surrogates.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNumber } from '../../../../src/engine/languages/jq/numbers.ts';
import { mendSurrogates } from '../../../../src/engine/languages/jq/surrogates.ts';
import { raiseMemory } from '../../../../src/engine/languages/jq/wasm.ts';
import { runText } from '../../../conformance/queries.ts';
import { jsonText } from '../../engine/support/documents.ts';
import { runs } from '../../../runs.ts';

const original = readFileSync(new URL('../../../../node_modules/jq-wasm/dist/build/jq.wasm', import.meta.url));

describe('[TRF-2] the module of jq', () => {
  it('may grow to 4 GB, and is otherwise the same', () => {
    const raised = raiseMemory(original);
    expect(WebAssembly.validate(raised)).toBe(true);
    // Only the memory section differs: its length and the maximum.
    expect(raised.length - original.length).toBe(1);
    const start = raised.findIndex((byte, index) => byte !== original[index]);
    const changed = original.subarray(start, start + 16);
    expect(
      Buffer.from(raised.subarray(start + changed.length + 1)).equals(original.subarray(start + changed.length)),
    ).toBe(true);
    expect(raiseMemory(raised)).toEqual(raised);
  });

  it('that is none is a bug', () => {
    expect(() => raiseMemory(original.subarray(0, 8))).toThrow(RangeError);
  });

  it('takes a document that filled its memory before', async () => {
    const item = { id: 1, name: 'x'.repeat(20), tags: ['a', 'b'], nested: { a: 1.5, b: null } };
    const text = JSON.stringify(Array.from({ length: 260_000 }, () => item));
    expect(text.length).toBeGreaterThan(20_000_000);
    expect((await runText('jq', text, 'length')).text).toBe('260000');
  });
});

describe('[TRF-2] what jq passes through', () => {
  it('is the same JSON, with numbers in its spelling', async () => {
    // Few runs, because each allocates its own memory.
    await fc.assert(
      fc.asyncProperty(jsonText, async (text) => {
        const { text: result } = await runText('jq', text, '.');
        const plain = new TextDecoder().decode(mendSurrogates(new TextEncoder().encode(text)));
        expect(JSON.stringify(JSON.parse(result))).toBe(JSON.stringify(JSON.parse(plain)));
      }),
      { numRuns: runs(40) },
    );
  });

  it('has each number as foreseen', async () => {
    const numbers = fc.tuple(
      fc.constantFrom('', '-'),
      fc.nat(),
      fc.option(fc.stringMatching(/^\d{1,12}$/)),
      fc.option(fc.integer({ min: -30, max: 30 })),
    );
    const spelt = fc
      .sample(numbers, 300)
      .map(
        ([sign, whole, fraction, power]) =>
          sign + whole + (fraction === null ? '' : `.${fraction}`) + (power === null ? '' : `e${power}`),
      );
    const { text } = await runText('jq', `[${spelt.join(',')}]`, '.');
    expect(text.slice(1, -1).split(',')).toEqual(spelt.map(formatNumber));
  });
});

describe('halves of surrogate pairs', () => {
  it.each([
    ['"\\ud800"', '"\\ufffd"'],
    ['"\\uDC00x"', '"\\ufffdx"'],
    ['"\\ud83d\\ude80\\ud83d"', '"\\ud83d\\ude80\\ufffd"'],
    ['"\\\\ud800"', '"\\\\ud800"'],
    ['"\\ud800\\ud83d\\ude80"', '"\\ufffd\\ud83d\\ude80"'],
  ])('%s become %s', (text, expected) => {
    expect(new TextDecoder().decode(mendSurrogates(new TextEncoder().encode(text)))).toBe(expected);
  });
});
