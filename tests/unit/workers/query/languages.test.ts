// Shared by all languages of the job worker: errors with positions, hostile documents, preserved spelling.

import { describe, expect, it } from 'vitest';
import type { PlainLanguage } from '../../../../src/shared/protocol/query.ts';
import { runText } from '../../../conformance/queries.ts';
import { inputOf } from '../../engine/query/support.ts';

const LANGUAGES: readonly PlainLanguage[] = ['jmespath', 'jsonpath', 'jsonquery', 'jq'];
const IDENTITY = { jmespath: '@', jsonpath: '$', jsonquery: 'get()', jq: '.' } as const;

describe('[TRF-2] a query', () => {
  it.each(LANGUAGES)('in %s passes a value through', async (language) => {
    const text = '{"__proto__":{"a":1.50},"constructor":[{}],"":{"\\u00e9":"x"},"toString":9007199254740993}';
    const { text: result } = await runText(language, text, IDENTITY[language]);
    const expected = { jmespath: text, jsonquery: text, jsonpath: `[${text}]`, jq: text.replace('\\u00e9', 'é') };
    expect(result).toBe(expected[language]);
  });

  it.each<[PlainLanguage, string, number]>([
    ['jmespath', 'a[?b', 4],
    ['jmespath', 'a.b]', 3],
    ['jmespath', 'a # b', 2],
    ['jmespath', 'a."b', 2],
    ['jmespath', '', 0],
    ['jmespath', 'constructor(a)', 0],
    ['jsonpath', '$.a[', 4],
    ['jsonpath', '$[?foo(@)]', 3],
    ['jsonpath', '$.a b', 4],
    ['jsonpath', ' ', 0],
    ['jsonquery', '.a | filter(', 12],
    ['jsonquery', '.a |\nfoo()', 5],
    ['jsonquery', 'constructor()', 0],
    ['jq', '.a |\n  é + ]', 7],
    ['jq', 'foo', 0],
    ['jq', '1 +', 3],
  ])('in %s that does not compile says where: %s', async (language, query, offset) => {
    await expect(runText(language, '{}', query)).rejects.toMatchObject({ code: 'syntax', place: { offset } });
  });

  it('says the line and the column', async () => {
    await expect(runText('jsonquery', '{}', '.a |\n  foo()')).rejects.toMatchObject({
      place: { offset: 7, line: 1, column: 2 },
    });
  });

  it.each<[PlainLanguage, string, RegExp]>([
    ['jmespath', 'abs(a)', /abs/],
    ['jsonquery', '.a | map(.b)', /map/],
    ['jq', '.a | error("no \\(.)")', /^No x\.$|^no x$/],
    ['jq', '.a.b', /\.b needs an object, but gets a string/],
  ])('in %s that fails says why: %s', async (language, query, message) => {
    await expect(runText(language, '{"a":"x"}', query)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(message),
    });
  });

  it.each<[PlainLanguage, string, string]>([
    ['jmespath', '[*].__proto__', '[{"a":1}]'],
    ['jmespath', '[*].constructor', '[]'],
    ['jmespath', '[*].{__proto__: k}', '[{"__proto__":"__proto__"},{"__proto__":"b"}]'],
    ['jmespath', 'group_by(@, &k) | keys(@)', '["__proto__","b"]'],
    ['jmespath', 'merge([0], [1]).__proto__', '{"a":1}'],
    ['jmespath', '[0].__proto__ == [1].toString', 'false'],
    ['jmespath', 'type([1].expref)', '"boolean"'],
    ['jmespath', 'type([1])', '"object"'],
    ['jsonpath', '$[*].__proto__', '[{"a":1}]'],
    ['jsonpath', '$[*].constructor', '[]'],
    ['jsonpath', '$[?@.__proto__].k', '["__proto__"]'],
    ['jsonquery', 'groupBy(.k) | keys()', '["__proto__","b"]'],
    ['jsonquery', 'keyBy(.k) | keys()', '["__proto__","b"]'],
    ['jsonquery', 'pick(.k) | map(.k)', '["__proto__","b"]'],
    ['jsonquery', '.0 | mapValues(1) | keys()', '["__proto__","k"]'],
    ['jsonquery', 'uniqBy(.k) | size()', '2'],
    ['jsonquery', '.0 == .1', 'false'],
    ['jsonquery', 'map(.constructor)', '[null,null]'],
    ['jsonquery', '.0 | { __proto__: .k, "a": "__proto__" }', '{"__proto__":"__proto__","a":"__proto__"}'],
    ['jsonquery', '{ "__proto__": 1 }', '{"__proto__":1}'],
    ['jsonquery', 'map(.__proto__)', '[{"a":1},null]'],
    ['jsonquery', 'map(exists(.__proto__.a))', '[true,false]'],
    ['jq', '[.[] | .__proto__]', '[{"a":1},null]'],
    ['jq', '[.[] | has("constructor")]', '[false,false]'],
  ])('in %s knows hostile keys for keys: %s', async (language, query, expected) => {
    const text = '[{"__proto__":{"a":1},"k":"__proto__"},{"k":"b","expref":true}]';
    expect((await runText(language, text, query)).text).toBe(expected);
  });

  it.each(LANGUAGES)('in %s on 100,000 levels gives a result or says that it can’t', async (language) => {
    const depth = 100_000;
    const input = inputOf('[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2));
    const queries = {
      jmespath: ['@', '[0].a', '@ == [0]', 'to_string(@)', 'length(@)'],
      jsonpath: ['$', '$..a[?@ == 1]', '$..a', '$..[?length(@) > 5]', '$[?@ == $]'],
      jsonquery: ['get()', '.0.a', 'get() == .0', 'flatten()'],
      jq: ['.', '.[0]', 'tojson'],
    };
    for (const query of queries[language]) {
      const outcome: unknown = await runText(language, input, query).catch((error: unknown) => error);
      expect(outcome).toMatchObject(
        outcome instanceof Error ? { code: expect.stringMatching(/refused|too-large/) } : {},
      );
    }
  });
});

