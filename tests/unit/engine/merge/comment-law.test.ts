// The law of merging for comments: both sides change comments, values and members of documents with one item a line, judged line by
// line. What either side has done to the comments of an item that is left is there, or a conflict is said.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../../src/workers/engine/base/work.ts';
import { mergeThreeWay } from '../../../../src/workers/engine/merge/three-way.ts';
import { runs } from '../../../runs.ts';
import { makeDocument } from '../support/documents.ts';
import { randomFrom, type Random } from './merge-model.ts';

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
    private readonly random: Random,
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
        const random = randomFrom(seed);
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
