// Errors of the languages' libraries as sentences for a person, with a place in the query where there is one.

import { CodedError, type ErrorPlace } from '../../shared/errors.ts';
import { QUERY } from '../../shared/texts/queries.ts';

/** What a query can't be: `offset` counts UTF-16 units of its text. */
export function syntaxError(text: string, offset: number, sentence: string): CodedError {
  return new CodedError('syntax', asSentence(sentence), placeIn(text, Math.min(offset, text.length)));
}

/** A failure while a query ran. */
export function runError(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  const message = error instanceof Error ? error.message : String(error);
  // Each browser has its own words.
  if (/call stack|too much recursion|recursion limit/i.test(message)) return new CodedError('refused', QUERY.tooDeep);
  // Strings and arrays that can't be as long.
  if (error instanceof RangeError) return new CodedError('too-large', QUERY.tooLarge);
  return new CodedError('refused', asSentence(message));
}

/** A query that a library refuses, or fails to run: `refused` with its sentence. */
export function attempt<T>(body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw runError(error);
  }
}

function placeIn(text: string, offset: number): ErrorPlace {
  const before = text.slice(0, offset);
  const line = before.split('\n').length - 1;
  return { offset, line, column: offset - (before.lastIndexOf('\n') + 1) };
}

/** With a capital and a full stop. */
function asSentence(message: string): string {
  const text = message.trim();
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