describe('[TRF-2] other dialects', () => {
  it.each<[PlainLanguage, string, string]>([
    ['jmespath', 'a', '[1,2,0.5,null]'],
    ['jsonpath', '$.a[?@ > 1]', '[2]'],
    ['jsonpath', '$["b",\'c"\'][?length(@) > 1]', '["x\\u0000"]'],
    ['jsonpath', '$..*', '[[1,2,0.5,null],["x\\u0000"],16,1,2,0.5,null,"x\\u0000"]'],
    ['jsonquery', '.a | map(get() == 2)', '[false,true,false,false]'],
    ['jq', '.', '{"a":[1,2,0.5,null],"b":["x\\u0000"],"c\\"":16}'],
  ])('are JSON in %s: %s', async (language, query, expected) => {
    const input = inputOf(`{ /* c */ a: [1, +2, .5, NaN,], 'b': ['x\\0'], "c\\x22": 0x10, }`, [], 'json5');
    expect((await runText(language, input, query)).text).toBe(expected);
  });

  it.each<[PlainLanguage, string, string]>([
    ['jmespath', '[*].a', '[1.0]'],
    ['jsonpath', '$[?@.a]', '[{"a":1.0}]'],
    ['jsonpath', '$', '[[{"a":1.0},[2.0]]]'],
    ['jsonquery', 'get()', '[{"a":1.0},[2.0]]'],
    ['jq', 'length', '2'],
  ])('with records are arrays in %s: %s', async (language, query, expected) => {
    expect((await runText(language, inputOf('{"a":1.0}\n[2.0]\n', [], 'ndjson'), query)).text).toBe(expected);
  });

  it('are queried from a part of them', async () => {
    const input = inputOf('{"a":[{"b":1.50},2]}', ['a', 0]);
    for (const language of LANGUAGES) {
      const { text } = await runText(language, input, IDENTITY[language]);
      expect(text.replaceAll(/^\[|\]$/g, '')).toBe('{"b":1.50}');
    }
  });
});

describe('[TRF-2] JMESPath', () => {
  it.each([
    ['sort(@)', '[10,9,1]', '[1,9,10]'],
    ['sort_by(@, &a)[*].a', '[{"a":10},{"a":9}]', '[9,10]'],
    ['max_by(@, &a).b', '[{"a":"x","b":1},{"a":"y","b":2}]', '2'],
    ['max(@)', '["\\uff5e","\\ud83d\\ude80"]', '"\\ud83d\\ude80"'],
    ['contains(@, `[1]`)', '[[1]]', 'true'],
  ])('%s of %s is %s', async (query, text, expected) => {
    expect((await runText('jmespath', text, query)).text).toBe(expected);
  });

  it('takes arrays of 300,000 items', async () => {
    const text = JSON.stringify(Array.from({ length: 300_000 }, (_, index) => index));
    expect((await runText('jmespath', text, 'max(@)')).text).toBe('299999');
  });
});

