// The law of merging for comments: both sides change comments, values and members of documents with one item a line, judged line by
// line; and of documents in any layout, judged by the words in their comments. What either side has done to the comments of an item
// that is left is there, or a conflict is said.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../../src/engine/base/work.ts';
import { mergeThreeWay } from '../../../../src/engine/merge/three-way.ts';
import { runs } from '../../../runs.ts';
import { makeDocument } from '../support/documents.ts';
import { integersFrom, type Integers } from '../../../random.ts';

/** An item: a member `name: value`, or, in a list, the value alone, which names it. */
interface Item {
  readonly name: string;
  readonly before: readonly string[];
  readonly value: string | readonly Item[];
  readonly behind: string;
}

class Writer {
  private count = 0;
  constructor(
    private readonly random: Integers,
    private readonly side: string,
  ) {}

  word(): string {
    this.count += 1;
    return `${this.side}${this.count}`;
  }

  private comment(): string {
    return this.random(4) === 0 ? `/* ${this.word()} */` : `// ${this.word()}`;
  }

  items(depth: number, count: number): Item[] {
    return Array.from({ length: count }, () => this.item(depth));
  }

  private item(depth: number): Item {
    const { random } = this;
    return {
      name: this.word(),
      before: random(3) === 0 ? [this.comment()] : [],
      value: depth > 0 && random(3) === 0 ? this.items(depth - 1, 1 + random(3)) : this.word(),
      behind: random(3) === 0 ? this.comment() : '',
    };
  }

  edit(items: readonly Item[]): Item[] {
    const { random } = this;
    const edited = items.flatMap((item): Item[] => {
      switch (random(9)) {
        case 0:
          return items.length > 1 ? [] : [item];
        case 1:
          return [{ ...item, before: random(3) === 0 ? [] : [this.comment()] }];
        case 2:
          return [{ ...item, behind: random(3) === 0 ? '' : this.comment() }];
        case 3:
          return [typeof item.value === 'string' ? { ...item, value: this.word() } : item];
        default:
          return [typeof item.value === 'string' ? item : { ...item, value: this.edit(item.value) }];
      }
    });
    return random(4) === 0 ? edited.toSpliced(random(edited.length + 1), 0, this.item(0)) : edited;
  }
}

function spell(items: readonly Item[], indent = '  '): string {
  return items
    .flatMap(({ name, before, value, behind }, index) => {
      const comma = index + 1 < items.length ? ',' : '';
      const after = behind === '' ? '' : ` ${behind}`;
      const lines = before.map((comment) => indent + comment);
      if (typeof value === 'string') return [...lines, `${indent}"${name}": "${value}"${comma}${after}`];
      return [...lines, `${indent}"${name}": {`, spell(value, `${indent}  `), `${indent}}${comma}${after}`];
    })
    .join('\n');
}
const write = (items: readonly Item[]): string => `{\n${spell(items)}\n}\n`;

/** The items of a text by name, each with its comments. */
function readItems(text: string): Map<string, { before: string; behind: string }> {
  const found = new Map<string, { before: string; behind: string }>();
  const open: string[] = [];
  let before: string[] = [];
  for (const line of text.split('\n').slice(1)) {
    const comment = /^\s*(\/\/.*|\/\*.*\*\/)$/.exec(line)?.[1];
    const [, name, value = ''] = /^\s*"(\w+)": (\{\}|\{$|"\w+")/.exec(line) ?? [];
    const behind = /(\/\/.*|\/\*.*\*\/)$/.exec(line)?.[1] ?? '';
    if (comment !== undefined) before.push(comment);
    else if (name !== undefined) {
      found.set(name, { before: before.join(), behind });
      before = [];
      if (value === '{') open.push(name);
    } else if (/^\s*\}/.test(line)) {
      const item = found.get(open.pop() ?? '');
      if (item !== undefined) item.behind = behind;
    }
  }
  return found;
}

