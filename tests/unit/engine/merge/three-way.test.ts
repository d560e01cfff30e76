// Three-way merge: the judged cases, and laws.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { mergeThreeWay, type MergeOptions, type ThreeWayMerge } from '../../../../src/engine/merge/three-way.ts';
import { makeDocument } from '../support/documents.ts';

const FILE = join(import.meta.dirname, '../../../cases/merge/merge.json');

interface Case {
  readonly id: string;
  readonly dialect?: Dialect;
  readonly identity?: string;
  readonly base: string;
  readonly left: string;
  readonly right: string;
  readonly accept?: readonly string[];
  readonly conflicts?: readonly { readonly path: string; readonly nth?: number }[];
  readonly takeLeft?: readonly string[];
  readonly takeRight?: readonly string[];
}
const cases = JSON.parse(readFileSync(FILE, 'utf8')) as readonly Case[];

function merge(
  one: Pick<Case, 'base' | 'left' | 'right' | 'dialect' | 'identity'>,
  prefer: MergeOptions['prefer'] = 'left',
): ThreeWayMerge & { readonly said: string } {
  const [base, left, right] = [one.base, one.left, one.right].map((text) => makeDocument(text, undefined, one.dialect));
  if (base === undefined || left === undefined || right === undefined) throw new RangeError('a document is missing');
  const made = finish(mergeThreeWay(base, left, right, { prefer, identity: one.identity ?? null }));
  return { ...made, said: new TextDecoder().decode(made.text) };
}
const placesOf = ({ conflicts }: ThreeWayMerge): string[] =>
  conflicts.map(({ path, nth }) => `${path} ${nth ?? 1}`).toSorted();

