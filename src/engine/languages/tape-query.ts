// Runs queries of the libraries' languages on the tape, and on JavaScript values where the tape is not enough.

import type { QueryInput } from '../query/input.ts';
import { writeTapeResult } from '../query/tape-result.ts';
import { TapeValues, type TapeValue } from '../query/tape-values.ts';
import type { QueryOutput, RunWork } from './language.ts';

/** Part of a query: what it makes of a value. */
export type TapeStep = (value: TapeValue) => TapeValue;

/** A number in a query that a double may not hold. It also matches in strings. */
const MAY_BE_INEXACT = /\d[\d.]{15}|\d[eE]/;

/** A query has a part that is not evaluated on the tape. */
export class NoPlan extends Error {}

/**
 * Runs a query on the tape. `plan` makes it of the values of the document. Returns `null` where the query needs JavaScript
 * values, and where it fails: then the library runs it, and its error is explained.
 */
export async function runOnTape(
  input: QueryInput,
  text: string,
  work: RunWork,
  plan: (tape: TapeValues) => TapeStep,
): Promise<QueryOutput | null> {
  if (MAY_BE_INEXACT.test(text)) return null;
  const start = performance.now();
  const tape = new TapeValues(input.places, input.node);
  let result: TapeValue;
  try {
    result = plan(tape)(tape.root);
  } catch {
    return null;
  }
  const durationMs = performance.now() - start;
  return { pieces: await work(writeTapeResult(tape, result)), notes: [], durationMs };
}
