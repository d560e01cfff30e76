// What the user reads about an error in a query: where it is, what was found, and what was meant.

import { parse } from '@jsonquerylang/jsonquery';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CodedError } from '../../../../src/shared/errors.ts';
import type { PlainLanguage } from '../../../../src/shared/protocol/query.ts';
import { parseQuery } from '../../../../src/engine/languages/jsonquery.ts';
import { runText } from '../../../conformance/queries.ts';
import { runs } from '../../../runs.ts';

const DOCUMENT = '[{"name":"a","age":1,"total-count":3,"tags":["x"]},{"name":"b","age":null},{"name":3,"age":"x"}]';

/** The error of a query as `line:column sentence`, counted from 1. */
async function errorOf(language: PlainLanguage, query: string): Promise<string> {
  const error = (await runText(language, DOCUMENT, query).catch((caught: unknown) => caught)) as CodedError;
  const { place } = error;
  return `${place === null ? '-' : `${place.line + 1}:${place.column + 1}`} ${error.message}`;
}

describe('[TRF-2] an error in JMESPath says place, found and meant', () => {
  it.each([
    ['lenght(@)', '1:1 There is no function lenght. Did you mean length?'],
    ['[?`false`].lenght(@)', '1:12 There is no function lenght. Did you mean length?'],
    ['@ |\n[*]\n.lenght(@)', '3:2 There is no function lenght. Did you mean length?'],
    ['length(@, @)', '1:1 length() takes 1 argument, but gets 2.'],
    ['[*].abs(age)', '1:5 abs() needs a number, but its argument is null for item [1].'],
    ['[].tags[].abs(@)', '1:11 abs() needs a number, but its argument is the string "x" for item [0].'],
    [
      'sort_by(@, &age)',
      '1:1 sort_by() needs a number or a string for each item, but its expression gives null for item [1].',
    ],
    [
      'sort_by(@, &name)',
      '1:1 sort_by() needs only numbers or only strings, but its expression gives the number 3 for item [2] and the string "a" for the first item.',
    ],
    [
      'sum([*].age)',
      '1:1 sum() needs an array of numbers, but its argument is an array whose item [1] is the string "x".',
    ],
    ['zip(@, `1`)', '1:1 zip() needs an array, but its second argument is the number 1.'],
    [
      '[0].total-count',
      '1:10 “-” calculates with numbers, but its left side is null. A name with a hyphen needs quotation marks: "total-count".',
    ],
    ['[0].name + `1`', '1:10 “+” calculates with numbers, but its left side is the string "a".'],
    ['[?age == 1]', '1:10 “1” can’t stand here. A number is written between backquotes: `1`.'],
    ['[?age = `1`]', '1:7 One = assigns in let only: write == to compare.'],
    ['[?age > `1` and name]', '1:13 “and” can’t stand here. Write && for and.'],
    ['[*].{a: name', '1:13 The query ends where more of it is expected. “{” in line 1, column 5 is not closed.'],
    ["[?name == 'a]", "1:11 The string that begins here is not closed: ' is missing at its end."],
    ['`abc`', '1:1 What stands between the backquotes is no JSON: a string needs quotation marks in there, `"abc"`.'],
    ['[?name in `["a"]`]', '1:8 “in” can’t stand here. Write contains([…], name) for in.'],
    ['[*].name | size(@)', '1:12 There is no function size. Did you mean length?'],
    ['a-1', '1:2 “-1” can’t stand here. A name with a hyphen needs quotation marks: "a-1".'],
    ['&name', '1:1 An expression with & is an argument of a function, as in sort_by(@, &name).'],
    ['[0:1:0]', '1:6 The step of a slice can’t be 0.'],
    ['$nme', '1:1 There is no variable $nme: let $nme = … in … makes it.'],
  ])('%s', async (query, expected) => {
    expect(await errorOf('jmespath', query)).toBe(expected);
  });

  it('and a note says that strings have no order', async () => {
    expect((await runText('jmespath', DOCUMENT, "[?name > 'a']")).notes).toEqual([
      { type: 'unordered', operator: '>', line: 0, column: 7 },
    ]);
    expect((await runText('jmespath', DOCUMENT, "[?name == 'a']")).notes).toEqual([]);
    expect((await runText('jmespath', '[{"a":1},{"a":null}]', '[?a > `0`]')).notes).toEqual([]);
  });
});

