// Runs queries like the job worker: from the text of a document to the text of a result.

import { joinBytes } from '../../src/shared/bytes/bytes.ts';
import type { PlainLanguage, QueryNote } from '../../src/shared/protocol/query.ts';
import type { QueryInput } from '../../src/engine/query/input.ts';
import { finish } from '../../src/engine/base/work.ts';
import { runLanguage } from '../../src/engine/languages/run.ts';
import { decode, inputOf } from '../unit/engine/query/support.ts';

/** The result of a query as text. */
export interface TextResult {
  readonly text: string;
  readonly notes: readonly QueryNote[];
}

/** Runs a query on a document, or on the value of an input. */
export async function runText(
  language: PlainLanguage,
  source: string | QueryInput,
  query: string,
): Promise<TextResult> {
  const input = typeof source === 'string' ? inputOf(source) : source;
  const { pieces, notes } = await runLanguage(input, language, query, (work) => Promise.resolve(finish(work)));
  return { text: decode(joinBytes(pieces)), notes };
}

/** Returns the result of a query as a value. */
export async function runValue(language: PlainLanguage, source: string, query: string): Promise<unknown> {
  return JSON.parse((await runText(language, source, query)).text);
}

/**
 * Runs all cases of a suite. `odd` maps the names of cases that can't pass to the reasons; one of them that passes is an error.
 * Returns the names of the cases with an unexpected outcome.
 */
export async function checkAll<T>(
  cases: readonly T[],
  nameOf: (one: T) => string,
  check: (one: T) => Promise<void>,
  odd: ReadonlyMap<string, string>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const one of cases) {
    const name = nameOf(one);
    try {
      await check(one);
      if (odd.has(name)) wrong.push(`${name}: passes, and is listed as one that can't`);
    } catch (error) {
      if (!odd.has(name)) wrong.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return wrong;
}
