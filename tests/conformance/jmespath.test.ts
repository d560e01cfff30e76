// JMESPath: the tests of its specification. They distinguish kinds of errors; here a query either does not compile or fails.

import { describe, expect, it } from 'vitest';
import { checkAll, runValue } from './queries.ts';
import { hasSuite, suiteFiles } from './suites.ts';

interface Case {
  readonly name: string;
  readonly given: unknown;
  readonly expression: string;
  readonly result?: unknown;
  readonly error?: string;
  readonly bench?: string;
}

const KNOWN_FAILURES = new Map([
  ["literal.json: '\\\\'", 'JEP-12 of the community reads two backslashes in a raw string as one'],
]);

describe.runIf(hasSuite('jmespath'))('[TRF-2] JMESPath', () => {
  it('passes the tests of its specification', async () => {
    const cases: Case[] = [];
    for (const { name: file, bytes } of suiteFiles('jmespath')) {
      if (!file.endsWith('.json') || file === 'schema.json') continue;
      const groups = JSON.parse(new TextDecoder().decode(bytes)) as { given: unknown; cases: Case[] }[];
      for (const { given, cases: own } of groups)
        for (const one of own) cases.push({ ...one, given, name: `${file}: ${one.expression}` });
    }
    const check = async ({ given, expression, result, error, bench }: Case): Promise<void> => {
      const running = runValue('jmespath', JSON.stringify(given), expression);
      if (error !== undefined) {
        const code = error === 'syntax' ? 'syntax' : expect.stringMatching(/syntax|refused/);
        await expect(running).rejects.toMatchObject({ code });
      } else if (bench === undefined) expect(await running).toEqual(result);
      else await running;
    };
    expect(await checkAll(cases, ({ name }) => name, check, KNOWN_FAILURES)).toEqual([]);
    expect(cases.length).toBe(908);
  });
});
