// JSONPath over the tape, compared with json-p3 over values.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TapeQuery } from '../../../../src/engine/query/tape-path.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { entriesByValues, readPath } from '../../../../src/engine/languages/jsonpath.ts';
import { planOf } from '../../../../src/engine/languages/jsonpath-plan.ts';
import { runText } from '../../../conformance/queries.ts';
import { inputOf } from '../../engine/query/support.ts';
import { runs } from '../../../runs.ts';

const names = fc.constantFrom('a', 'b', '', 'é', '__proto__', 'constructor', 'x y');
const scalars = fc.constantFrom(
  '0',
  '-0',
  '1',
  '1.0',
  '2',
  '1e400',
  '9007199254740993',
  '9007199254740992',
  'true',
  'false',
  'null',
  '""',
  '"a"',
  '"b\\u0061"',
  '"ba"',
  '"é"',
  '"\\u00e9"',
);

/** Documents with few keys and values, so that paths match, including duplicate and escaped keys. */
const documents = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, scalars, tie('array'), tie('object')),
  array: fc.array(tie('value'), { maxLength: 5 }).map((items) => `[${items.join(', ')}]`),
  object: fc
    .array(
      fc.tuple(
        fc.oneof(
          names.map((name) => JSON.stringify(name)),
          fc.constant('"\\u0061"'),
        ),
        tie('value'),
      ),
      { maxLength: 5 },
    )
    .map((members) => `{${members.map(([key, value]) => `${key} : ${value}`).join(',')}}`),
})).value;

const integers = fc.integer({ min: -4, max: 4 });
const bounds = fc.oneof(
  fc.constant(''),
  integers.map((bound) => String(Object.is(bound, -0) ? 0 : bound)),
);
const plainSelectors = fc.oneof(
  names.map((name) => JSON.stringify(name)),
  integers.map(String),
  fc.constant('*'),
  fc.tuple(bounds, bounds, bounds).map((parts) => parts.join(':')),
);
const singular = fc.array(
  fc.oneof(
    names.map((name) => `[${JSON.stringify(name)}]`),
    integers.map((at) => `[${at}]`),
  ),
  { maxLength: 2 },
);
const literals = fc.constantFrom(
  '0',
  '1',
  '-1',
  '1.5',
  '9007199254740992',
  'true',
  'false',
  'null',
  "''",
  "'a'",
  '"ba"',
  "'é'",
);
const operators = fc.constantFrom('==', '!=', '<', '<=', '>', '>=');
const tests = fc.letrec<{ test: string }>((tie) => ({
  test: fc.oneof(
    { depthSize: 'small' },
    fc
      .tuple(singular, operators, literals, fc.boolean())
      .map(([path, operator, literal, turned]) =>
        turned ? `${literal} ${operator} @${path.join('')}` : `@${path.join('')} ${operator} ${literal}`,
      ),
    fc
      .tuple(fc.constantFrom('', '!'), fc.array(fc.tuple(fc.constantFrom('', '..'), plainSelectors), { maxLength: 2 }))
      .map(([not, segments]) => `${not}@${segments.map(([dots, selector]) => `${dots}[${selector}]`).join('')}`),
    fc
      .tuple(tie('test'), fc.constantFrom('&&', '||'), tie('test'))
      .map(([a, operator, b]) => `(${a}) ${operator} (${b})`),
    tie('test').map((test) => `!(${test})`),
  ),
})).test;
const segments = fc.tuple(
  fc.constantFrom('', '', '..'),
  fc.array(
    fc.oneof(
      plainSelectors,
      tests.map((test) => `?${test}`),
    ),
    { minLength: 1, maxLength: 2 },
  ),
);
const paths = fc
  .array(segments, { maxLength: 4 })
  .map((all) => `$${all.map(([dots, selectors]) => `${dots}[${selectors.join(',')}]`).join('')}`);

