// JMESPath and JSON Query on the tape: random queries on random documents give what the library gives on JavaScript values, with
// the same notes and the same errors.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCode } from '../../../../src/shared/errors.ts';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { runJmespath, runJmespathOnValues } from '../../../../src/engine/languages/jmespath.ts';
import { runJsonQuery, runJsonQueryOnValues } from '../../../../src/engine/languages/jsonquery.ts';
import type { RunQuery } from '../../../../src/engine/languages/language.ts';
import { runOnTape } from '../../../../src/engine/languages/tape-query.ts';
import { decode, inputOf } from '../../engine/query/support.ts';
import { runs } from '../../../runs.ts';

const scalar = fc.constantFrom(
  '0',
  '1',
  '2',
  '10',
  '-1',
  '-0',
  '1.50',
  '1e2',
  '100',
  '0.1',
  'null',
  'true',
  'false',
  '""',
  '"a"',
  '"b"',
  '"\\u0061"',
  '"é"',
  '"\\ud83d\\ude80"',
  '"\\ud800"',
  '"ab"',
  '"10"',
  '"\\\\"',
  '[]',
  '{}',
);
const key = fc.constantFrom('a', 'a', 'b', 'b', 'c', '1', '0', '\\u0061', '__proto__', 'constructor', '');

/** Documents: mostly lists of records that have the same few keys. */
const documents = fc.letrec<{ value: string; record: string; list: string }>((tie) => ({
  record: fc
    .array(fc.tuple(key, tie('value')), { maxLength: 4 })
    .map((members) => `{ ${members.map(([name, value]) => `"${name}":\n${value}`).join(', ')}}`),
  list: fc.array(fc.oneof(tie('record'), tie('value')), { maxLength: 4 }).map((items) => `[${items.join(' ,')}]`),
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, scalar, tie('record'), tie('list')),
})).value;
const records = fc
  .array(fc.tuple(scalar, scalar, scalar), { minLength: 1, maxLength: 8 })
  .map((items) => `[${items.map(([a, b, c]) => `{"a":${a},"b":{"c":${b}},"c":${c}}`).join(',')}]`);

const jmespath = fc.letrec<{ step: string; test: string }>((tie) => {
  const { step, test } = { step: tie('step'), test: tie('test') };
  const name = fc.constantFrom('a', 'b', 'c', '"1"', '"__proto__"', '""', 'constructor');
  const literal = fc.constantFrom(
    '`1`',
    '`0`',
    '`100`',
    '`null`',
    '`true`',
    "'a'",
    "''",
    '`[1]`',
    '`{"a":1}`',
    '`[]`',
    "'10'",
    '`"é"`',
    '`{"__proto__":1}`',
  );
  const of = (...names: string[]) => fc.constantFrom(...names);
  return {
    step: fc.oneof(
      { depthSize: 'small', withCrossShrink: true, maxDepth: 5 },
      name,
      of('@', '$', '*', '[*]', '[]', '[0]', '[-1]', '[1:]', '[::-1]', '[:2]', '[-5:5:2]'),
      literal,
      fc.tuple(step, name).map(([one, other]) => `${one}.${other}`),
      fc.tuple(step, of('[0]', '[-2]', '[*]', '[]', '[1:]', '[::-1]', '.*')).map(([one, other]) => one + other),
      fc.tuple(step, test).map(([one, other]) => `${one}[?${other}]`),
      fc.tuple(step, test).map(([one, other]) => `${one}[?${other}].a`),
      fc.tuple(step, step, step).map(([one, x, y]) => `${one}.{x: ${x}, "__proto__": ${y}}`),
      fc.tuple(step, step, step).map(([one, x, y]) => `${one}.[${x}, ${y}]`),
      fc.tuple(step, step).map(([one, other]) => `${one} | ${other}`),
      fc.tuple(step, of('||', '&&', '+', '-', '*'), step).map(([one, sign, other]) => `(${one} ${sign} ${other})`),
      test.map((one) => `(${one})`),
      fc
        .tuple(
          of(
            'length',
            'keys',
            'values',
            'type',
            'to_array',
            'reverse',
            'sort',
            'max',
            'min',
            'sum',
            'avg',
            'abs',
            'ceil',
            'floor',
            'not_null',
            'to_string',
            'to_number',
            'items',
          ),
          step,
        )
        .map(([call, one]) => `${call}(${one})`),
      fc
        .tuple(of('sort_by', 'max_by', 'min_by', 'group_by'), step, step)
        .map(([call, one, by]) => `${call}(${one}, &${by})`),
      fc.tuple(step, step).map(([by, one]) => `map(&${by}, ${one})`),
      fc
        .tuple(of('contains', 'starts_with', 'ends_with', 'not_null', 'join', 'merge'), step, step)
        .map(([call, one, other]) => `${call}(${one}, ${other})`),
      fc.tuple(test, step, step).map(([one, yes, no]) => `(${one} ? ${yes} : ${no})`),
    ),
    test: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      step,
      fc
        .tuple(step, of('==', '!=', '<', '<=', '>', '>='), fc.oneof(literal, step))
        .map(([one, sign, other]) => `${one} ${sign} ${other}`),
      step.map((one) => `!${one}`),
    ),
  };
}).step;

