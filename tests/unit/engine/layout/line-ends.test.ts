// Line ends stay as they are: formatting keeps those of the document and whether its last line ends with one; for expressions and
// replacements a line end is one thing, whatever its bytes.
// @see requirements FMT-1, FMT-2

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import { type SearchQuery } from '../../../../src/shared/protocol/search.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { rewriteDocument } from '../../../../src/engine/layout/rewrite.ts';
import { reformat } from '../../../../src/engine/edit/reformat.ts';
import { placeResult } from '../../../../src/engine/query/placing.ts';
import { replaceAll } from '../../../../src/engine/search/replace.ts';
import { encode, jsonText, makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const ENDS = ['\n', '\r\n', '\r'] as const;
const STYLES = ['format', 'smart', 'compact'] as const;
const LAYOUT = { indent: '  ', maxLineLength: 80 };

function formatted(text: string, style: (typeof STYLES)[number], dialect: Dialect = 'json'): string {
  const made = finish(rewriteDocument(makeDocument(text, 1 << 20, dialect), { style, ...LAYOUT }));
  made.check();
  return textOf(made);
}

describe('[FMT-1] [FMT-2] formatting keeps line ends', () => {
  it('of every document, and what it makes otherwise is the same', () => {
    fc.assert(
      fc.property(
        jsonText,
        fc.constantFrom(...STYLES),
        fc.constantFrom(...ENDS),
        fc.boolean(),
        (text, style, end, last) => {
          const plain = text.trim().replaceAll(/[\r\n\t ]+(?=(?:[^"\\]|\\.|"(?:[^"\\]|\\.)*")*$)/g, '');
          const source = ` ${end}${plain}${last ? end : ''}`;
          const lf = formatted(plain, style);
          expect(formatted(source, style)).toBe(lf.replaceAll('\n', end) + (last ? end : ''));
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it.each([
    ['json', '{"a":[1,{"b":2}]}'],
    ['jsonc', '// c\n{"a": 1, /* d\n e */ "b": [{"c": 1}] // f\n}\n// g'],
    ['json5', "{a: 'x\\\ny', b: [1, {c: 2,},], // z\n}"],
    ['ndjson', '{"a": 1}\n[1, 2]'],
  ] as const)('in %s, in every style', (dialect, text) => {
    for (const style of STYLES) {
      for (const end of ENDS) {
        // A lone CR does not end a record.
        if (dialect === 'ndjson' && end === '\r') continue;
        for (const last of ['', end]) {
          const source = text.replaceAll('\n', end) + last;
          // The only line end of a text may be that of its last line.
          const made = formatted(source, style, dialect);
          const ends = made.match(/\r\n|\n|\r/g) ?? [];
          expect(ends.every((one) => one === (source.includes(end) ? end : '\n'))).toBe(true);
          expect(/[\r\n]$/.test(made)).toBe(last !== '');
          expect(formatted(made, style, dialect)).toBe(made);
        }
      }
    }
  });

  it('in a part of the document, beside the rest of it', () => {
    const document = makeDocument('{\r\n  "a": {"b":1},\r\n  "c": [2]\r\n}\r\n');
    const { start, end } = document.places.range(document.places.atPath(['a']));
    const made = finish(reformat(document, { style: 'format', ...LAYOUT }, [{ anchor: start, active: end }], null));
    if (made.type === 'splices') document.apply(made.splices);
    expect(textOf(document)).toBe('{\r\n  "a": {\r\n    "b": 1\r\n  },\r\n  "c": [2]\r\n}\r\n');
  });

  it('in the first line of a text that is longer than is looked at', () => {
    const long = `["${'x'.repeat(100_000)}",1]\r\n`;
    expect(formatted(long, 'format').endsWith('",\r\n  1\r\n]\r\n')).toBe(true);
    expect(formatted(long, 'compact')).toBe(long);
  });
});

describe('[TRF-1] a result in place of a value', () => {
  it('is indented as the file is, not as the settings say', () => {
    const text = '{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}\r\n';
    const document = makeDocument(text);
    const json = encode('[\n  1,\n  {\n    "c": [2,   3]\n  }\n]');
    document.apply(finish(placeResult(document.places, document.places.atPath(['a', 'b']), json)));
    expect(textOf(document)).toBe(
      '{\r\n\t"a": {\r\n\t\t"b": [\r\n\t\t\t1,\r\n\t\t\t{\r\n\t\t\t\t"c": [2,   3]\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}\r\n',
    );
  });
});

describe('[FMT-1] a line end is one thing', () => {
  const query = (pattern: string, regex = true): SearchQuery => ({
    pattern,
    regex,
    matchCase: true,
    wholeWord: false,
    scope: 'text',
  });
  const replaced = (text: string, pattern: string, replacement: string, regex = true): string => {
    const document = makeDocument(text);
    document.apply(finish(replaceAll(document, query(pattern, regex), replacement)).splices);
    return textOf(document);
  };

  it.each(ENDS)('for expressions and texts in a document with %j', (end) => {
    const lines = '[1,\n2  \n\n3]\n';
    const text = lines.replaceAll('\n', end);
    const cases: [pattern: string, replacement: string, expected: string, regex?: boolean][] = [
      [',\\n', ', ', '[1, 2  \n\n3]\n'],
      ['[^,\\s]$', '#', '[1,\n2  \n\n3#\n'],
      [' +$', '', '[1,\n2\n\n3]\n'],
      ['\\s+$', '', '[1,\n2\n3]'],
      ['^', '>', '>[1,\n>2  \n>\n>3]\n>'],
      [',', ',\\n', '[1,\n\n2  \n\n3]\n'],
      ['1,.', 'x', lines],
      ['1,\n2', '1, 2', '[1, 2  \n\n3]\n', false],
      ['1,', '1,\n', '[1,\n\n2  \n\n3]\n', false],
    ];
    for (const [pattern, replacement, expected, regex] of cases)
      expect(replaced(text, pattern, replacement, regex)).toBe(expected.replaceAll('\n', end));
    expect(replaced(text, '\\r\\n', '')).toBe(end === '\r\n' ? '[1,2  3]' : text);
  });

  it('in a text that has several', () => {
    expect(replaced('[1,\r\n2,\r3,\n4]', ',\\n', ',')).toBe('[1,2,3,4]');
    expect(replaced('[1,\r\n2,\r3,\n4]', ',$', ';')).toBe('[1;\r\n2;\r3;\n4]');
  });
});