describe('the law of merging for comments', () => {
  it('[NEW-12] keeps what either side has done to the comments of what is left', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = integersFrom(seed);
        const items = new Writer(random, 'B').items(2, 2 + random(4));
        const texts = [items, new Writer(random, 'L').edit(items), new Writer(random, 'R').edit(items)].map(write);
        const [base, left, right] = texts.map((text) => makeDocument(text, undefined, 'jsonc'));
        if (base === undefined || left === undefined || right === undefined) throw new RangeError('no document');
        const { text, conflicts } = finish(mergeThreeWay(base, left, right, { prefer: 'left', identity: null }));
        const merged = new TextDecoder().decode(text);
        const why = `${texts.join('--\n')}==\n${merged}${JSON.stringify(conflicts)}`;
        const [b, l, r, m] = [...texts, merged].map(readItems);
        for (const [name, found] of m ?? []) {
          if (conflicts.some(({ path }) => path.endsWith(`/${name}`) || path.includes(`/${name}/`))) continue;
          for (const part of ['before', 'behind'] as const) {
            const [was, mine, theirs] = [b, l, r].map((version) => version?.get(name)?.[part]);
            const wanted =
              was === mine ? (theirs ?? mine) : was === theirs || mine === theirs ? mine : (mine ?? theirs);
            const isBoth = was !== undefined && mine !== was && theirs !== was && mine !== theirs;
            if (mine !== undefined && theirs !== undefined)
              expect(isBoth, `${name} ${part}: no conflict\n${why}`).toBe(false);
            if (mine !== undefined || theirs !== undefined)
              expect(found[part], `${name} ${part}\n${why}`).toBe(
                mine === undefined ? theirs : theirs === undefined ? mine : wanted,
              );
          }
        }
      }),
      { numRuns: runs(6000) },
    );
  });
});

