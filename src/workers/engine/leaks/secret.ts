// A secret in a text, and what is known about the text.

import type { LeakKind, LeakSeverity } from '../../../shared/protocol/leaks.ts';

/** A secret in a text. */
export interface Secret {
  readonly kind: LeakKind;
  readonly severity: LeakSeverity;
  /** Its characters, as they stand in the text. */
  readonly text: string;
  /** What a JSON web token says. */
  readonly claims?: string;
}

/** What is known about a text from where it stands. */
export interface TextContext {
  /** The key of its member, or what else names it. */
  readonly name: string | null;
  /** Whether it is the value of a cookie of that name. */
  readonly isCookie?: boolean;
  /** Number of encodings around it. */
  readonly depth?: number;
  /** Its features, where they are known. @see text-features.ts */
  readonly features?: number;
}