describe('[TRF-2] a note of JMESPath', () => {
  it('says that a name is compared where a string is meant', async () => {
    expect((await runText('jmespath', DOCUMENT, '@ |\n[?name == "a"]')).notes).toEqual([
      { type: 'name', name: 'a', line: 1, column: 10 },
    ]);
    expect((await runText('jmespath', DOCUMENT, '[?"total-count" == `3`].name')).notes).toEqual([]);
  });
});

describe('[TRF-2] an error in JSON Query says place, found and meant', () => {
  it.each([
    ['fitler(.age > 1)', '1:1 There is no function fitler. Did you mean filter?'],
    ['map(.a) | ap()', '1:11 There is no function ap.'],
    ['.foo | foo()', '1:8 There is no function foo.'],
    ['.a |\nmap(.b) |\n  foo(1)', '3:3 There is no function foo.'],
    ['filter(.name includes "a")', '1:14 “includes” can’t stand here. An operator, a comma or “)” is expected.'],
    ['.a order', '1:4 “order” can’t stand here. An operator or the end of the query is expected.'],
    [
      'filter(.name in [a])',
      '1:18 “a” can’t stand here. A string needs quotation marks, "a", and a property a dot, .a.',
    ],
    ['filter(.age = 1)', '1:13 “=” can’t stand here. Write == to compare.'],
    ['filter(.age > 1 || .b)', '1:17 “||” can’t stand here. Write or for ||.'],
    ['filter(.age <> 1)', '1:14 “>” can’t stand here. Write != for <>.'],
    ['length()', '1:1 There is no function length. Did you mean size?'],
    ['sum(.age)', '1:1 sum() takes no arguments, but gets 1.'],
    ['$.a', '1:1 “$” can’t stand here. The value itself is get(), and a property of it is .name.'],
    ['filter(.age > 1', '1:16 The query ends where more of it is expected. “(” in line 1, column 7 is not closed.'],
    ['filter(.age > 1))', '1:17 “)” can’t stand here. An operator or the end of the query is expected.'],
    ['get("a', '1:5 The string that begins here is not closed: " is missing at its end.'],
    ["'abc'", "1:1 “'” can’t stand here. A string stands between double quotation marks."],
    ['map(.tags | map(.x))', '1:13 map() needs an array, but gets null for item [1].'],
    ['map(split(.name, ","))', '1:5 split() needs a string, but its first argument is the number 3 for item [2].'],
    ['map(.age in .b)', '1:10 “in” needs an array on its right side, but finds null for item [0].'],
    ['regex(.a, "[")', '1:11 “[” is no regular expression: unterminated character class.'],
    ['map()', '1:1 map() takes 1 argument, but gets none.'],
    ['exists(1)', '1:1 exists() needs a property, such as .name.'],
  ])('%s', async (query, expected) => {
    expect(await errorOf('jsonquery', query)).toBe(expected);
  });

  it('and a correct query is read as by the library', () => {
    const names = fc.constantFrom(
      '.a',
      '.b.0',
      '."a b"',
      'size()',
      '1',
      '-2.5',
      '"x"',
      'true',
      'get()',
      '[1, .a]',
      '{a: .b, "c": 2}',
    );
    const operators = fc.constantFrom(
      '+',
      '-',
      '*',
      '/',
      '%',
      '^',
      '==',
      '!=',
      '<',
      '>=',
      'in',
      'not in',
      'and',
      'or',
      '|',
    );
    const queries = fc.letrec<{ query: string }>((tie) => ({
      query: fc.oneof(
        { depthSize: 'small' },
        names,
        fc
          .tuple(tie('query'), operators, tie('query'))
          .map(([left, operator, right]) => `${left} ${operator} ${right}`),
        fc
          .tuple(tie('query'), operators, tie('query'))
          .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
        fc.tuple(fc.constantFrom('map', 'filter', 'sort'), tie('query')).map(([name, query]) => `${name}(\n${query} )`),
      ),
    })).query;
    fc.assert(
      fc.property(queries, (query) => {
        let expected: unknown;
        try {
          expected = parse(query);
        } catch {
          expect(() => parseQuery(query)).toThrow();
          return;
        }
        expect(parseQuery(query)).toEqual(expected);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('[TRF-2] an error in jq says place, found and meant', () => {
  it.each([
    ['.[] | nme', '1:7 There is no function nme.'],
    ['.[] |\n.name |\n  lenght', '3:3 There is no function lenght. Did you mean length?'],
    ['limit(1)', '1:1 limit() takes 2 arguments, but gets 1.'],
    ['. as $x | $y', '1:11 There is no variable $y: … as $y | … makes it.'],
    ['label $x | break $y', '1:18 There is no label $y: label $y | … makes it.'],
    ['.[] | {a: .name', '1:16 The query ends where more of it is expected. “{” in line 1, column 7 is not closed.'],
    ['.[] | .name == "a', '1:16 The string that begins here is not closed: " is missing at its end.'],
    [".[] | .name == 'a'", "1:16 “'” can’t stand here. A string stands between double quotation marks."],
    ['.[] | .a && .b', '1:10 “&&” can’t stand here. Write and for &&.'],
    ['.[] | .a == 1 || .b', '1:15 “||” can’t stand here. Write or for ||.'],
    ['.a b', '1:4 “b” can’t stand here. An operator, | or the end of the query is expected.'],
    ['.name', '1:1 .name needs an object, but gets an array. Write .[] before it for each item.'],
    ['.[0] |\n.age.foo', '2:5 .foo needs an object, but gets a number. Write ? after it to leave such values out.'],
    ['map(.name | tonumber)', '1:13 string ("a") cannot be parsed as a number.'],
    ['map(.name | ascii_downcase | . + 1)', '1:32 string ("a") and number (1) cannot be added.'],
    ['map(.age | ascii_downcase)', '1:12 ascii_downcase needs a string.'],
    ['@foo', '1:1 There is no format @foo: jq has @text, @json, @html, @uri, @csv, @tsv, @sh, @base64, @base64d.'],
    [
      '.[] | if .age then "a"',
      '1:23 The query ends where more of it is expected. if in line 1, column 7 is not closed: end is missing.',
    ],
    ['.[0].total-count', '1:11 A key with a hyphen needs quotation marks: ."total-count".'],
    ['filter(.age)', '1:1 There is no function filter with 1 argument. Did you mean select, as in map(select(…))?'],
    ['$.a', '1:1 The document is . in jq, and $name is a variable.'],
    ['# nothing', '1:1 The query is empty. Enter . for the whole value.'],
    ['.[] | error("no")', '- no'],
  ])('%s', async (query, expected) => {
    expect(await errorOf('jq', query)).toBe(expected);
  });
});

describe('[TRF-2] an error in JSONPath says place, found and meant', () => {
  it.each([
    ['$[?lenght(@) > 1]', '1:4 There is no function lenght. Did you mean length?'],
    ['$[?match(@.a)]', '1:4 match() takes 2 arguments, but gets 1.'],
    ['$[?length(@.a)]', '1:4 What length() gives has to be compared: length(…) == …'],
    ['$[?match(@.a, "b") == true]', '1:4 match() is a test of its own, which can’t be compared.'],
    ['$[?count(1) > 1]', '1:10 count() needs a path such as @.name or @.* as its first argument.'],
    ['$[?@.a-b == 1]', '1:7 “-” can’t stand here. A name with other characters is written @["a-b"].'],
    ['$[?Length(@.a) == 1]', '1:4 There is no function Length. Did you mean length?'],
    ['$[?@.a <> 1]', '1:8 “<>” can’t stand here. Write != for <>.'],
    ['$[?@.a = 1]', '1:8 “=” can’t stand here. Write == to compare.'],
    ['$[?@.name in ["a"]]', '1:11 “in” can’t stand here. Write each comparison: @.a == 1 || @.a == 2.'],
    [
      '$\n[*]\n[(@.length-1)]',
      '3:2 “(” can’t stand here. A filter begins with ?: [?@.a == 1]. Arithmetic is not possible: the last item is [-1].',
    ],
  ])('%s', async (query, expected) => {
    expect(await errorOf('jsonpath', query)).toBe(expected);
  });
});
