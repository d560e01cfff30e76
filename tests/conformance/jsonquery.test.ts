// JSON Query: the tests of its library, from an earlier version than the one in use.

import type { JSONQuery } from '@jsonquerylang/jsonquery';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../src/engine/languages/jsonquery.ts';
import { checkAll, runText } from './queries.ts';
import { hasSuite, suiteFiles } from './suites.ts';

interface Case {
  readonly name: string;
  readonly input: unknown;
  readonly query: JSONQuery;
  readonly output?: unknown;
  readonly throws?: string;
}

function read(file: string): Case[] {
  const found = [...suiteFiles('jsonquery')].find(({ name }) => name === file);
  const { groups } = JSON.parse(new TextDecoder().decode(found?.bytes)) as {
    groups: { category: string; description: string; tests: Case[] }[];
  };
  return groups.flatMap(({ category, description, tests }) =>
    tests.map((one, index) => ({ ...one, name: `${category}: ${description} (${index})` })),
  );
}

/** Returns a query as text, written with functions only. */
function spell(query: unknown): string {
  if (!Array.isArray(query))
    return typeof query === 'object' && query !== null ? members(query) : JSON.stringify(query);
  const [name, ...args] = query as unknown[];
  const spelt = args.map(spell);
  if (name === 'object') return spelt.join('');
  if (name === 'array') return `[${spelt.join(',')}]`;
  return name === 'not in' ? `(${spelt.join(' not in ')})` : `${String(name)}(${spelt.join(',')})`;
}

function members(query: object): string {
  return `{${Object.entries(query)
    .map(([key, value]) => `${JSON.stringify(key)}:${spell(value)}`)
    .join(',')}}`;
}

describe.runIf(hasSuite('jsonquery'))('[TRF-2] JSON Query', () => {
  it('passes the tests of what queries give', async () => {
    const cases = read('compile.test.json');
    const check = async ({ input, query, output, throws }: Case): Promise<void> => {
      // The suite's queries are JSON; users write them as text.
      const running = runText('jsonquery', JSON.stringify(input), spell(query));
      if (throws === undefined) expect(JSON.parse((await running).text)).toEqual(output);
      else await expect(running).rejects.toMatchObject({ code: expect.stringMatching(/refused|syntax/) });
    };
    expect(await checkAll(cases, ({ name }) => name, check, new Map())).toEqual([]);
    expect(cases.length).toBe(416);
  });

  it('passes the tests of the text of queries', async () => {
    const cases = read('parse.test.json');
    const check = async ({ input, output, throws }: Case): Promise<void> => {
      const text = String(input);
      if (throws === undefined) expect(parseQuery(text)).toEqual(output);
      else {
        const [, position] = /pos: (\d+)/.exec(throws) ?? [];
        const place = position === undefined ? {} : { offset: Number(position) };
        const error: unknown = await Promise.resolve()
          .then(() => parseQuery(text))
          .catch((caught: unknown) => caught);
        expect(error).toMatchObject({ code: 'syntax', place });
      }
    };
    expect(await checkAll(cases, ({ name }) => name, check, new Map())).toEqual([]);
    expect(cases.length).toBe(193);
  });
});
