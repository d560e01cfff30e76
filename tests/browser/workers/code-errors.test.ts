// What the user reads about an error in JavaScript, with the line and column in their own code.

import lodash from 'lodash';
import { describe, expect, it } from 'vitest';
import type { CodedError } from '../../../src/shared/errors.ts';
import { compileCode } from '../../../src/engine/javascript/code.ts';

const QUERY = 'function query(data) {\n';

async function errorOf(code: string, library: unknown = lodash): Promise<string> {
  const data = [{ name: 'a' }, { name: 'b' }];
  const error = (await compileCode(code)
    .then((compiled) => compiled.run(data, library))
    .catch((caught: unknown) => caught)) as CodedError;
  const { place } = error;
  return `${place === null ? '-' : `${place.line + 1}:${place.column + 1}`} ${error.message}`;
}

describe('[TRF-2] an error in JavaScript or Lodash says place, found and meant', () => {
  it.each([
    ['', '1:1 The query is empty. Enter data for the whole value.'],
    ['dta', '1:1 “dta” is not defined. Did you mean data?'],
    [`${QUERY}  return dta\n}`, '2:10 “dta” is not defined. Did you mean data?'],
    ['data.fitler(x => x)', '1:6 “data.fitler” is not a function. Did you mean filter?'],
    ['_.sortby(data)', '1:3 “_.sortby” is not a function. Did you mean sortBy?'],
    [
      'data\n  .map(x =>\n    x.a.b)',
      '3:9 “x.a” is undefined, so it has no “b”. Write ?. before b where x.a may be missing.',
    ],
    ['data.map(', '1:10 The query ends where more of it is expected. “(” in line 1, column 9 is not closed.'],
    [
      'data.map(x => x.name',
      '1:21 The query ends where more of it is expected. “(” in line 1, column 9 is not closed.',
    ],
    [
      `${QUERY}  return data\n`,
      '2:14 The query ends where more of it is expected. “{” in line 1, column 22 is not closed.',
    ],
    ['data.filter(x => x.name == "a)', '1:28 The string that begins here is not closed: " is missing at its end.'],
    ['data.map(x => x y)', '1:17 “y” can’t stand here. “)” is expected.'],
    [
      `${QUERY}  const a = {\n    b: 1\n    c: 2\n  }\n}`,
      '4:5 “c” can’t stand here. Before it a comma, an operator or a value is missing, or it is one too many.',
    ],
    ['Math.sqr(2)', '1:6 “Math.sqr” is not a function. Did you mean sqrt?'],
    ['data.map(x => x.split(","))', '1:17 “x.split” is not a function: “x” is no string there.'],
    ['data.toFixed()', '1:6 “data.toFixed” is not a function: “data” is no number there.'],
    [
      'data.find(x => x.name === "z").age',
      '1:31 What stands before “age” is undefined, so it has no “age”. Write ?. there where it may be missing.',
    ],
    [
      'data.map(x => {\n  x.a.b = 1\n})',
      '2:9 “x.a” is undefined, so it has no “b”. Write ?. before b where x.a may be missing.',
    ],
    ['data.length }', '1:13 “}” can’t stand here. It closes what was not opened.'],
    ['() => { throw new Error("no") }', '1:15 no'],
    ['() => { throw { a: 1 } }', '- The query threw {"a":1}.'],
  ])('%j', async (code, expected) => {
    expect(await errorOf(code)).toBe(expected);
  });

  it('and where Lodash is used in JavaScript', async () => {
    expect(await errorOf('_.map(data)', null)).toBe(
      '1:3 _ is Lodash, which JavaScript doesn’t have here: choose Lodash as the language.',
    );
  });
});
