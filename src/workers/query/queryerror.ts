// Turns errors of the languages' libraries into readable messages, with a place in the query where there is one.

import { CodedError, type ErrorPlace } from '../../shared/errors.ts';
import { QUERY } from '../../shared/texts/queries.ts';

/** An error in the text of a query; `offset` is in UTF-16 units of that text. */
export function syntaxError(text: string, offset: number, sentence: string): CodedError {
  return new CodedError('syntax', asSentence(sentence), placeIn(text, Math.min(offset, text.length)));
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

function placeIn(text: string, offset: number): ErrorPlace {
  const before = text.slice(0, offset);
  const line = before.split('\n').length - 1;
  return { offset, line, column: offset - (before.lastIndexOf('\n') + 1) };
}

/** Adds a capital letter and a full stop. */
function asSentence(message: string): string {
  const text = message.trim();
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
