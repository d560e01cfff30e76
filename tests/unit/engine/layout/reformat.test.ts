// Formatting in place: the caret stays on its token, keys are sorted on every level, and parts of a text are formatted where
// they are.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import type { FormatOptions, LayoutOptions } from '../../../../src/shared/protocol/format-options.ts';
import type { Selection } from '../../../../src/shared/protocol/selection.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { formatDocument } from '../../../../src/engine/layout/format.ts';
import { reformat } from '../../../../src/engine/edit/reformat.ts';
import { compareTexts } from '../../../../src/engine/sort/natural-order.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { anyDialect, commentsIn, textIn } from '../support/dialect-documents.ts';
import { encode, jsonText, makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const LAYOUT = { indent: '  ', maxLineLength: 80 } as const;
const STYLES = [
  { style: 'format', ...LAYOUT },
  { style: 'format', indent: '\t', maxLineLength: 20 },
  { style: 'smart', ...LAYOUT },
  { style: 'compact', ...LAYOUT },
] as const satisfies readonly FormatOptions[];
const SORTS = [
  { style: 'sort', direction: 'ascending' },
  { style: 'sort', direction: 'descending' },
] as const satisfies readonly FormatOptions[];

const TOKEN = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\/[^\r\n]*|\/\*.*?\*\/|[[\]{}]|[,:]|[^\s\ufeff[\]{},:"'/]+/gsu;

interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The keys, scalars and brackets of a text, with byte offsets. */
function tokensIn(text: string): Token[] {
  return [...text.matchAll(TOKEN)]
    .filter(([token]) => !/^(?:\/[/*]|[,:]$)/.test(token))
    .map((match) => {
      const start = encode(text.slice(0, match.index)).length;
      return { start, end: start + encode(match[0]).length, text: match[0] };
    });
}

/** Applies a plan, as a session does. */
function run(
  document: JsonDocument,
  options: FormatOptions,
  selection: Selection | null,
  spans: Selection | null = null,
) {
  const made = finish(reformat(document, options, spans, selection));
  if (made.type === 'splices') {
    document.apply(made.splices);
    finish(document.settle());
  }
  const after = made.type === 'document' ? made.document : document;
  expect(after.isLive).toBe(true);
  return { after, text: textOf(after), selection: made.selectionIn(after), expanded: made.expandedIn(after) };
}

const documents = anyDialect.chain((dialect) => textIn(dialect).map((text) => ({ dialect, text })));

describe('[FMT-1] the caret', () => {
  it('stays in its token, wherever that is, in every layout', () => {
    fc.assert(
      fc.property(
        documents,
        fc.constantFrom(...STYLES),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (doc, options, shares) => {
          const { text, dialect } = doc;
          const source = makeDocument(text, undefined, dialect);
          const before = tokensIn(text);
          fc.pre(source.isLive && before.length > 0);
          const size = encode(text).length;
          const carets = shares.map((share) => Math.round(share * size));
          const made = run(
            source,
            options,
            carets.map((at) => ({ anchor: at, active: at })),
          );
          const after = tokensIn(made.text);
          expect(after.map((token) => token.text)).toEqual(before.map((token) => token.text));
          for (const [index, caret] of carets.entries()) {
            const to = made.selection?.[index]?.active ?? -1;
            const inside = before.findIndex((token) => token.start < caret && caret < token.end);
            if (inside >= 0) {
              expect(to - (after[inside]?.start ?? 0)).toBe(caret - (before[inside]?.start ?? 0));
              continue;
            }
            // The caret is at the end of the token before it, or at the start of the next one.
            const behind = before.findIndex((token) => token.start >= caret);
            const next = behind < 0 ? before.length : behind;
            const isNdjsonEnd = dialect === 'ndjson' && to === made.after.size;
            expect(
              isNdjsonEnd || to === after[next - 1]?.end || to === after[next]?.start || to === after[0]?.start,
            ).toBe(true);
          }
        },
      ),
      { numRuns: runs(600) },
    );
  });

  it('goes with its value when keys are sorted', () => {
    fc.assert(
      fc.property(
        documents,
        fc.constantFrom(...SORTS),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ text, dialect }, options, share) => {
          const source = makeDocument(text, undefined, dialect);
          const before = tokensIn(text);
          const token = before[Math.floor(share * before.length)];
          fc.pre(source.isLive && token !== undefined && token.end - token.start > 1);
          const at = (token?.start ?? 0) + 1;
          const { selection, text: made } = run(source, options, [{ anchor: at, active: at }]);
          const to = selection?.[0]?.active ?? -1;
          // Without splices there is no new selection: nothing moved.
          if (made === text) return;
          const there = tokensIn(made).find(({ start, end }) => start < to && to < end);
          expect(there?.text).toBe(token?.text);
          expect(to - (there?.start ?? 0)).toBe(1);
        },
      ),
      { numRuns: runs(600) },
    );
  });

  it('prefers the line it is on, and a scalar to a bracket', () => {
    const caret = (text: string, options: FormatOptions = STYLES[3]): string => {
      const at = text.indexOf('|');
      const made = run(makeDocument(text.replace('|', '')), options, [{ anchor: at, active: at }]);
      const to = made.selection?.[0]?.active ?? -1;
      return `${made.text.slice(0, to)}|${made.text.slice(to)}`;
    };
    expect(caret('{\n  "a": 1,\n|    "b": 2\n}')).toBe('{"a":1,|"b":2}');
    expect(caret('{\n  "a": 1,|\n      "b": 2\n}')).toBe('{"a":1|,"b":2}');
    expect(caret('[1, 2|]', STYLES[0])).toBe('[\n  1,\n  2|\n]');
    expect(caret('{"k"|: [1]}')).toBe('{"k"|:[1]}');
    expect(caret('{"k": |[1]}')).toBe('{"k":|[1]}');
  });
});

interface Item {
  readonly key: string | null;
  readonly value: string | Item[];
}

/** A text as a tree of keys and tokens, including duplicate keys. */
function treeOf(text: string): Item[] {
  const tokens = [...text.matchAll(TOKEN)].map(([token]) => token).filter((token) => !/^\/[/*]/.test(token));
  const root: Item[] = [];
  const stack: Item[][] = [root];
  for (let index = 0; index < tokens.length; index += 1) {
    let token = tokens[index] ?? '';
    if (/^[\]}]$/.test(token)) stack.pop();
    if (/^[\]},:]$/.test(token)) continue;
    const key = tokens[index + 1] === ':' ? token : null;
    if (key !== null) token = tokens[(index += 2)] ?? '';
    const inner: Item[] | null = /^[[{]$/.test(token) ? [] : null;
    stack.at(-1)?.push({ key, value: inner ?? token });
    if (inner !== null) stack.push(inner);
  }
  return root;
}

function sortTree(items: Item[], sign: number): Item[] {
  const inner = items.map(({ key, value }) => ({
    key,
    value: typeof value === 'string' ? value : sortTree(value, sign),
  }));
  if (inner[0]?.key === null) return inner;
  const name = (key: string | null): string => JSON.parse(key ?? '""') as string;
  return inner
    .map((item, index) => ({ item, index }))
    .toSorted((a, b) => sign * compareTexts(name(a.item.key), name(b.item.key)) || a.index - b.index)
    .map(({ item }) => item);
}

describe('[FMT-1] sorting keys', () => {
  it('puts the members of all objects in order, equal keys as they were, and nothing else', () => {
    fc.assert(
      fc.property(jsonText, fc.constantFrom(...SORTS), (text, options) => {
        const sign = options.style === 'sort' && options.direction === 'ascending' ? 1 : -1;
        const { text: made, after } = run(makeDocument(text), options, null);
        after.check();
        expect(treeOf(made)).toEqual(sortTree(treeOf(text), sign));
        expect(made.replaceAll(/[^\s]/g, '').length).toBe(text.replaceAll(/[^\s]/g, '').length);
        expect(run(after, options, null).text).toBe(made);
      }),
      { numRuns: runs(400) },
    );
  });

  it('keeps every comment and stays valid in every dialect', () => {
    fc.assert(
      fc.property(documents, fc.constantFrom(...SORTS), ({ text, dialect }, options) => {
        const source = makeDocument(text, undefined, dialect);
        fc.pre(source.isLive);
        const { text: made, after } = run(source, options, null);
        after.check();
        if (dialect === 'jsonc' || dialect === 'json5')
          expect(commentsIn(made).toSorted()).toEqual(commentsIn(text).toSorted());
      }),
      { numRuns: runs(600) },
    );
  });

  it('counts as people do, takes comments along and keeps the layout', () => {
    const text = '{\n  // ten\n  "a10": 1, // one\n  "a9": { "y": [{"d":1,"c":2}], "x": 0 }\n}\n';
    const { text: made } = run(makeDocument(text, undefined, 'jsonc'), SORTS[0], null);
    expect(made).toBe('{\n  "a9": { "x": 0, "y": [{"c":2,"d":1}] },\n  // ten\n  "a10": 1 // one\n}\n');
  });

  it('sorts an object of many members, and one of very many levels', () => {
    const keys = Array.from({ length: 5000 }, (_, index) => `k${(index * 7919) % 5000}`);
    const wide = `{${keys.map((key, index) => `"${key}":${index}`).join(',')}}`;
    const { text } = run(makeDocument(wide), SORTS[0], null);
    expect(Object.keys(JSON.parse(text) as object)).toEqual(Array.from({ length: 5000 }, (_, index) => `k${index}`));
    const depth = runs(2_000_000);
    const deep = `${'[{"b":1,"a":'.repeat(depth / 2)}0${'}]'.repeat(depth / 2)}`;
    const made = run(makeDocument(deep), SORTS[0], null).text;
    expect(made.startsWith('[{"a":[{"a":')).toBe(true);
    expect(made.endsWith(',"b":1}],"b":1}]')).toBe(true);
  });

  it('keeps expanded what was, where it is now', () => {
    const source = makeDocument('{"b": {"x": 1}, "a": [2]}');
    source.rows.expand(source.places.atPath(['b']));
    const { after, expanded } = run(source, SORTS[0], null);
    after.rows.expandStarts(expanded);
    expect(after.rows.isExpanded(after.places.atPath(['b']))).toBe(true);
    expect(after.rows.isExpanded(after.places.atPath(['a']))).toBe(false);
  });
});

describe('[FMT-1] a selection', () => {
  const part = (text: string, options: FormatOptions, dialect: Dialect = 'json'): string => {
    const [before = '', inside = '', behind = ''] = text.split('|');
    const span = { anchor: encode(before).length, active: encode(before + inside).length };
    const source = makeDocument(before + inside + behind, undefined, dialect);
    const made = run(source, options, [span], [span]);
    const { anchor, active } = made.selection?.[0] ?? { anchor: 0, active: 0 };
    return `${made.text.slice(0, anchor)}|${made.text.slice(anchor, active)}|${made.text.slice(active)}`;
  };
  const [format, , smart, compact] = STYLES;
  const [sort] = SORTS;

  it('formats the values that lie wholly inside, indented as where they are', () => {
    expect(
      part('{\r\n\t|"a": [1,{"b":[2]}], "d": {"e":3}|,\r\n\t"c": [4, 5]}', {
        ...format,
        indent: '\t',
      }),
    ).toBe(
      '{\r\n\t|"a": [\r\n\t\t1,\r\n\t\t{\r\n\t\t\t"b": [\r\n\t\t\t\t2\r\n\t\t\t]\r\n\t\t}\r\n\t], "d": {\r\n\t\t"e": 3\r\n\t}|,\r\n\t"c": [4, 5]}',
    );
    expect(part('[1, |[ 2,\n3 ], { "a" : 1 }|, [ 4 ]]', compact)).toBe('[1, |[2,3], {"a":1}|, [ 4 ]]');
    expect(part('[\n  |[\n    1,\n    2\n  ]|\n]', smart)).toBe('[\n  |[1, 2]|\n]');
    expect(part('{"z": |{"b": 1, "a": 2}|, "y": 3}', sort)).toBe(
      '{"z": |{"b": 1, "a": 2}|, "y": 3}'.replace('"b": 1, "a": 2', '"a": 2, "b": 1'),
    );
    expect(part('{"a":1}\n|{"b":[1,2]}|\n', format, 'ndjson')).toBe('{"a":1}\n|{ "b": [1, 2] }|\n');
  });

  it('leaves everything outside as it is', () => {
    fc.assert(
      fc.property(
        documents,
        fc.constantFrom(...STYLES),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ text, dialect }, options, a, b) => {
          const source = makeDocument(text, undefined, dialect);
          fc.pre(source.isLive);
          const bytes = encode(text);
          const [start, end] = [Math.min(a, b), Math.max(a, b)].map((share) => Math.round(share * bytes.length)) as [
            number,
            number,
          ];
          const span = { anchor: start, active: end };
          let made;
          try {
            made = run(source, options, [span], [span]);
          } catch (error) {
            expect(error).toMatchObject({ code: 'refused' });
            return;
          }
          made.after.check();
          expect(tokensIn(made.text).map((token) => token.text)).toEqual(tokensIn(text).map((token) => token.text));
          const after = encode(made.text);
          if (start > 0 || end < bytes.length) {
            expect(Buffer.from(after.subarray(0, start))).toEqual(Buffer.from(bytes.subarray(0, start)));
            const tail = bytes.length - end;
            expect(Buffer.from(after.subarray(after.length - tail))).toEqual(Buffer.from(bytes.subarray(end)));
          }
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('is escaped and unescaped in place, and selected then', () => {
    expect(part('{"a": |[1, "x"]|}', { style: 'escape' })).toBe('{"a": |"[1, \\"x\\"]"|}');
    expect(part('{"a": |"[1, \\"x\\"]"|}', { style: 'unescape' })).toBe('{"a": |[1, "x"]|}');
    expect(part('{"a": "[|1, |2]"}', { style: 'unescape' })).toBe('{"a": |[1, 2]|}');
  });

  it('is refused where it holds no whole value, or no string to unescape', () => {
    const refused = expect.objectContaining({ code: 'refused' });
    expect(() => part('{"a|": 1|23}', format)).toThrow(refused);
    expect(() => part('[|1|]', { style: 'unescape' })).toThrow(refused);
    expect(() => part('[|"x"|]', { style: 'unescape' })).toThrow(refused);
    expect(() => part('[|1|', format)).toThrow(expect.objectContaining({ code: 'invalid-document' }));
  });
});

describe('[FMT-1] what may be asked for', () => {
  const refused = expect.objectContaining({ code: 'refused' });
  const formatted = (options: Partial<FormatOptions>): string =>
    textOf(finish(formatDocument(makeDocument('[1]'), { style: 'format', ...LAYOUT, ...options } as LayoutOptions)));

  it('is an indentation of at most 16 blanks or tabs', () => {
    for (const blank of [' ', '\t']) {
      expect(formatted({ indent: blank.repeat(16) })).toBe(`[\n${blank.repeat(16)}1\n]`);
      expect(() => formatted({ indent: blank.repeat(17) })).toThrow(refused);
    }
    expect(() => formatted({ indent: 'x' })).toThrow(refused);
  });

  it('is a line of at most 10,000 units', () => {
    expect(formatted({ style: 'smart', maxLineLength: 10_000 })).toBe('[1]');
    for (const maxLineLength of [-1, 10_001, Number.NaN])
      expect(() => formatted({ style: 'smart', maxLineLength })).toThrow(refused);
  });
});