describe('the law of merging for comments in any layout', () => {
  /** A member, or an item of a list, with words that stand in comments around it. */
  interface Part {
    readonly key: string;
    readonly words: readonly (string | null)[];
    readonly value: string | { readonly isList: boolean; readonly parts: readonly Part[]; readonly end: string | null };
  }

  const LAYOUTS = ['one line', 'lines', 'lines of two'] as const;
  type LayoutName = (typeof LAYOUTS)[number];

  function makeParts(random: Integers, word: () => string, depth: number, isList: boolean): Part[] {
    const comment = (): string | null => (random(4) === 0 ? word() : null);
    return Array.from({ length: 1 + random(3) }, () => {
      const isInner = random(2) === 0;
      const value =
        depth === 0 || isList || random(3) > 0
          ? `"${word()}"`
          : { isList: isInner, parts: makeParts(random, word, depth - 1, isInner), end: comment() };
      return { key: word(), words: [comment(), isList ? null : comment(), comment()], value };
    });
  }

  /** Changes comments and values, and adds members: all that is in the base stays. */
  function editParts(random: Integers, word: () => string, parts: readonly Part[], isList: boolean): Part[] {
    const comment = (before: string | null): string | null =>
      random(6) > 0 ? before : random(3) === 0 ? null : word();
    const edited = parts.map(({ key, words: [before = null, inside = null, behind = null], value }): Part => {
      const words = [comment(before), isList ? null : comment(inside), comment(behind)];
      if (typeof value === 'string') return { key, words, value: random(8) === 0 && !isList ? `"${word()}"` : value };
      const inner = editParts(random, word, value.parts, value.isList);
      return { key, words, value: { ...value, parts: inner, end: comment(value.end) } };
    });
    const added: Part = { key: word(), words: [null, null, null], value: `"${word()}"` };
    return random(5) === 0 ? edited.toSpliced(random(edited.length + 1), 0, added) : edited;
  }

  function writeParts(
    parts: readonly Part[],
    isList: boolean,
    end: string | null,
    layout: LayoutName,
    indent = '',
  ): string {
    const inner = `${indent}  `;
    const said = (word: string | null | undefined): string =>
      word === null || word === undefined ? '' : `/* ${word} */`;
    const texts = parts.map(({ key, words: [before, inside, behind], value }) => {
      const text = typeof value === 'string' ? value : writeParts(value.parts, value.isList, value.end, layout, inner);
      const name = isList ? '' : `"${key}": ${said(inside)}`;
      return `${said(before)}${name}${text}${said(behind)}`;
    });
    const [open, close] = isList ? '[]' : '{}';
    const separators = texts.map((_, index) =>
      layout === 'lines' || (layout === 'lines of two' && index % 2 === 1) ? `,\n${inner}` : ', ',
    );
    const body = texts.map((text, index) => text + (index + 1 < texts.length ? separators[index] : '')).join('');
    const [first, last] = layout === 'one line' ? ['', ''] : [`\n${inner}`, `\n${indent}`];
    // In the line of the last item it would be that item's.
    const ending = end === null || layout === 'one line' ? '' : `\n\n${inner}${said(end)}`;
    return `${open}${first}${body}${ending}${last}${close}`;
  }

  it('[NEW-12] has every comment of either side once, whichever side is written into', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = integersFrom(seed);
        let count = 0;
        const word = (): string => `w${(count += 1)}w`;
        const parts = makeParts(random, word, 2, false);
        const layout = LAYOUTS[random(LAYOUTS.length)] ?? 'lines';
        const other = random(2) === 0 ? layout : (LAYOUTS[random(LAYOUTS.length)] ?? 'lines');
        const texts = [
          writeParts(parts, false, null, layout),
          writeParts(editParts(random, word, parts, false), false, null, layout),
          writeParts(editParts(random, word, parts, false), false, null, other),
        ];
        const [base, left, right] = texts.map((text) => makeDocument(text, undefined, 'jsonc'));
        if (base === undefined || left === undefined || right === undefined) throw new RangeError('no document');
        const { text, conflicts } = finish(mergeThreeWay(base, left, right, { prefer: 'left', identity: null }));
        const merged = new TextDecoder().decode(text);
        const why = `${texts.join('\n--\n')}\n==\n${merged}\n${JSON.stringify(conflicts)}`;
        expect(makeDocument(merged, undefined, 'jsonc').isWhole, why).toBe(true);
        if (conflicts.length > 0) return;
        for (let number = 1; number <= count; number += 1) {
          const [was, mine, theirs, found] = [...texts, merged].map((one) => one.split(`w${number}w`).length - 1);
          expect(found, `w${number}w\n${why}`).toBe(was === mine ? theirs : mine);
        }
      }),
      { numRuns: runs(3000) },
    );
  });

  it('[NEW-12] writes comments into the line of the other side, and between key and value', () => {
    const merged = (...texts: [string, string, string]): string => {
      const [base, left, right] = texts.map((text) => makeDocument(text, undefined, 'jsonc'));
      if (base === undefined || left === undefined || right === undefined) throw new RangeError('no document');
      const { text, conflicts } = finish(mergeThreeWay(base, left, right, { prefer: 'left', identity: null }));
      expect(conflicts).toEqual([]);
      return new TextDecoder().decode(text);
    };
    const [base, left] = ['{"a": 1, "b": 2}', '{"a": 1, "b": 3}'];
    expect(merged(base, left, '{"a": 1, /* c */ "b": 2}')).toBe('{"a": 1, /* c */ "b": 3}');
    expect(merged(base, left, '{"a": 1 /* c */, "b": 2}')).toBe('{"a": 1 /* c */, "b": 3}');
    expect(merged(base, left, '{"a": /* c */ 1, "b": 2 /* d */}')).toBe('{"a": /* c */ 1, "b": 3 /* d */}');
    expect(merged('{"a":/* v */ 1, "b": 2}', '{"a":/* v */ 1, "b": 3}', '{"a": 1, "b": 2}')).toBe('{"a": 1, "b": 3}');
    expect(merged('[]', '[1]', '[\n  // c\n]')).toBe('[1 /* c */]');
    expect(merged('\n[1, 2]', '\n[1, 3]', '\n[// c\n1, 2]')).toBe('\n[1, 3 /* c */]');
  });
});