const jsonquery = fc.letrec<{ step: string; value: string }>((tie) => {
  const { step, value } = { step: tie('step'), value: tie('value') };
  const of = (...names: string[]) => fc.constantFrom(...names);
  const path = of('.a', '.b', '.c', '.b.c', '.0', '."1"', '."__proto__"', '.constructor', '.""', '.a.0');
  const literal = of('1', '0', '100', '"a"', '""', 'null', 'true', '"10"', '[1,"a"]', '{x: 1}');
  return {
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true, maxDepth: 4 },
      path,
      of('get()', 'size()', 'sum()', 'keys()', 'values()'),
      literal,
      fc
        .tuple(value, of('==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%', '^', 'and', 'or'), value)
        .map(([one, sign, other]) => `(${one} ${sign} ${other})`),
      fc
        .tuple(path, of('in', 'not in'), of('[1,"a",null]', '[0,100]', '.c'))
        .map(([one, sign, list]) => `(${one} ${sign} ${list})`),
      fc.tuple(of('not', 'abs', 'string', 'number'), value).map(([call, one]) => `${call}(${one})`),
      path.map((one) => `exists(${one})`),
      path.map((one) => `regex(${one}, "a|1")`),
      fc.tuple(value, value, value).map(([one, yes, no]) => `if(${one}, ${yes}, ${no})`),
      fc.tuple(value, value).map(([one, other]) => `{x: ${one}, "__proto__": ${other}}`),
      fc.tuple(value, value).map(([one, other]) => `[${one}, ${other}]`),
      fc.tuple(step, step).map(([one, other]) => `(${one} | ${other})`),
    ),
    step: fc.oneof(
      { depthSize: 'small', withCrossShrink: true, maxDepth: 5 },
      value,
      of(
        'reverse()',
        'flatten()',
        'uniq()',
        'sum()',
        'average()',
        'min()',
        'max()',
        'prod()',
        'sort()',
        'size()',
        'keys()',
        'values()',
        'limit(2)',
        'limit(-1)',
        'join(",")',
        'pick(.a, .b.c)',
      ),
      fc
        .tuple(of('map', 'filter', 'mapValues', 'groupBy', 'keyBy', 'uniqBy', 'sort', 'mapKeys'), value)
        .map(([call, one]) => `${call}(${one})`),
      value.map((one) => `sort(${one}, "desc")`),
      fc.tuple(path, path).map(([one, other]) => `pick(${one}, ${other})`),
      fc.tuple(step, step).map(([one, other]) => `${one} | ${other}`),
    ),
  };
}).step;

/** The result of a query, or its error, as one text. */
async function outcome(run: RunQuery, source: string, query: string): Promise<string> {
  try {
    const { pieces, notes } = await run(inputOf(source), query, (work) => Promise.resolve(finish(work)));
    const text = decode(joinBytes(pieces));
    // Scalars that are passed through keep their spelling on the tape only.
    return JSON.stringify([JSON.parse(text), notes]);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return JSON.stringify([error.code, error.message, hasCode(error, 'syntax'), 'place' in error ? error.place : null]);
  }
}

describe('[TRF-2] on the tape', () => {
  it.each<[string, fc.Arbitrary<string>, RunQuery, RunQuery]>([
    ['JMESPath', jmespath, runJmespath, runJmespathOnValues],
    ['JSON Query', jsonquery, runJsonQuery, runJsonQueryOnValues],
  ])('%s gives what the library gives', async (_, queries, run, runOnValues) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(records, documents), queries, async (source, query) => {
        expect(await outcome(run, source, query)).toBe(await outcome(runOnValues, source, query));
      }),
      { numRuns: runs(4000) },
    );
  });

  it.each([
    '[?id == $[0].id]',
    '[?id == $[-1].id].id',
    '[?$ && id == `3`]',
    '[?length($) > id].id',
    '[?$[7].o.k9 == id].o.k299',
    '[7].o.[k0, k299, "1", "__proto__", none, length(keys(@)), values(@)[:3]]',
    '[?length($[7].o) == id].id',
  ])('%s asks for large containers with each item', async (query) => {
    const members = Array.from({ length: 300 }, (_, index) => `"k${index}":${index}`);
    const wide = `{${members.join(',')},"k9":5.0,"1":1,"__proto__":2}`;
    const source = `[${Array.from({ length: 400 }, (_, index) => `{"id":${index},"o":${index === 7 ? wide : '{}'}}`).join(',')}]`;
    const tape = await outcome(runJmespath, source, query);
    expect(tape).toBe(await outcome(runJmespathOnValues, source, query));
  });

  it('a note names the comparison that found the first string', async () => {
    const [source, query] = ['[{"n":0,"s":"x"},{"n":"y","s":1}]', '[?n < `1`].[s > `1`]'];
    const tape = await outcome(runJmespath, source, query);
    expect(tape).toContain('"operator":">"');
    expect(tape).toBe(await outcome(runJmespathOnValues, source, query));
  });

  it('a query that fails is left to the library', async () => {
    const work = <T>(slices: Generator<unknown, T, void>): Promise<T> => Promise.resolve(finish(slices as never));
    const failing = await runOnTape(inputOf('[1]'), 'x', work, () => () => {
      throw new RangeError('too deep');
    });
    expect(failing).toBeNull();
  });
});
