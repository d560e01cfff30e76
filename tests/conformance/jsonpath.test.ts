// RFC 9535: the compliance test suite.

import { describe, expect, it } from 'vitest';
import { checkAll, runValue } from './queries.ts';
import { hasSuite, suiteFiles } from './suites.ts';

interface Case {
  readonly name: string;
  readonly selector: string;
  readonly document?: unknown;
  readonly result?: unknown[];
  readonly results?: unknown[][];
  readonly invalid_selector?: boolean;
}

describe.runIf(hasSuite('jsonpath-cts'))('[TRF-2] JSONPath', () => {
  it('passes the compliance test suite', async () => {
    const file = [...suiteFiles('jsonpath-cts')].find(({ name }) => name === 'cts.json');
    const { tests } = JSON.parse(new TextDecoder().decode(file?.bytes)) as { tests: Case[] };
    const check = async ({ selector, document, result, results, invalid_selector: isInvalid }: Case): Promise<void> => {
      if (isInvalid === true) {
        await expect(runValue('jsonpath', 'null', selector)).rejects.toMatchObject({ code: 'syntax' });
        return;
      }
      const found = await runValue('jsonpath', JSON.stringify(document), selector);
      expect(results ?? [result]).toContainEqual(found);
    };
    expect(await checkAll(tests, ({ name }) => name, check, new Map())).toEqual([]);
    expect(tests.length).toBe(703);
  });
});