describe('[TRF-2] JSONPath on the tape', () => {
  it('finds what json-p3 finds in values, in its order', async () => {
    await fc.assert(
      fc.asyncProperty(documents, paths, async (text, path) => {
        const query = readPath(path);
        const plan = planOf(query);
        if (plan === null) throw new Error(`${path} has no plan`);
        const input = inputOf(text);
        const entries = finish(new TapeQuery(input.places, input.node).run(plan));
        const expected = await entriesByValues(input, query, (work) => Promise.resolve(finish(work)));
        // Ours visits members in the order of the text, duplicate keys at the place of the last one. So objects are compared
        // without order.
        expect(entries.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
        if (!text.includes('{')) expect(entries).toEqual(expected);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('keeps the order of json-p3 where keys come once', async () => {
    const text = '{"a":[{"b":1,"c":[1,2]},{"b":2}],"b":{"a":[3,{"b":4}],"c":null}}';
    for (const path of [
      '$..*',
      '$..b',
      '$..[0,"b"]',
      '$.*.*',
      '$..[?@.b]',
      '$.a[::-1].b',
      '$..c[1:]',
      '$.a[*]["c","b"]',
    ]) {
      const input = inputOf(text);
      const query = readPath(path);
      const expected = await entriesByValues(input, query, (work) => Promise.resolve(finish(work)));
      expect(finish(new TapeQuery(input.places, 0).run(planOf(query) ?? []))).toEqual(expected);
    }
  });

  it.each(['$[?length(@.a) > 1]', '$[?@.a == @.b]', '$[?@.a == $.b]', '$[?@[?@.a]]', '$[?$.a]', '$[?match(@.a, "x")]'])(
    'leaves %s to json-p3',
    (path) => {
      expect(planOf(readPath(path))).toBeNull();
    },
  );

  it('orders strings by code points', async () => {
    // In UTF-16 order the first string is greater.
    expect((await runText('jsonpath', '["\\uff5e","\\ud83d\\ude80"]', '$[?@ < "\\ud83d\\ude80"]')).text).toBe(
      '["\\uff5e"]',
    );
    expect((await runText('jsonpath', '["\\ud83d\\ude80","ab"]', '$[?length(@) == 1]')).text).toBe(
      '["\\ud83d\\ude80"]',
    );
  });

  it.each<[string, number]>([
    ['$.a-b', 3],
    ['$[?!!@]', 4],
    ['$[?!@==1]', 5],
    ['$[?@ == (1)]', 8],
    ['$[?(1) == @]', 5],
    ['$[?@.a[*] == 1]', 3],
    ['$[?@..a == 1]', 3],
    ['$[?1]', 4],
    ['$[?!1]', 4],
    ['$[?@ == 01]', 8],
    ['$[?@ == 1.]', 8],
    ['$[?@ == .5]', 8],
    ['$[?@ in [1]]', 5],
    ['$[-0]', 2],
    ['$[01]', 2],
    ['$[1 2]', 4],
    ['$["a]', 2],
    ["$['\\x']", 3],
    ['$.1a', 2],
    ['$..', 3],
    ['$.', 2],
    ['a', 0],
    ['$[?length (@) == 1]', 3],
    ['$[?count(@.*,) == 1]', 13],
    ['$[?@.a && ]', 10],
    ['$ ', 1],
    [' $', 0],
  ])('refuses %s where RFC 9535 does, at %d', async (query, offset) => {
    await expect(runText('jsonpath', '[]', query)).rejects.toMatchObject({ code: 'syntax', place: { offset } });
  });

  it.each([
    ['$[?@ == 0.05]', '[0.05,0.5]', '[0.05]'],
    ['$[?@ > 0.0]', '[0,0.1]', '[0.1]'],
    ['$[?match(@, "1")]', '[1,"1",true,null,["1"]]', '["1"]'],
    ['$[?search(@, "u")]', '[true,"u",null,{"u":1}]', '["u"]'],
    ['$[?match(@.a, ".*")]', '[{"a":1},{"a":"x"},{}]', '[{"a":"x"}]'],
    ['$[ 0 , 1 : ]', '[1,2]', '[1,2]'],
    ['$[?!(@ == 1)]', '[1,2]', '[2]'],
    ['$[?! @.a]', '[{"a":1},{}]', '[{}]'],
    ['$ .a ["b"]', '{"a":{"b":1}}', '[1]'],
    ['$[?length(@) == length(@) && (@ == "a" || @ == "b")]', '["a","c"]', '["a"]'],
    ['$[?count(@[?@ > 1]) > 1]', '[[1,2,3],[1]]', '[[1,2,3]]'],
    ['$[?@.é == "\\u00e9"]', '[{"é":"é"}]', '[{"é":"é"}]'],
  ])('reads %s', async (query, text, expected) => {
    expect((await runText('jsonpath', text, query)).text).toBe(expected);
  });

  it('says what was found and what is meant', async () => {
    await expect(runText('jsonpath', '{}', '$.total-count')).rejects.toThrow(
      '“-” can’t stand here. A path goes on with .name, ..name or [selectors]; a name with other characters is written ["a-b"].',
    );
  });

  it('gives sources, scalars too, and notes what a filter may have compared as doubles', async () => {
    const text = '{"a":[{"id":9007199254740993,"p":1.50},{"id":2.0,"p":2e0}]}';
    expect(await runText('jsonpath', text, '$.a[*].p')).toEqual({ text: '[1.50,2e0]', notes: [] });
    expect((await runText('jsonpath', text, '$.a[?length(@) == 2]["id","p"]')).text).toBe(
      '[9007199254740993,1.50,2.0,2e0]',
    );
    expect((await runText('jsonpath', text, '$.a[?@.id == 2].p')).notes).toEqual([]);
    expect((await runText('jsonpath', text, '$.a[?@.id == @.p].p')).notes).toEqual([
      { type: 'inexact', count: 1, path: ['a', 0, 'id'], text: '9007199254740993' },
    ]);
  });
});
