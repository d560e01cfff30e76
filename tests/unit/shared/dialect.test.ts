import { describe, expect, it } from 'vitest';
import {
  acceptsDialect,
  DIALECTS,
  dialectOf,
  fileNameIn,
  valueDialect,
  type Dialect,
} from '../../../src/shared/document/dialect.ts';
import { plainNumber, unquote } from '../../../src/shared/bytes/literals.ts';

describe('[DOC-17] the dialect of a file', () => {
  it.each([
    ['a.json', '', 'json'],
    ['a.jsonc', '', 'jsonc'],
    ['A.JSON5', '', 'json5'],
    ['x.ndjson', '', 'ndjson'],
    ['x.jsonl.gz', '', 'ndjson'],
    ['tsconfig.build.json', '', 'jsonc'],
    ['events', 'application/x-ndjson; charset=utf-8', 'ndjson'],
    ['events.json', 'text/plain', 'json'],
  ])('%s %s is %s', (name, type, expected) => expect(dialectOf(name, type)).toBe(expected));
});

describe('[DOC-17] a file name for a text in a dialect', () => {
  it.each<[string, Dialect, string]>([
    ['New document 1', 'json', 'New document 1.json'],
    ['New document 1', 'ndjson', 'New document 1.ndjson'],
    ['a.json5 (copy)', 'json5', 'a.json5 (copy).json5'],
    ['a.json', 'json5', 'a.json5'],
    ['a.json', 'ndjson', 'a.ndjson'],
    ['a.json.gz', 'ndjson', 'a.ndjson.gz'],
    ['tsconfig.json', 'jsonc', 'tsconfig.json'],
    ['a.json', 'jsonc', 'a.jsonc'],
    ['a.jsonc', 'json', 'a.jsonc'],
    ['a.JSON5', 'jsonc', 'a.JSON5'],
    ['a.ndjson', 'json', 'a.json'],
    ['x.code-workspace', 'jsonc', 'x.code-workspace'],
    ['events.log', 'ndjson', 'events.log'],
    ['.json', 'json5', '.json.json5'],
  ])('%s in %s is %s', (name, dialect, expected) => {
    const named = fileNameIn(name, dialect);
    expect(named).toBe(expected);
    if (!named.endsWith('.log')) expect(acceptsDialect(dialectOf(named), dialect)).toBe(true);
  });
});

describe('[DOC-17] a literal of JSON5', () => {
  it.each([
    [String.raw`'it\'s "x"'`, 'it\'s "x"'],
    ["'a\\\nb\\\r\nc'", 'abc'],
    [String.raw`'\x41\u0042\v\0\a\é'`, 'AB\v\0aé'],
    [String.raw`n\u0061me`, 'name'],
    ['"cut \\u00', 'cut '],
    ["'cut \\x4", 'cut '],
  ])('%s stands for %s', (literal, expected) => expect(unquote(literal)).toBe(expected));

  it.each([
    ['+1', '1'],
    ['-.5e3', '-0.5e3'],
    ['5.', '5'],
    ['5.e2', '5e2'],
    ['-0xFF', '-255'],
    ['0xffffffffffffffffffff', '1208925819614629174706175'],
    ['+Infinity', 'Infinity'],
    ['-Infinity', '-Infinity'],
    ['-NaN', 'NaN'],
    ['1.50', '1.50'],
  ])('%s is the number %s', (literal, expected) => expect(plainNumber(literal)).toBe(expected));
});

describe('[DOC-17] the dialect of values', () => {
  it('is that of their document, but JSON for records', () => {
    expect(DIALECTS.map(valueDialect)).toEqual(['json', 'jsonc', 'json5', 'json']);
  });
});