describe('[TRF-2] jq', () => {
  it.each([
    ['0 | strftime("%H:%M %Z")', '"00:00 UTC"'],
    ['0 | gmtime | strftime("%Z %%Z %Y")', '"UTC %Z 1970"'],
    ['0 | strflocaltime("%Z") | length > 0', 'true'],
    ['"%Z"', '"%Z"'],
  ])('names time zones in %s', async (program, expected) => {
    expect((await runText('jq', 'null', program)).text).toBe(expected);
  });

  it('says where a mistake is behind the definitions of time zones', async () => {
    await expect(runText('jq', '{}', '0 | strftime("%Z") | foo')).rejects.toMatchObject({ place: { offset: 21 } });
    await expect(runText('jq', '{}', '"%Z" |\n foo')).rejects.toMatchObject({ place: { line: 1, column: 1 } });
  });
});

describe('[TRF-2] notes', () => {
  it('say what a query saw otherwise', async () => {
    const note = { type: 'inexact', count: 1, path: [1], text: '9007199254740993' };
    expect((await runText('jmespath', '[1,9007199254740993]', 'sum(@)')).notes).toEqual([note]);
    expect((await runText('jsonquery', '[1,9007199254740993]', 'sum()')).notes).toEqual([note]);
    expect((await runText('jsonquery', '[1,2.50]', 'sum()')).notes).toEqual([]);
  });

  it('are not needed for numbers that a query only passes through or compares', async () => {
    const text = '[{"a":9007199254740993,"b":1e400},{"a":9007199254740992,"b":1e401}]';
    const passed = { text: '[{"x":9007199254740993}]', notes: [] };
    expect(await runText('jmespath', text, 'sort_by(@, &a) | [1:].{x: a}')).toEqual(passed);
    expect(await runText('jmespath', text, '[max_by(@, &a)] | [].{x: a}')).toEqual(passed);
    expect(await runText('jsonquery', text, 'sort(.a, "desc") | limit(1) | map({x: .a})')).toEqual(passed);
    expect(await runText('jsonquery', text, 'filter(.a == .b) | size()')).toEqual({ text: '0', notes: [] });
  });

  it('of jq tell of its spelling and its outputs', async () => {
    expect(await runText('jq', '[1.50,9007199254740993,1E-7]', '.')).toEqual({
      text: '[1.50,9007199254740993,1E-7]',
      notes: [],
    });
    expect(await runText('jq', '[1e2]', '.')).toEqual({ text: '[1E+2]', notes: [{ type: 'respelled' }] });
    const rounded = { type: 'rounded', count: 1, path: [1], text: '9007199254740993' };
    expect(await runText('jq', '[1,9007199254740993]', 'map(. + 0)')).toEqual({
      text: '[1,9007199254740992]',
      notes: [rounded],
    });
    expect((await runText('jq', '[1,9007199254740993]', 'map(select(. > 9007199254740992))')).text).toBe(
      '[9007199254740993]',
    );
    expect(await runText('jq', '[1e1000]', 'map(. + 1)')).toMatchObject({
      text: '[1.7976931348623157e+308]',
      notes: [{ type: 'rounded', text: '1e1000' }, { type: 'respelled' }],
    });
    const surrogates = '["a",{"\\ud800":"\\udc00x","k":"\\ud83d\\ude80"}]';
    expect(await runText('jq', surrogates, '.')).toEqual({
      text: '["a",{"\ufffd":"\ufffdx","k":"\u{1f680}"}]',
      notes: [{ type: 'replaced', count: 1, path: [1, '\ud800'] }],
    });
    expect(await runText('jq', '[1,2]', '.[]')).toEqual({ text: '[1,2]', notes: [{ type: 'several', count: 2 }] });
    expect(await runText('jq', '[1,2]', 'empty')).toEqual({ text: '[]', notes: [{ type: 'several', count: 0 }] });
    expect((await runText('jq', '1', '-1')).text).toBe('-1');
  });
});
