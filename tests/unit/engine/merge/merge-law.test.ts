// The law of merging, over random documents in which both sides change: judged by a plain model (`merge-model.ts`).
//
//   every change of either side is in the result, or a conflict is said for it
//   with the sides swapped the conflicts are the same, and the result but for the order of what both inserted at one place
//   merging with the base gives the other side, byte for byte

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import { conflictKey, type MergeAnswer, type MergeConflict } from '../../../../src/shared/protocol/merge.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { mergeThreeWay, PreparedMerge } from '../../../../src/engine/merge/three-way.ts';
import { runs } from '../../../runs.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { makeDocument, textOf } from '../support/documents.ts';
import { countTokens, faultsOf, Maker, read, spell, STYLES, unordered, type Model } from './merge-model.ts';
import { integersFrom, type Integers } from '../../../random.ts';

type Prefer = 'left' | 'right' | ((conflict: MergeConflict) => MergeAnswer);

function merge(base: string, left: string, right: string, prefer: Prefer = 'left', dialect: Dialect = 'json') {
  const [one, two, three] = [base, left, right].map((text) => makeDocument(text, undefined, dialect));
  if (one === undefined || two === undefined || three === undefined) throw new RangeError('a document is missing');
  const { text, conflicts } = finish(mergeThreeWay(one, two, three, { prefer, identity: null }));
  return { text: new TextDecoder().decode(text), conflicts };
}

type Documents = [JsonDocument, JsonDocument, JsonDocument];

interface Versions {
  readonly base: Model;
  readonly left: Model;
  readonly right: Model;
  readonly texts: readonly [string, string, string];
}

/** Three random versions. Half of them are laid out alike. */
function makeVersions(seed: number, hasDuplicates: boolean, hasRenames = hasDuplicates): Versions {
  const random = integersFrom(seed);
  const made = new Maker(random, 'B', hasDuplicates);
  const base = random(3) === 0 ? made.value(3) : made.object(3);
  const left = new Maker(random, 'L', hasDuplicates, hasRenames).edit(base, 1 + random(5));
  const right = new Maker(random, 'R', hasDuplicates, hasRenames).edit(base, 1 + random(5));
  const [style] = [STYLES[random(STYLES.length)]];
  const other = random(2) === 0 ? style : STYLES[random(STYLES.length)];
  const write = (value: Model, as: (typeof STYLES)[number] | undefined): string => {
    if (as === undefined) throw new RangeError('no style');
    return spell(value, as);
  };
  return { base, left, right, texts: [write(base, style), write(left, style), write(right, other)] };
}

const compact = (value: Model): string => spell(value, { indent: null, colon: ':', comma: ',', eol: '' });
const shown = ({ base, left, right }: Versions): string => [base, left, right].map(compact).join('\n');
const namesOf = (conflicts: readonly MergeConflict[]): string[] =>
  conflicts.map(({ path, nth, kind }) => `${kind} ${path} ${nth ?? 1}`).toSorted();
const SWAPPED: Readonly<Record<string, string>> = { 'delete/edit': 'edit/delete', 'edit/delete': 'delete/edit' };