describe('a three-way merge', () => {
  it.each(cases)('[CMP-3] [NEW-10] is as judged: $id', (one) => {
    const found = merge(one);
    const wanted = (one.conflicts ?? []).map(({ path, nth }) => `${path} ${nth ?? 1}`).toSorted();
    const texts = one.accept ?? one.takeLeft ?? [];
    const isRight =
      JSON.stringify(placesOf(found)) === JSON.stringify(wanted) &&
      texts.includes(found.said) &&
      (one.takeRight === undefined || one.takeRight.includes(merge(one, 'right').said));
    expect({ conflicts: placesOf(found), text: found.said, isRight }).toEqual({
      conflicts: wanted,
      text: texts.includes(found.said) ? found.said : texts[0],
      isRight: true,
    });
  });

  it('[NEW-12] puts both items beside each other, or another value in place of both, whoever has edited more', () => {
    const base = '[{"id": 1, "n": "x"}, ["a", "b"], 7]';
    const left = '[{"id": 1, "n": "l"}, ["l", "b"], 7]';
    const right = '[{"id": 1, "n": "r"}, ["r", "b"], 8]';
    const answers = { '/0/n': { text: '"w"' }, '/1/0': 'both' } as const;
    const prefer: MergeOptions['prefer'] = ({ path }) => answers[path as keyof typeof answers] ?? 'left';
    const expected = (one: string, other: string) => `[{"id": 1, "n": "w"}, ["${one}", "${other}", "b"], 8]`;
    expect(merge({ base, left, right }, prefer)).toMatchObject({ said: expected('l', 'r') });
    expect(merge({ base, left: right, right: left }, prefer)).toMatchObject({ said: expected('r', 'l') });
    const spaced = left.replaceAll(', ', ' , ');
    const inSpaced = merge({ base: base.replaceAll(', ', ' , '), left: spaced, right }, prefer);
    expect(JSON.parse(inSpaced.said)).toEqual(JSON.parse(expected('l', 'r')));
    const removed = { base: '{"a": 1, "b": 2}', left: '{"b": 2}', right: '{"a": 9, "b": 2}' };
    const other = () => ({ text: '[3]' });
    expect(merge(removed, other).said).toBe('{"a": [3], "b": 2}');
    expect(merge({ ...removed, left: removed.right, right: removed.left }, other).said).toBe('{"a": [3], "b": 2}');
  });

  it('[NEW-12] keeps the records that both sides have added, unless they are the same one', () => {
    const base = '[{"id": 1, "n": "Al", "role": "dev"}, {"id": 2, "n": "Cy", "role": "ops"}]';
    const added = (...items: string[]): string => `${base.slice(0, -1)}, ${items.join(', ')}]`;
    const record = (id: number, n: string): string => `{"id": ${id}, "n": "${n}", "role": "dev"}`;
    const [ann, bob, eva] = [record(3, 'Ann'), record(4, 'Bob'), record(5, 'Eva')];
    expect(merge({ base, left: added(ann), right: added(bob) })).toMatchObject({
      said: added(ann, bob),
      conflicts: [],
    });
    const several = merge({ base, left: added(ann, bob), right: added(eva, record(6, 'Ida')) });
    expect(several.conflicts).toEqual([]);
    const ids = new Set((JSON.parse(several.said) as { id: number }[]).map(({ id }) => id));
    expect(ids).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    const same = merge({ base, left: added(ann), right: added(record(3, 'Anna')) });
    expect(same.conflicts.map(({ path, kind }) => [path, kind])).toEqual([['/2/n', 'add/add']]);
    const lines = '{"id": 1, "n": "Al"}\n';
    const logged = { base: lines, left: `${lines}{"id": 2, "n": "x"}\n`, right: `${lines}{"id": 3, "n": "y"}\n` };
    const both = merge({ ...logged, dialect: 'ndjson' });
    expect(both.conflicts).toEqual([]);
    expect(both.said.split('\n').toSorted()).toEqual([
      '',
      '{"id": 1, "n": "Al"}',
      '{"id": 2, "n": "x"}',
      '{"id": 3, "n": "y"}',
    ]);
  });

  it('[NEW-10] puts no item twice that both sides have added, in whatever order', () => {
    const said = (base: string, left: string, right: string): readonly [string, string[]] => {
      const { said: text, conflicts } = merge({ base, left, right });
      return [text, conflicts.map(({ kind, path }) => `${kind} ${path}`)];
    };
    expect(said('[]', '["a","b"]', '["b","a"]')).toEqual(['["a","b"]', []]);
    expect(said('{"files":["x"]}', '{"files":["x","a","b"]}', '{"files":["x","b","a"]}')).toEqual([
      '{"files":["x","a","b"]}',
      [],
    ]);
    expect(said('[]', '[{"n":"a"},{"n":"b"}]', '[{"n":"b"},{"n":"a"}]')).toEqual(['[{"n":"a"},{"n":"b"}]', []]);
    expect(
      said(
        '{"items":[{"id":1},{"id":2}]}',
        '{"items":[{"id":1},{"id":2},{"id":"y"}]}',
        '{"items":[{"id":1},{"id":"y"},{"id":2}]}',
      ),
    ).toEqual(['{"items":[{"id":1},{"id":2},{"id":"y"}]}', ['move/move /items']]);
    expect(said('["a"]', '["b"]', '["a","b"]')).toEqual(['["b"]', []]);
    expect(said('[1,2]', '[9,2]', '[1,9]')).toEqual(['[9,2]', ['edit/edit ']]);
    expect(said('[0,0]', '[5,0]', '[0,5]')).toEqual(['[5,5]', []]);
  });

  it('[NEW-10] takes an array that both have added, or put in place of something else, for one value', () => {
    const conflictsOf = (base: string, left: string, right: string): string[] =>
      merge({ base, left, right }).conflicts.map(({ kind, path }) => `${kind} ${path}`);
    expect(conflictsOf('{}', '{"range":[1,5]}', '{"range":[2,8]}')).toEqual(['add/add /range']);
    expect(conflictsOf('{"p":null}', '{"p":[1,2,3]}', '{"p":[4,5,6]}')).toEqual(['edit/edit /p']);
    expect(conflictsOf('{"p":{}}', '{"p":[1]}', '{"p":[2]}')).toEqual(['edit/edit /p']);
    expect(conflictsOf('[]', '[{"id":1,"at":[1,2]}]', '[{"id":1,"at":[3,4]}]')).toEqual(['add/add /0/at']);
    expect(conflictsOf('[[1,2],[3,4]]', '[[1,5],[3,4]]', '[[1,8],[3,4]]')).toEqual(['edit/edit /0/1']);
    expect(conflictsOf('{}', '{"range":[1,5]}', '{"range":[1,5.0]}')).toEqual([]);
  });

  it('[NEW-10] asks about a member that one side has removed and the other one renamed, or both have', () => {
    const { said, conflicts } = merge({ base: '{"a":1,"c":2}', left: '{"b":1,"c":2}', right: '{"c":2}' });
    expect(said).toBe('{"b":1,"c":2}');
    expect(conflicts).toMatchObject([{ kind: 'edit/delete', path: '/a', values: { left: '"b":1', right: null } }]);
    const one = { base: '{"a":1,"c":2}', left: '{"b":1,"c":2}', right: '{"d":1,"c":2}' };
    expect(merge(one)).toMatchObject({ said: '{"b":1,"c":2}', conflicts: [{ kind: 'edit/edit', path: '/a' }] });
    expect(merge(one, 'right').said).toBe('{"d":1,"c":2}');
    expect(merge({ ...one, right: one.left }).conflicts).toEqual([]);
    // Also where it was changed inside.
    const inside = { base: '{"a":{"x":1,"y":2,"z":3}}', left: '{"b":{"x":1,"y":2,"z":9}}', right: '{}' };
    expect(merge(inside)).toMatchObject({ said: inside.left, conflicts: [{ kind: 'edit/delete', path: '/a' }] });
    const both = { ...inside, right: '{"c":{"x":1,"y":7,"z":3}}' };
    expect(merge(both)).toMatchObject({ said: inside.left, conflicts: [{ kind: 'edit/edit', path: '/a' }] });
    expect(merge(both, 'right').said).toBe(both.right);
  });

  it('[NEW-10] follows the moves of both sides where they go together, and keeps what was appended at the end', () => {
    expect(merge({ base: '[1,2,3,4]', left: '[2,1,3,4]', right: '[1,2,4,3]' })).toMatchObject({
      said: '[2,1,4,3]',
      conflicts: [],
    });
    const logged = { base: '{"a":1}\n{"a":2}\n', left: '{"a":2}\n{"a":1}\n', right: '{"a":1}\n{"a":2}\n{"a":3}\n' };
    expect(merge({ ...logged, dialect: 'ndjson' }).said).toBe('{"a":2}\n{"a":1}\n{"a":3}\n');
  });

  it('[NEW-12] takes the comments of what was added along', () => {
    const base = '{\n  "a": 1,\n  "list": [\n    1\n  ]\n}\n';
    const left = base.replace('"a": 1,', '"a": 10, // ten');
    const right = base
      .replace('    1\n', '    1, // one\n    2 // two\n')
      .replace('  ]\n', '  ],\n  // where it listens\n  "port": 3 // tail\n');
    const { said, conflicts } = merge({ base, left, right, dialect: 'jsonc' });
    expect(conflicts).toEqual([]);
    for (const comment of ['// ten', '// one', '// two', '// where it listens', '// tail'])
      expect(said).toContain(comment);
  });

  it('[NEW-12] merges the comments around the document, at the end of containers and in empty ones', () => {
    const base = '// top\n{\n  "a": 1,\n  "e": [],\n  "b": [\n    2\n  ]\n  // last\n}\n';
    const left = base.replace('"a": 1,', '"a": 10, // ten');
    const right = base
      .replace('// top', '// TOP\n// and more')
      .replace('// last', '// LAST')
      .replace('[]', '[ /* none */ ]')
      .replace('    2\n', '    2\n    // of the list\n');
    const found = merge({ base, left, right: `${right}// the end\n`, dialect: 'jsonc' });
    expect(found.conflicts).toEqual([]);
    expect(found.said).toBe(`${right.replace('"a": 1,', '"a": 10, // ten')}// the end\n`);
    const both = { base, left: left.replace('// top', '// mine'), right, dialect: 'jsonc' } as const;
    expect(merge(both).conflicts.map(({ path, kind }) => [path, kind])).toEqual([['', 'comment']]);
    expect(merge(both).said).toContain('// mine\n{');
    expect(merge(both, 'right').said).toContain('// TOP\n// and more\n{');
    expect(merge({ ...both, left: right, right: base }).said).toBe(right);
  });

  it('[NEW-12] keeps every comment that either side has written where the other has not', () => {
    const slots = ['head', 'beforeA', 'behindA', 'beforeList', 'behindItem', 'empty', 'end', 'tail'] as const;
    type Comments = Readonly<Partial<Record<(typeof slots)[number], string>>>;
    const write = (n: number, { head, beforeA, behindA, beforeList, behindItem, empty, end, tail }: Comments): string =>
      [
        ...(head === undefined ? [] : [`// ${head}`]),
        '{',
        ...(beforeA === undefined ? [] : [`  // ${beforeA}`]),
        `  "a": ${n},${behindA === undefined ? '' : ` // ${behindA}`}`,
        ...(beforeList === undefined ? [] : [`  /* ${beforeList} */`]),
        '  "list": [',
        `    1${behindItem === undefined ? '' : ` // ${behindItem}`}`,
        '  ],',
        `  "e": [${empty === undefined ? '' : ` /* ${empty} */ `}]`,
        ...(end === undefined ? [] : [`  // ${end}`]),
        '}',
        ...(tail === undefined ? [] : [`// ${tail}`]),
        '',
      ].join('\n');
    const made = fc.record(
      Object.fromEntries(
        slots.map((slot) => [slot, fc.constantFrom('none', 'base', 'left', 'right', 'both', 'edited')]),
      ),
    );
    fc.assert(
      fc.property(made, (kinds) => {
        const textsOf = (side: 'base' | 'left' | 'right'): Comments =>
          Object.fromEntries(
            slots.flatMap((slot) => {
              const kind = kinds[slot];
              const isThere =
                kind === 'base' || kind === 'edited' || (kind === 'both' && side !== 'base') || kind === side;
              const edited = kind === 'edited' && side === 'right';
              return isThere ? [[slot, edited ? `${slot} edited` : slot]] : [];
            }),
          );
        const [base, left, right] = [write(1, textsOf('base')), write(2, textsOf('left')), write(1, textsOf('right'))];
        const found = merge({ base, left, right, dialect: 'jsonc' });
        expect(found.conflicts, JSON.stringify(kinds)).toEqual([]);
        const wanted = { ...textsOf('left'), ...textsOf('right') };
        expect(found.said).toBe(write(2, wanted));
        expect(merge({ base, left: right, right: base, dialect: 'jsonc' }).said).toBe(right);
      }),
      { numRuns: 400, seed: 728_445 },
    );
  });

  it('[NEW-12] asks once about the comments of one place, and takes all of them from the side that is chosen', () => {
    const base = '// a\n{"x": 1}\n// b\n';
    const [left, right] = ['// a1\n{"x": 2}\n// b1\n', '// a2\n{"x": 1}\n// b2\n'];
    const one = { base, left, right, dialect: 'jsonc' } as const;
    expect(merge(one).conflicts).toMatchObject([{ path: '', kind: 'comment', values: { left: '// a1\n// b1' } }]);
    expect(merge(one).said).toBe('// a1\n{"x": 2}\n// b1\n');
    expect(merge(one, 'right').said).toBe('// a2\n{"x": 2}\n// b2\n');
  });

  it('[CMP-3] of one edited document and the base is that document', () => {
    fc.assert(
      fc.property(edits, ({ base, one }) => {
        expect(merge({ base, left: one, right: base })).toMatchObject({ said: one, conflicts: [] });
        expect(merge({ base, left: base, right: one })).toMatchObject({ said: one, conflicts: [] });
        expect(merge({ base, left: one, right: one })).toMatchObject({ said: one, conflicts: [] });
      }),
      { numRuns: 150, seed: 728_445 },
    );
  });

  it('[CMP-3] of lists whose items were moved, changed, added and removed keeps the edits of one side, and both of each', () => {
    fc.assert(
      fc.property(lists, ({ base, one, other, owned }) => {
        expect(merge({ base, left: one, right: base }).said).toBe(one);
        expect(merge({ base, left: base, right: one }).said).toBe(one);
        const there = merge({ base, left: one, right: other });
        const items = JSON.parse(there.said) as { id: number; n: number }[];
        expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
        if (there.conflicts.length > 0) return;
        for (const [id, n] of owned) expect(items.find((item) => item.id === id)?.n, `item ${id}`).toBe(n);
      }),
      { numRuns: 150, seed: 728_445 },
    );
  });

  it('[CMP-3] has the same conflicts with its sides swapped, and without any the edits of both', () => {
    fc.assert(
      fc.property(edits, ({ base, one, other }) => {
        const there = merge({ base, left: one, right: other });
        const back = merge({ base, left: other, right: one });
        expect(placesOf(back)).toEqual(placesOf(there));
        if (there.conflicts.length > 0) return;
        expect(JSON.parse(there.said)).toEqual(JSON.parse(back.said));
        const [b, l, r, m] = [base, one, other, there.said].map((text) => JSON.parse(text) as Record<string, unknown>);
        for (const key of Object.keys({ ...b, ...l, ...r })) {
          const [before, left, right] = [b?.[key], l?.[key], r?.[key]];
          if (JSON.stringify(before) === JSON.stringify(left)) expect(m?.[key], key).toEqual(right);
          if (JSON.stringify(before) === JSON.stringify(right)) expect(m?.[key], key).toEqual(left);
        }
      }),
      { numRuns: 150, seed: 728_445 },
    );
  });
});

