// Turns errors of the languages' libraries into readable messages, with a place in the query where there is one.

import { CodedError, type ErrorPlace } from '../../shared/errors.ts';
import { QUERY } from '../../shared/texts/queries.ts';

/** An error in the text of a query; `offset` is in UTF-16 units of that text. */
export function syntaxError(text: string, offset: number, sentence: string): CodedError {
  return new CodedError('syntax', asSentence(sentence), placeIn(text, offset));
}

/** A failure of the part of a query at `offset`. */
export function failureAt(text: string, offset: number, sentence: string): CodedError {
  return new CodedError('refused', asSentence(sentence), placeIn(text, offset));
}

/** A failure while a query ran. */
export function runError(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  const message = error instanceof Error ? error.message : String(error);
  // Each browser words this differently.
  if (/call stack|too much recursion|recursion limit/i.test(message)) return new CodedError('refused', QUERY.tooDeep);
  // Strings and arrays that would be too long.
  if (error instanceof RangeError) return new CodedError('too-large', QUERY.tooLarge);
  return new CodedError('refused', asSentence(message));
}

/** Runs `body`; an error of a library becomes `refused` with its message. */
export function attempt<T>(body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw runError(error);
  }
}

/** The place of a UTF-16 unit in a query. */
export function placeIn(text: string, at: number): ErrorPlace {
  const offset = Math.min(at, text.length);
  const before = text.slice(0, offset);
  const line = before.split('\n').length - 1;
  return { offset, line, column: offset - (before.lastIndexOf('\n') + 1) };
}

/** Adds a full stop. The first letter stays: it may be that of a name. */
function asSentence(message: string): string {
  const text = message.trim();
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
