// The start of a copy, and what is said where the browser refuses it; `clipboard.ts`, which is loaded later, does the rest.

import { CodedError } from '../../shared/errors.ts';

/** Of several copies the newest counts: one that is still being read when something else is copied is void. */
let latest = 0;

/** Begins a copy, and voids those begun before. Returns whether it is still the newest. */
export function beginCopy(): () => boolean {
  latest += 1;
  const own = latest;
  return () => own === latest;
}

/** Copies a text. */
export function copyText(text: string): Promise<void> {
  beginCopy();
  return navigator.clipboard.writeText(text);
}

/** Returns the error to report; an error that already explains itself is returned unchanged. */
export function refusal(sentence: (reason: string) => string, error: unknown): unknown {
  if (error instanceof CodedError) return error;
  return new CodedError('refused', sentence(error instanceof Error ? error.message : String(error)));
}