/** A document with members, and two edits of it: members changed, removed and added. */
const value = fc.oneof(
  fc.integer({ min: 0, max: 9 }),
  fc.constantFrom('x', 'y', null, true),
  fc.record({ p: fc.integer({ min: 0, max: 3 }), q: fc.integer({ min: 0, max: 3 }) }),
);
const edit = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.option(value, { nil: undefined }), {
  maxKeys: 3,
});
const edits = fc
  .tuple(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), value, { minKeys: 1 }), edit, edit, fc.constantFrom(0, 2))
  .map(([document, first, second, space]) => {
    const spell = (changes: object): string => JSON.stringify({ ...document, ...changes }, null, space);
    return { base: spell({}), one: spell(first), other: spell(second) };
  });

/** A list of items with ids, and two edits of it. `owned`: what only one side has changed, and the other has not removed. */
const lists = fc
  .record({
    count: fc.integer({ min: 3, max: 7 }),
    changed: fc.array(fc.tuple(fc.nat(6), fc.integer({ min: 100, max: 199 })), { maxLength: 2 }),
    changedThere: fc.array(fc.tuple(fc.nat(6), fc.integer({ min: 200, max: 299 })), { maxLength: 2 }),
    removed: fc.option(fc.nat(6), { nil: undefined }),
    moved: fc.option(fc.tuple(fc.nat(6), fc.nat(6)), { nil: undefined }),
    added: fc.boolean(),
  })
  .map(({ count, changed, changedThere, removed, moved, added }) => {
    const ids = Array.from({ length: count }, (_, index) => index + 1);
    const values = new Map(changed.map(([at, n]) => [(at % count) + 1, n]));
    const there = new Map(changedThere.map(([at, n]) => [(at % count) + 1, n]));
    const spell = (order: readonly number[], changes: ReadonlyMap<number, number>): string =>
      `[\n${order.map((id) => `  {"id": ${id}, "n": ${changes.get(id) ?? id}}`).join(',\n')}\n]\n`;
    const order = [...ids];
    if (moved !== undefined) order.splice(moved[1] % count, 0, ...order.splice(moved[0] % count, 1));
    const gone = removed === undefined ? -1 : (removed % count) + 1;
    const others = [...ids.filter((id) => id !== gone), ...(added ? [99] : [])];
    const owned = [
      ...[...values].filter(([id]) => !there.has(id) && id !== gone),
      ...[...there].filter(([id]) => !values.has(id) && id !== gone),
    ];
    return { base: spell(ids, new Map()), one: spell(order, values), other: spell(others, there), owned };
  });
