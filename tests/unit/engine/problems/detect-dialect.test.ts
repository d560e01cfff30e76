// Detecting the dialect of a text from its beginning.

import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import { detectDialect } from '../../../../src/engine/document/detect-dialect.ts';
import { encode } from '../support/documents.ts';

const detect = (text: string, detection: 'any' | 'records' = 'any', isWhole = true): Dialect =>
  detectDialect(encode(text), isWhole, detection);

describe('[DOC-17] the dialect of a text', () => {
  it.each<[Dialect, string]>([
    ['json', ''],
    ['json', '{"a": [1, -2.5e3, true, null, "// no, \' no"]}'],
    ['json', '[1,\n2]\n'],
    ['json', '1\n2\n3'],
    ['json', 'hello'],
    ['json', "{'a': True, 'b': None}"],
    ['json', '{a: 1'],
    ['json', '{"a": 1}}'],
    ['json', '{"a": 1} {"b": 2}'],
    ['json', '{"a": 1},\n{"b": 2}'],
    ['json', '{"a": undefined}'],
    ['json', '{"a": 1}\nand a line of text'],
    ['json', '{"a": 1}\n{"b": 2}\nfirst\nsecond\nthird'],
    ['json', '{\n  "a": 1\n}\n{\n  "b": 2\n}'],
    ['json', 'callback({"a": 1})'],
    ['jsonc', '// why\n{"a": 1,}'],
    ['jsonc', '{"a": /* one */ 1}'],
    ['jsonc', '\uFEFF{ // why\n}'],
    ['json5', '{a: 1}'],
    ['json5', "['it\\'s', 'b']"],
    ['json5', '[0xFF, .5, +1, Infinity, -NaN, 5.]'],
    ['json5', "// why\n{a: 'x',}"],
    ['ndjson', '{"a": 1}\n{"a": 2}'],
    ['ndjson', '[1]\r\n\r\n[2]\r\n'],
    ['ndjson', '{"a": 1}\n{"a": 2}\n{"a": \n{"a": 4}'],
    ['ndjson', '{"a": 1}\n2\n"three"\n'],
    ['ndjson', '{"a": 1}\n# a note\n{"b": 2}\n'],
  ])('is %s: %s', (dialect, text) => {
    expect(detect(text)).toBe(dialect);
  });

  it('of a name that ends in .json is JSON, or NDJSON', () => {
    expect(detect('{"a": 1}\n{"a": 2}', 'records')).toBe('ndjson');
    expect(detect('// why\n{}', 'records')).toBe('json');
    expect(detect('{a: 1}', 'records')).toBe('json');
  });

  it('is judged by the beginning of a long one', () => {
    const records = '{"a":"x","b":[1,2]}\n'.repeat(10_000);
    expect(detect(records)).toBe('ndjson');
    expect(detect(`{"a":1}\n{"b":"${'x'.repeat(100_000)}"}\n`)).toBe('ndjson');
    expect(detect(`[${'1,'.repeat(50_000)}1]`)).toBe('json');
    expect(detect(`// why\n[${'"long text", '.repeat(10_000)}1]`)).toBe('jsonc');
    expect(detect('{a: {b: [', 'any', false)).toBe('json5');
    expect(detect(`{"a": "${'x'.repeat(100_000)}"}`)).toBe('json');
  });
});