describe('the law of merging', () => {
  it('[NEW-10] has every change of either side, or a conflict for it', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const made = makeVersions(seed, false, true);
        const { text, conflicts } = merge(...made.texts);
        expect(
          faultsOf(made.base, made.left, made.right, read(text), conflicts),
          `${shown(made)}\n==\n${text}`,
        ).toEqual([]);
      }),
      { numRuns: runs(8000) },
    );
  });

  it('[NEW-10] has every change of records in NDJSON, or a conflict for it', () => {
    const write = (value: Model): string =>
      value.kind === 'array' ? value.items.map((item) => `${compact(item)}\n`).join('') : '';
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = integersFrom(seed);
        const made = new Maker(random, 'B', false);
        const base: Model = { kind: 'array', items: Array.from({ length: random(6) }, () => made.object(2)) };
        const left = new Maker(random, 'L', false).edit(base, 1 + random(4));
        const right = new Maker(random, 'R', false).edit(base, 1 + random(4));
        const { text, conflicts } = merge(write(base), write(left), write(right), 'left', 'ndjson');
        const items = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [read(line)]));
        expect(faultsOf(base, left, right, { kind: 'array', items }, conflicts), text).toEqual([]);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('[NEW-10] without a conflict has all that either side has made, as it is spelt, and nothing that one has removed', () => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (seed, hasDuplicates) => {
        const made = makeVersions(seed, hasDuplicates, true);
        const { text, conflicts } = merge(...made.texts);
        const merged = countTokens(read(text));
        if (conflicts.length > 0) return;
        const [base, left, right] = [made.base, made.left, made.right].map((value) => countTokens(value));
        for (const token of new Set([
          ...(base?.keys() ?? []),
          ...(left?.keys() ?? []),
          ...(right?.keys() ?? []),
          ...merged.keys(),
        ])) {
          const [b = 0, l = 0, r = 0, m = 0] = [base, left, right, merged].map((counts) => counts?.get(token) ?? 0);
          const wanted = b === l ? r : b === r || l === r ? l : l + r - b;
          // Both may have made the same change. A removed duplicate makes the next one the first of its key: a change.
          const most = hasDuplicates ? Infinity : Math.max(wanted, l, r);
          const least = Math.min(wanted, l + r - b);
          expect(m >= least && m <= most, `${token}: ${b} ${l} ${r} ${m}\n${shown(made)}\n==\n${text}`).toBe(true);
        }
      }),
      { numRuns: runs(8000) },
    );
  });

  it('[NEW-10] is the same from the other side', () => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (seed, hasDuplicates) => {
        const made = makeVersions(seed, hasDuplicates);
        const [base, left, right] = made.texts;
        const there = merge(base, left, right);
        const back = merge(base, right, left, 'right');
        const turned = back.conflicts.map((one) => ({ ...one, kind: SWAPPED[one.kind] ?? one.kind }) as MergeConflict);
        // The paths of what both have added are those of the left document.
        const old = (all: readonly MergeConflict[]): string[] =>
          namesOf(all.map((one) => (one.kind === 'add/add' ? { ...one, path: '' } : one)));
        const why = `${shown(made)}\n==\n${there.text}\n==\n${back.text}`;
        expect(old(turned), why).toEqual(old(there.conflicts));
        expect(unordered(read(back.text)), why).toBe(unordered(read(there.text)));
      }),
      { numRuns: runs(4000) },
    );
  });

  it('[NEW-10] with the base is the other side, byte for byte', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const [base, left, right] = makeVersions(seed, true).texts;
        for (const [one, other, expected] of [
          [left, base, left],
          [base, right, right],
          [left, left, left],
        ] as const)
          expect(merge(base, one, other)).toEqual({ text: expected, conflicts: [] });
      }),
      { numRuns: runs(1000) },
    );
  });

  it('[NEW-12] writes any answers to conflicts as valid JSON', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const made = makeVersions(seed, true);
        const random = integersFrom(seed + 1);
        const answers: readonly MergeAnswer[] = ['left', 'right', 'both', { text: '"answer"' }];
        const given = new Map<string, MergeAnswer>();
        const { text, conflicts } = merge(...made.texts, (conflict) => {
          const answer = answers[random(answers.length)] ?? 'left';
          given.set(conflictKey(conflict), answer);
          return answer;
        });
        const merged = countTokens(read(text));
        const own = conflicts.filter((conflict) => typeof given.get(conflictKey(conflict)) === 'object').length;
        expect(merged.get('"answer"') ?? 0, shown(made)).toBe(own);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('[NEW-12] merged again for each answer is what a merge from the start makes of these answers', () => {
    const commented = (text: string, side: string, random: Integers): string =>
      text.replaceAll(/,(\r?\n)/g, (comma, eol: string) =>
        random(6) === 0 ? `, /* ${side}${random(9)} */${eol}` : comma,
      );
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (seed, hasComments) => {
        const made = makeVersions(seed, true);
        const random = integersFrom(seed + 1);
        const dialect = hasComments ? 'jsonc' : 'json';
        const [base = '', left = '', right = ''] = made.texts.map((text, at) =>
          hasComments ? commented(text, 'BLR'[at] ?? '', random) : text,
        );
        const [one, two, three] = [base, left, right].map((text) =>
          makeDocument(text, undefined, dialect),
        ) as Documents;
        const prepared = finish(PreparedMerge.compare(one, two, three, null));
        const answers = new Map<string, MergeAnswer>();
        const prefer = (conflict: MergeConflict): MergeAnswer => answers.get(conflictKey(conflict)) ?? 'left';
        const choices: readonly MergeAnswer[] = ['left', 'right', 'both', { text: '"answer"' }];
        for (let asked = 0; asked < 8; asked += 1) {
          const { text, conflicts } = finish(prepared.merge(prefer));
          expect({ text: new TextDecoder().decode(text), conflicts }, shown(made)).toEqual(
            merge(base, left, right, prefer, dialect),
          );
          const conflict = conflicts[random(conflicts.length)];
          if (conflict === undefined) break;
          answers.set(conflictKey(conflict), choices[random(choices.length)] ?? 'left');
        }
        expect([one, two, three].map(textOf)).toEqual([base, left, right]);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('[NEW-10] ends for arrays of thousands of items that both sides have put in another order, or made anew', () => {
    const random = integersFrom(7);
    const shuffled = (count: number, side: string): string => {
      const items = Array.from({ length: count }, (_, index) => `{"n":"${side}${index}"}`);
      for (let at = count - 1; at > 0; at -= 1) {
        const other = random(at + 1);
        [items[at], items[other]] = [items[other] ?? '', items[at] ?? ''];
      }
      return `[${items.join(',')}]`;
    };
    const said = (...texts: [string, string, string]): string[] => namesOf(merge(...texts).conflicts);
    expect(said('[]', shuffled(3000, ''), shuffled(3000, ''))).toEqual([]);
    expect(said(shuffled(3000, ''), shuffled(3000, ''), shuffled(3000, ''))).toEqual(['move/move  1']);
    expect(said(shuffled(9000, ''), shuffled(9000, ''), shuffled(9000, ''))).toEqual(['move/move  1']);
    expect(said('{}', `{"a":${shuffled(2000, 'l')}}`, `{"a":${shuffled(2000, 'r')}}`)).toEqual(['add/add /a 1']);
    const nested = '['.repeat(5000) + '1' + ']'.repeat(5000);
    expect(said(nested, nested.replace('1', '2'), nested.replace('1', '3'))).toHaveLength(1);
  });

  it('[NEW-10] ends for thousands of conflicts in one object, and for comments at every level of a deep document', () => {
    const members = (value: number): string =>
      `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":${value}`).join(',')}}`;
    const said = merge(members(1), members(2), members(3)).conflicts;
    expect([said.length, said.at(-1)?.path]).toEqual([20_000, '/k19999']);
    expect(merge('{}', members(2), members(3)).conflicts).toHaveLength(20_000);
    const deep = (comment: string, value: string): string =>
      `${`{"a":${comment}1,"b":`.repeat(6000)}${value}${'}'.repeat(6000)}`;
    const texts = [deep('', '{"x":1}'), deep('', '{"x":2}'), deep(' /* c */ ', '{"x":1,"y":2}')] as const;
    const { text, conflicts } = merge(...texts, 'left', 'jsonc');
    expect(conflicts).toEqual([]);
    expect(text.split('/* c */')).toHaveLength(6001);
  });
});
