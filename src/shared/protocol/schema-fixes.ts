// Quick fixes of schema errors: what the list of problems offers, and what is asked of the job worker. @see docs/schema.md

/**
 * - `add`: a missing property; `remove`: an unknown property or item; `rename`: a property to the key that was meant
 * - `replace`: by the allowed value that comes nearest; `choose`: by one of a few, where none comes near
 * - `string` to `object`: the same content as a value of that type; `array`: a list of the value
 * - `single`: the only item of a list
 */
export type FixKind =
  | 'add'
  | 'remove'
  | 'rename'
  | 'replace'
  | 'choose'
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'array'
  | 'object'
  | 'single';

/** A fix as it is offered. */
export interface ProblemFix {
  readonly kind: FixKind;
  /** What it does here, and what it does everywhere; `null` where it is for one place alone. */
  readonly label: string;
  readonly allLabel: string | null;
}

/** A fix that is wanted: of the error with that message at a byte, or of every error that has a fix of that kind. */
export interface FixRequest {
  readonly start: number;
  readonly message: string;
  readonly kind: FixKind;
  readonly label: string;
  readonly isAll: boolean;
}

/** What a fix writes. */
export interface FixPlan {
  /** Packed as in `shared/document/splice-pack.ts`. */
  readonly splices: Blob;
  /** How many errors it is for: 0 where the error is not there any more. */
  readonly count: number;
}

/** What one alternative of `anyOf` or `oneOf` says of a value. */
export interface Alternative {
  /** Its title, the name that refers to it, or `null`. */
  readonly name: string | null;
  /** The first of its errors, each with the JSON Pointer to where it is inside of the value; the count is of all. */
  readonly errors: readonly { readonly pointer: string; readonly message: string }[];
  readonly count: number;
}
