// Runs a query on native values, with a library that does not change them: values that it passes through are written from their
// original bytes.

import type { Inexact, QueryInput } from '../query/input.ts';
import { writeOutput } from '../query/output.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { QueryNote } from '../../shared/protocol/query.ts';
import type { QueryOutput, RunWork } from './language.ts';

/**
 * Runs `query` on the value and writes its result. A result without JSON text is null. `notes` returns what is to be said
 * about the run.
 */
export async function runOnValue(
  input: QueryInput,
  work: RunWork,
  query: (value: unknown) => unknown,
  notes: () => readonly QueryNote[] = () => [],
): Promise<QueryOutput> {
  const value = await work(input.value('native'));
  const start = performance.now();
  const result = query(value);
  const durationMs = performance.now() - start;
  const pieces = (await work(writeOutput(input, result, 'unchanged'))) ?? [encodeUtf8('null')];
  return { pieces, notes: [...(await inexactNotes(input, work)), ...notes()], durationMs };
}

/** A note if the query saw other numbers than the document has. */
export async function inexactNotes(input: QueryInput, work: RunWork): Promise<QueryNote[]> {
  return noteOf(await work(input.inexact()));
}

/** The note of some numbers, if there are any. */
export function noteOf(inexact: Inexact | null): QueryNote[] {
  return inexact === null ? [] : [{ type: 'inexact', ...inexact }];
}
