// The hash of every subtree: the WebAssembly pass and its plain TypeScript twin give the same.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import { hashDocument, hashPlainly } from '../../../../src/engine/diff/hash/subtree-hash.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { jsonText, makeDocument } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

function expectTwins(text: string | Uint8Array, dialect: Dialect = 'json'): void {
  const document = makeDocument(text, 1 << 20, dialect);
  expect(document.error).toBeNull();
  for (const numbers of ['value', 'spelling'] as const) {
    for (const ignoreOrder of [false, true]) {
      const options = { numbers, ignoreOrder };
      expect(finish(hashDocument(document, options, null))).toEqual(finish(hashPlainly(document, options, null)));
    }
  }
}

describe('hashes', () => {
  it('are the same from WebAssembly as from its plain twin', () => {
    fc.assert(
      fc.property(jsonText, (text) => expectTwins(text)),
      { numRuns: runs(150) },
    );
    const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,20})?([eE][-+]?\d{1,20})?$/);
    fc.assert(
      fc.property(fc.array(digits), (numbers) => expectTwins(`[${numbers.join(',')}]`)),
      { numRuns: runs(100) },
    );
    const escaped = fc.array(
      fc.constantFrom(
        'a',
        'é',
        '日',
        '🚀',
        '\\n',
        '\\u00e9',
        '\\u65E5',
        '\\ud83d\\ude80',
        '\\ud83d',
        '\\ude80',
        '\\"',
        '\\\\',
        '\\/',
        '\\u0041',
        '\\b\\f\\r\\t',
      ),
    );
    fc.assert(
      fc.property(escaped, escaped, (key, value) => expectTwins(`{"${key.join('')}":["${value.join('')}"]}`)),
      { numRuns: runs(100) },
    );
    expectTwins('{"a":1}\n[2]\n"x"', 'ndjson');
    expectTwins(`${'['.repeat(3000)}${']'.repeat(3000)}`);
  });
});
