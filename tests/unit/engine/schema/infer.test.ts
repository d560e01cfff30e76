// Inferring a schema from a document: what it contains, that its document is valid against it, and that hostile documents stay
// bounded.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../../src/engine/base/work.ts';
import { inferSchema, type InferredSchema } from '../../../../src/engine/schema/infer/infer-schema.ts';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import type { Parser } from '../../../../src/shared/document/parser.ts';
import { FORMATS } from '../../../../src/engine/schema/library/formats.ts';
import { runs } from '../../../runs.ts';
import { jsonText, makeDocument } from '../support/documents.ts';
import { validateText } from './support.ts';

const infer = (
  text: string,
  dialect: Dialect = 'json',
  parser: Parser = 'lossless',
  hasRanges = true,
): InferredSchema => finish(inferSchema(makeDocument(text, undefined, dialect).places, parser, FORMATS, hasRanges));
const schemaOf = (value: unknown): unknown => JSON.parse(infer(JSON.stringify(value)).json);

describe('[SCH-1] an inferred schema', () => {
  it('says types, what is required, formats, few values and ranges', () => {
    const people = Array.from({ length: 12 }, (_, index) => ({
      id: index - 2,
      name: `name ${index}`,
      role: index % 3 === 0 ? 'admin' : 'reader',
      born: `19${50 + index}-01-0${1 + (index % 9)}`,
      ...(index > 3 && { score: index / 4, tags: index % 2 === 0 ? [] : ['a', null] }),
    }));
    expect(schemaOf(people)).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'integer', minimum: -2, maximum: 9 },
          name: { type: 'string' },
          role: { type: 'string', enum: ['admin', 'reader'] },
          born: { type: 'string', format: 'date' },
          score: { type: 'number', minimum: 1, maximum: 2.75 },
          tags: { type: 'array', items: { type: ['string', 'null'], enum: ['a', null] } },
        },
        required: ['id', 'name', 'role', 'born'],
      },
    });
  });

  it('has ranges only where they are wanted', () => {
    const text = '[{"a": 1, "b": [2.5]}, {"a": 3, "b": []}]';
    expect(infer(text, 'json', 'lossless', true).json).toMatch(/"minimum": 1,\s+"maximum": 3/);
    expect(infer(text, 'json', 'lossless', false).json).not.toMatch(/minimum|maximum/);
    expect(infer(text, 'json', 'lossless', false).json).toContain('"type": "integer"');
  });

  it('keeps bounds as they are spelt, and takes what JSON5 and records hold', () => {
    expect(infer('[9007199254740993, 9007199254740992.5, -1e400]').json).toContain(
      '"minimum": -1e400,\n    "maximum": 9007199254740993',
    );
    expect(JSON.parse(infer("{a: +1, 'b': Infinity,}", 'json5').json)).toMatchObject({
      properties: { a: { type: 'integer', minimum: 1 }, b: { type: 'number' } },
    });
    expect(JSON.parse(infer('{"a":1}\n{"a":2}\n', 'ndjson').json)).toMatchObject({
      type: 'array',
      items: { required: ['a'] },
    });
  });

  it('accepts its document', () => {
    fc.assert(
      fc.property(jsonText, fc.constantFrom<Parser>('lossless', 'native'), (text, parser) => {
        const { json } = infer(text, 'json', parser);
        const { errors, notes } = finish(validateText(json, text, { parser }));
        expect({ errors, notes }).toEqual({ errors: [], notes: [] });
      }),
      { numRuns: runs(5000) },
    );
  });

  it.each([
    ['deep', `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`],
    ['of many keys', `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":{"v":${index}}`).join(',')}}`],
    [
      'of many objects with keys of their own',
      `[${Array.from({ length: 400 }, (_, row) => `{"r${row}":{${Array.from({ length: 100 }, (__, index) => `"k${index}":1`).join(',')}}}`).join(',')}]`,
    ],
    ['of long keys', `{${Array.from({ length: 50 }, (_, index) => `"${'k'.repeat(10_000)}${index}":1`).join(',')}}`],
  ])('of a document that is %s stays small, says that there is more, and accepts it', (_, text) => {
    const { json, isComplete } = infer(text);
    expect(isComplete).toBe(false);
    expect(json.length).toBeLessThan(1_000_000);
    expect(json).toContain('"$comment": "There is more in the document here than this schema describes."');
    expect(finish(validateText(json, text)).count).toBe(0);
  });
});
