// What the user's code sees of numbers that a double can't hold: numbers to every usual operation, with their digits wherever
// they are written as text.
// @see requirements PAR-1, TRF-2

import fc from 'fast-check';
import lodash from 'lodash';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../src/engine/base/work.ts';
import { ExactNumber } from '../../../src/engine/values/exact-number.ts';
import { installNumbers } from '../../../src/workers/sandbox/json-numbers.ts';
import { inputOf, output } from '../engine/query/support.ts';
import { jsonText } from '../engine/support/documents.ts';
import { runs } from '../../runs.ts';

const IDS = '[{"id":9007199254740993,"n":1},{"id":9007199254740992,"n":2},{"id":9007199254740993,"n":3}]';

/** Runs an expression of `data` as the sandbox does. Returns the text of its result, and whether a double was used. */
function run(code: string, text = IDS): { text: string | null; isRounded: boolean } {
  const input = inputOf(text);
  const data = finish(input.value('guarded'));
  finish(input.nodes());
  const scope = {
    JSON: { parse: JSON.parse, stringify: JSON.stringify },
    Number: Object.create(Number) as typeof Number,
    BigInt,
  };
  installNumbers(scope as never, input.exact);
  // oxlint-disable-next-line typescript/no-implied-eval -- as the sandbox does
  const query = new Function('data', '_', 'JSON', 'Number', 'BigInt', `return (${code})`);
  const value: unknown = query(data, lodash, scope.JSON, scope.Number, scope.BigInt);
  return { text: output(input, value, 'checked'), isRounded: input.exact.use.isRounded };
}

describe('[TRF-2] a number that a double can’t hold', () => {
  it.each<[string, string]>([
    ['data.map(({ id }) => ({ id }))', '[{"id":9007199254740993},{"id":9007199254740992},{"id":9007199254740993}]'],
    ['data.map(item => ({ ...item, n: 0 }))[0]', '{"id":9007199254740993,"n":0}'],
    ['Object.entries(data[0])', '[["id",9007199254740993],["n",1]]'],
    ['Object.entries(data[0].id)', '[]'],
    ['({ ...data[0].id })', '{}'],
    ['JSON.stringify(data[0])', '"{\\"id\\":9007199254740993,\\"n\\":1}"'],
    ['JSON.stringify(data[0].id)', '"9007199254740993"'],
    ['JSON.parse(JSON.stringify(data))', IDS],
    ['JSON.parse("[9007199254740993, 1.5]").map(id => id)', '[9007199254740993,1.5]'],
    ['String(data[0].id) + `/${data[0].id}`', '"9007199254740993/9007199254740993"'],
    ['data.filter(({ id }) => id === data[0].id).length', '2'],
    ['new Set(data.map(({ id }) => id)).size', '2'],
    ['data.map(({ id }) => id).indexOf(data[2].id)', '0'],
    // Node 20 has no `Map.groupBy`.
    [
      'new Map(data.map(item => [item.id, data.filter(({ id }) => id === item.id)]))',
      `[[9007199254740993,[{"id":9007199254740993,"n":1},{"id":9007199254740993,"n":3}]],[9007199254740992,[{"id":9007199254740992,"n":2}]]]`,
    ],
    ['new Set(data.map(({ id }) => id))', '[9007199254740993,9007199254740992]'],
    ['String(BigInt(data[0].id) + 1n)', '"9007199254740994"'],
    [
      '[Number.isFinite(data[0].id), Number.isInteger(data[0].id), Number.isSafeInteger(data[0].id)]',
      '[true,true,false]',
    ],
    ['_.isNumber(data[0].id)', 'true'],
    ['_.cloneDeep(data[0])', '{"id":9007199254740993,"n":1}'],
  ])('%s gives %s', (code, expected) => {
    expect(run(code)).toEqual({ text: expected, isRounded: false });
  });

  it.each<[string, string]>([
    ['data[0].id + 1', '9007199254740992'],
    ['data[0].id * 2', '18014398509481984'],
    ['data[0].id > 5', 'true'],
    ['data[0].id == data[0].id - 0', 'true'],
    ['Math.max(data[0].id, 1)', '9007199254740992'],
    ['data[0].id.toFixed(0) + typeof data[0].id', '"9007199254740992object"'],
    ['_.sumBy(data, "id") > 0', 'true'],
    ['_.sortBy(data, "id")[0].n', '1'],
  ])('is the nearest double in %s, which is noted', (code, expected) => {
    const { text, isRounded } = run(code);
    expect(text).toBe(expected);
    expect(isRounded || code.includes('toFixed')).toBe(true);
  });

  it('is a key by its digits in groups of Lodash', () => {
    expect(run('Object.keys(_.groupBy(data, "id"))').text).toBe('["9007199254740993","9007199254740992"]');
  });

  it('survives JSON.stringify with a replacer, a list of keys and indentation', () => {
    expect(run('JSON.stringify(data[0], ["n", "id", "x"])').text).toBe('"{\\"n\\":1,\\"id\\":9007199254740993}"');
    expect(run('JSON.stringify(data, (key, value) => key === "n" ? undefined : value).length').text).toBe('73');
    expect(run('JSON.stringify({ a: data[0].id }, null, 1)').text).toBe('"{\\n \\"a\\": 9007199254740993\\n}"');
    expect(run('JSON.parse("[9007199254740993,2]", (key, value) => key === "1" ? value * 2 : value)').text).toBe(
      '[9007199254740993,4]',
    );
    expect(run('JSON.stringify({ f () {}, u: undefined, d: new Date(0), id: data[0].id })').text).toBe(
      '"{\\"d\\":\\"1970-01-01T00:00:00.000Z\\",\\"id\\":9007199254740993}"',
    );
  });

  it('comes back from any text that JSON.stringify makes of it', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const input = inputOf(text);
        const plain = (value: unknown): unknown =>
          JSON.parse(JSON.stringify(value, (_, item: unknown) => ExactNumber.textOf(item) ?? item));
        const scope = { JSON: { parse: JSON.parse, stringify: JSON.stringify }, Number: Object.create(Number), BigInt };
        installNumbers(scope as never, input.exact);
        const value = finish(input.value('guarded'));
        const written = scope.JSON.stringify(value);
        expect(plain(scope.JSON.parse(written))).toEqual(plain(value));
        // JSON.stringify writes -0 as 0.
        expect(JSON.stringify(JSON.parse(written))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('[TRF-2] a collection as a result', () => {
  it.each<[string, string]>([
    ['new Map([["b", 1], ["__proto__", [2]]])', '{"b":1,"__proto__":[2]}'],
    ['new Map([[1, "x"], ["1", "y"]])', '[[1,"x"],["1","y"]]'],
    ['new Map()', '{}'],
    ['new Map([["a", new Map([[null, 1]])]])', '{"a":[[null,1]]}'],
    ['[new Set([1, "x"])]', '[[1,"x"]]'],
    ['new Set([new Set()])', '[[]]'],
    ['new Uint8Array([1, 2])', '[1,2]'],
    ['new Map([["a", 1]]).entries()', '[["a",1]]'],
    ['(function* () { yield 1; yield 2 })()', '[1,2]'],
    ['new URLSearchParams("a=1")', '[["a","1"]]'],
    ['_([1, 2]).map(n => n + 1)', '[2,3]'],
    ['new Date(0)', '"1970-01-01T00:00:00.000Z"'],
  ])('%s is %s', (code, expected) => {
    expect(run(code, 'null').text).toBe(expected);
  });
});
