// Explains to the user why the browser's clipboard can't be used.

import { CodedError } from '../../shared/errors.ts';

/** Returns the error to report; an error that already explains itself is returned unchanged. */
export function refusal(sentence: (reason: string) => string, error: unknown): unknown {
  if (error instanceof CodedError) return error;
  return new CodedError('refused', sentence(error instanceof Error ? error.message : String(error)));
}
