// Secrets and personal data that a document holds, found before it leaves the browser.

import type { Path } from '../document/path.ts';
import type { ByteRange } from '../units.ts';

/** What was found. */
export const LEAK_KINDS = [
  'cloud-key',
  'token',
  'private-key',
  'connection-string',
  'url-password',
  'basic-auth',
  'password',
  'jwt',
  'cookie',
  'card',
  'iban',
  'email',
  'phone',
] as const;
export type LeakKind = (typeof LEAK_KINDS)[number];

/** `high` gives access; `medium` is short-lived, half of a secret, or money; `low` is how to reach a person. */
export type LeakSeverity = 'high' | 'medium' | 'low';

/** One kind of secret at one value or key. */
export interface Leak {
  readonly kind: LeakKind;
  readonly severity: LeakSeverity;
  /** Of the value, or of the member whose key holds it. */
  readonly path: Path;
  readonly isKey: boolean;
  /** The bytes of the value, or of the key, with its quotes. */
  readonly range: ByteRange;
  /** Of a comment, and of a text that is not valid and so has no paths; from 0. */
  readonly line?: number;
  /** Whether it is in a comment. */
  readonly isComment?: boolean;
  /** The secret with most of its characters hidden. */
  readonly masked: string;
  /** What a JSON web token says, without its signature. */
  readonly claims?: string;
}

/** The leaks of one kind. */
export interface LeakGroup {
  readonly kind: LeakKind;
  readonly severity: LeakSeverity;
  readonly count: number;
  /** Of so many that a list has room for. */
  readonly first: readonly Leak[];
}

/** How a secret is replaced: by its kind and a number, or by as many characters as it has. */
export type PlaceholderForm = 'label' | 'length';

/** What to replace. */
export interface RedactOrder {
  readonly form: PlaceholderForm;
  /** Kinds that stay as they are. */
  readonly except: readonly LeakKind[];
  /** Places that are ignored, as JSON Pointers. `*` stands for any position in an array. */
  readonly ignored: readonly string[];
}

/** The changes that a redaction makes. */
export interface RedactPlan {
  /** Packed splices. @see splice-pack.ts */
  readonly splices: Blob;
  /** The number of places that change. */
  readonly count: number;
}
