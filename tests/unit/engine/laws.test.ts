// Laws of the engine over random documents. fast-check prints the seed and the smallest failing input.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeSplices, invertSplices } from '../../../src/shared/document/splice-lists.ts';
import { formatDocument } from '../../../src/engine/layout/format.ts';
import { asByte } from '../../../src/shared/units.ts';
import { finish } from '../../../src/engine/base/work.ts';
import {
  edits,
  encode,
  jsonText,
  makeDocument,
  nearlyJson,
  spliceBytes,
  textOf,
  toSplices,
} from './support/documents.ts';
import { runs } from '../../runs.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(decoder.decode(bytes));
    return true;
  } catch {
    return false;
  }
}

describe('scan', () => {
  it('[PAR-3] accepts what JSON.parse accepts, and nothing else', () => {
    fc.assert(
      fc.property(nearlyJson, fc.integer({ min: 1, max: 40 }), (bytes, piece) => {
        expect(makeDocument(bytes, piece).validity).toBe(isJson(bytes) ? 'valid' : 'invalid');
      }),
      { numRuns: runs(2000) },
    );
  });

  it('gives the same tape, rows and lines however the bytes arrive', () => {
    fc.assert(
      fc.property(jsonText, fc.integer({ min: 1, max: 9 }), (text, piece) => makeDocument(text, piece).check()),
      { numRuns: runs(300) },
    );
  });
});

