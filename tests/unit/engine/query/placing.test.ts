// Laws of replacing a value by a query result: the document contains the result there, everything around it is unchanged, and
// the result is laid out like the document.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import type { Path } from '../../../../src/shared/document/path.ts';
import { placeResult } from '../../../../src/engine/query/placing.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { encode, jsonText, makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

/** The text with a result in place of the value at an entry. Checks the undo, too. */
function placeAt(text: string, node: number, json: string, dialect: Dialect = 'json'): string {
  const document = makeDocument(text, 1 << 20, dialect);
  const back = document.apply(finish(placeResult(document.places, node, encode(json))));
  finish(document.settle());
  document.check();
  const placed = textOf(document);
  document.apply(back);
  expect(textOf(document)).toBe(text);
  return placed;
}

function place(text: string, path: Path, json: string, dialect: Dialect = 'json'): string {
  return placeAt(text, makeDocument(text, 1 << 20, dialect).places.atPath(path), json, dialect);
}

/** Results in the layout of the dialog. */
const results = fc
  .tuple(fc.jsonValue(), fc.constantFrom(0, 2, 4, '\t'))
  .map(([value, indent]) => JSON.stringify(value, null, indent));

describe('[TRF-1] a result in place of a value', () => {
  it('is there, and all else is as it was', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), results, (text, at, json) => {
        const { tape, places } = makeDocument(text);
        const nodes = Array.from({ length: tape.count }, (_, entry) => entry).filter((entry) => !tape.isClosing(entry));
        const node = nodes[at % nodes.length] ?? 0;
        const { start, end } = places.range(node);
        const bytes = encode(text);
        const after = bytes.subarray(end);
        const placed = encode(placeAt(text, node, json));
        expect(placed.subarray(0, start)).toEqual(bytes.subarray(0, start));
        expect(placed.subarray(placed.length - after.length)).toEqual(after);
        const written = new TextDecoder().decode(placed.subarray(start, placed.length - after.length));
        expect(JSON.parse(written)).toEqual(JSON.parse(json));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('leaves every other number and escape as it is written', () => {
    const text = '{"a": 9007199254740993, "b": [1.10, "\\u00e9"], "a": 1E2}';
    expect(place(text, ['b', 0], '{"x":1}')).toBe('{"a": 9007199254740993, "b": [{"x":1}, "\\u00e9"], "a": 1E2}');
  });

  it('keeps its numbers as they are written, on one line too', () => {
    expect(place('{"a":1}', ['a'], '[\n  9007199254740993,\n  1.10,\n  1E400\n]')).toBe(
      '{"a":[9007199254740993,1.10,1E400]}',
    );
  });
});

describe('its layout', () => {
  it('follows the line that it stands in', () => {
    const text = '{\n    "a": {\n        "b": 1\n    }\n}\n';
    expect(place(text, ['a', 'b'], '[\n    1,\n    {\n        "c": 2\n    }\n]')).toBe(
      '{\n    "a": {\n        "b": [\n            1,\n            {\n                "c": 2\n            }\n        ]\n    }\n}\n',
    );
  });

  it('follows tabs', () => {
    expect(place('{\n\t"a": 1\n}', ['a'], '[\n\t1\n]')).toBe('{\n\t"a": [\n\t\t1\n\t]\n}');
  });

  it('is one line where the document is', () => {
    expect(place('{"a":1, "b":2}', ['b'], '{\n  "c": [\n    1,\n    2\n  ]\n}')).toBe('{"a":1, "b":{"c":[1,2]}}');
  });

  it('ends its lines as the document does', () => {
    const text = '{\r\n  "a": 1,\r\n  "b": "x\\ny"\r\n}\r\n';
    const placed = place(text, ['a'], '[\n  1,\n  "c\\r\\nd"\n]');
    expect(placed).toBe('{\r\n  "a": [\r\n    1,\r\n    "c\\r\\nd"\r\n  ],\r\n  "b": "x\\ny"\r\n}\r\n');
    expect(placed.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('follows any indentation, line by line', () => {
    const indents = fc.constantFrom('  ', '    ', '\t');
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.jsonValue(),
        indents,
        fc.constantFrom('\n', '\r\n'),
        (value, result, indent, eol) => {
          const spell = (data: unknown): string => JSON.stringify(data, null, indent).replaceAll('\n', eol);
          const text = spell({ a: [value, { b: value }], c: value });
          const json = JSON.stringify(result, null, indent);
          expect(place(text, ['a', 1, 'b'], json)).toBe(spell({ a: [value, { b: result }], c: value }));
          expect(place(text, ['c'], json)).toBe(spell({ a: [value, { b: value }], c: result }));
          expect(place(text, [], json)).toBe(spell(result));
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

describe('in NDJSON', () => {
  it('an array becomes the records, and anything else the only one', () => {
    expect(place('{"a":1}\n{"a":2}\n', [], '[\n  {\n    "a": 3\n  },\n  4\n]', 'ndjson')).toBe('{"a":3}\n4\n');
    expect(place('1\n2\n', [], '{\n  "a": 1\n}', 'ndjson')).toBe('{"a":1}\n');
  });

  it('the records are those of the result, whatever they are and however lines end', () => {
    const records = fc.array(fc.jsonValue(), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(records, records, fc.constantFrom('\n', '\r\n'), fc.boolean(), (before, after, eol, isEnded) => {
        const text = before.map((record) => JSON.stringify(record)).join(eol) + (isEnded ? eol : '');
        const placed = place(text, [], JSON.stringify(after, null, 2), 'ndjson');
        const lines = placed.split('\n').filter((line) => line.trim() !== '');
        expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(JSON.parse(JSON.stringify(after)));
        // The first line determines the line ends.
        if (before.length > 1 && eol === '\r\n') expect(placed.replaceAll('\r\n', '')).not.toContain('\n');
      }),
      { numRuns: runs(500) },
    );
  });

  it('an array without items leaves no records', () => {
    expect(place('1\n2\n', [], '[]', 'ndjson')).toBe('');
  });

  it('a value of a record stays on its line', () => {
    expect(place('{"a":1}\n{"a":2}\n', [1, 'a'], '[\n  1,\n  2\n]', 'ndjson')).toBe('{"a":1}\n{"a":[1,2]}\n');
    expect(place('{"a":1}\n{"a":2}', [1], '{\n  "b": 2\n}', 'ndjson')).toBe('{"a":1}\n{"b":2}');
  });
});

describe('in JSON with comments', () => {
  it('the comments around it stay', () => {
    const text = '{\n  // one\n  "a": 1, // two\n  /* three */ "b": [2] /* four */,\n}\n';
    expect(place(text, ['a'], '[\n  3\n]', 'jsonc')).toBe(
      '{\n  // one\n  "a": [\n    3\n  ], // two\n  /* three */ "b": [2] /* four */,\n}\n',
    );
    expect(place(text, ['b', 0], '{\n  "c": 3\n}', 'jsonc')).toContain(
      '/* three */ "b": [{\n    "c": 3\n  }] /* four */',
    );
  });
});
