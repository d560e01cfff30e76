// Why the browser's clipboard can't be used, as a sentence for a person.

import { CodedError } from '../../shared/errors.ts';

/** The error to tell; one that says what is wrong already stays as it is. */
export function refusal(sentence: (reason: string) => string, error: unknown): unknown {
  if (error instanceof CodedError) return error;
  return new CodedError('refused', sentence(error instanceof Error ? error.message : String(error)));
}