describe('white space around the root', () => {
  const blanks = fc.stringMatching(/^[ \t\r\n]{0,5}$/);
  const opened = jsonText.filter((text) => /^\s*[{[]/.test(text));

  it('comes and goes with the same tape, rows and lines as a scan from scratch, and what is no white space is an error', () => {
    const sides = fc.constantFrom('before', 'behind');
    fc.assert(
      fc.property(opened, blanks, blanks, sides, fc.constantFrom('', '', 'x', ','), (text, one, two, side, sign) => {
        const core = text.trim();
        const document = makeDocument(side === 'before' ? one + core : core + one);
        const at = side === 'before' ? 0 : encode(core).length;
        document.apply([{ start: asByte(at), end: asByte(at + one.length), insert: encode(two + sign) }]);
        finish(document.settle());
        expect(document.validity).toBe(sign === '' ? 'valid' : 'invalid');
        document.check();
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('splices', () => {
  it('apply, then the inverse, gives the same bytes', () => {
    fc.assert(
      fc.property(nearlyJson, edits, (bytes, wanted) => {
        const document = makeDocument(bytes);
        const splices = toSplices(bytes.length, wanted);
        const inverse = document.apply(splices);
        expect(document.memory.text().slice()).toEqual(spliceBytes(bytes, splices));
        document.lines.check();
        document.apply(inverse);
        expect(document.memory.text().slice()).toEqual(bytes);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('compose is one after the other', () => {
    fc.assert(
      fc.property(nearlyJson, edits, edits, (bytes, one, two) => {
        const first = toSplices(bytes.length, one);
        const between = spliceBytes(bytes, first);
        const second = toSplices(between.length, two);
        const both = composeSplices(first, second);
        expect(spliceBytes(bytes, both)).toEqual(spliceBytes(between, second));
        const back = composeSplices(
          invertSplices(second, (start, end) => between.slice(start, end)),
          invertSplices(first, (start, end) => bytes.slice(start, end)),
        );
        expect(spliceBytes(spliceBytes(between, second), back)).toEqual(bytes);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('rescan', () => {
  it('[PAR-4] is a scan from scratch, and keeps the last valid tape while the text is invalid', () => {
    fc.assert(
      fc.property(
        jsonText,
        fc.array(edits, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (text, rounds, expandAll) => {
          const document = makeDocument(text);
          if (expandAll) document.rows.expandAll();
          for (const wanted of rounds) {
            document.apply(toSplices(document.size, wanted));
            finish(document.settle());
            const fresh = makeDocument(document.memory.text().slice());
            expect(document.validity).toBe(fresh.validity);
            expect(document.error?.message).toBe(fresh.error?.message);
            expect(document.error?.place).toEqual(fresh.error?.place);
            document.check();
          }
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  it('takes edits back to the very same tape and rows', () => {
    fc.assert(
      fc.property(jsonText, fc.array(edits, { minLength: 1, maxLength: 5 }), (text, rounds) => {
        const document = makeDocument(text);
        const inverses = rounds.map((wanted) => {
          const inverse = document.apply(toSplices(document.size, wanted));
          finish(document.settle());
          return inverse;
        });
        for (const inverse of inverses.toReversed()) {
          document.apply(inverse);
          finish(document.settle());
        }
        expect(textOf(document)).toBe(text);
        expect(document.validity).toBe('valid');
        document.check();
      }),
      { numRuns: runs(500) },
    );
  });
});

/** The tokens of a JSON text, as spelt. */
function tokens(text: string): string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|[-+.\w]+|[[\]{},:]/g) ?? [];
}

describe('format', () => {
  const style = fc.constantFrom('format', 'smart', 'compact');
  const options = fc.record({
    style,
    indent: fc.constantFrom('', ' ', '  ', '    ', '\t', ' '.repeat(16)),
    maxLineLength: fc.constantFrom(0, 20, 80, 200),
  });

  it('[FMT-4] never changes a token', () => {
    fc.assert(
      fc.property(jsonText, options, (text, chosen) => {
        const made = finish(formatDocument(makeDocument(text), chosen));
        made.check();
        expect(tokens(textOf(made))).toEqual(tokens(text));
      }),
      { numRuns: runs(800) },
    );
  });

  it('[FMT-1] format and compact write what JSON.stringify writes, for values that survive it', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 1, max: 8 }), (text, width) => {
        const value: unknown = JSON.parse(text);
        const compact = { style: 'compact', indent: '', maxLineLength: 80 } as const;
        const pretty = { style: 'format', indent: ' '.repeat(width), maxLineLength: 80 } as const;
        const plain = JSON.stringify(value);
        expect(textOf(finish(formatDocument(makeDocument(plain), compact)))).toBe(plain);
        expect(textOf(finish(formatDocument(makeDocument(plain), pretty)))).toBe(JSON.stringify(value, null, width));
      }),
      { numRuns: runs(500) },
    );
  });

  it('[FMT-1] formatting what was compacted is formatting', () => {
    fc.assert(
      fc.property(jsonText, options, (text, chosen) => {
        const source = makeDocument(text);
        const compact = finish(formatDocument(source, { ...chosen, style: 'compact' }));
        expect(textOf(finish(formatDocument(compact, chosen)))).toBe(textOf(finish(formatDocument(source, chosen))));
      }),
      { numRuns: runs(500) },
    );
  });

  it('[FMT-4] writes the same text and tape in pieces of any size', () => {
    const long = fc.constantFrom(
      '1'.repeat(3000),
      `"${'é'.repeat(2000)}"`,
      `"${'\\n'.repeat(900)}"`,
      '[[[[[[[[[[1]]]]]]]]]]',
    );
    const parts = fc.array(fc.oneof(jsonText, long), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(parts, options, fc.integer({ min: 225, max: 300 }), (texts, chosen, quarter) => {
        const source = makeDocument(`{"a":[${texts.join(',')}],"b":${texts[0] ?? 0}}`);
        const made = finish(formatDocument(source, chosen, undefined, quarter * 4));
        made.check();
        expect(textOf(made)).toBe(textOf(finish(formatDocument(source, chosen))));
      }),
      { numRuns: runs(300) },
    );
  });

  it('[FMT-2] smart formatting fills lines, and never passes the length where it has a choice', () => {
    fc.assert(
      fc.property(jsonText, fc.constantFrom(20, 40, 80), (text, maxLineLength) => {
        const smart = textOf(
          finish(formatDocument(makeDocument(text), { style: 'smart', indent: '  ', maxLineLength })),
        );
        for (const line of smart.split('\n')) {
          // A line that is too long contains no container that could have been broken.
          if (line.length > maxLineLength) expect(line.replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/\[[^\]]|\{[^}]/);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('[FMT-2] spells short containers on one line', () => {
    const text = '{"a":[1,2,{"b":[]}],"long":["0123456789","0123456789","0123456789"],"e":{}}';
    const smart = textOf(
      finish(formatDocument(makeDocument(text), { style: 'smart', indent: '  ', maxLineLength: 30 })),
    );
    expect(smart).toBe(
      '{\n  "a": [1, 2, { "b": [] }],\n  "long": [\n    "0123456789",\n    "0123456789",\n    "0123456789"\n  ],\n  "e": {}\n}',
    );
    expect(smart.split('\n')[1]).toBe('  "a": [1, 2, { "b": [] }],');
  });

  it('[FMT-2] counts the line to the unit, with indentation, key and comma', () => {
    const text = '{"k":[1,2,3],"last":[4,5,6]}';
    const at = (maxLineLength: number): string =>
      textOf(finish(formatDocument(makeDocument(text), { style: 'smart', indent: '  ', maxLineLength })));
    expect('  "k": [1, 2, 3],'.length).toBe(17);
    expect('  "last": [4, 5, 6]'.length).toBe(19);
    expect(at(17)).toContain('  "k": [1, 2, 3],');
    expect(at(16)).not.toContain('[1, 2, 3]');
    expect(at(19)).toContain('  "last": [4, 5, 6]');
    expect(at(18)).not.toContain('[4, 5, 6]');
    const line = '{ "k": [1, 2, 3], "last": [4, 5, 6] }';
    expect(at(line.length)).toBe(line);
    expect(at(line.length - 1)).not.toBe(line);
  });
});
