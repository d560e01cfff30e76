// Quick fixes of schema errors: those that the list of problems offers, and requests to the job worker. @see docs/schema.md

/**
 * - `add`: a missing property; `remove`: an unknown property or item; `rename`: a property to the intended key
 * - `replace`: by the closest allowed value; `choose`: by one of a few, if none is close
 * - `string` to `object`: the same content as a value of that type; `array`: wraps the value in an array
 * - `single`: unwraps an array of one item
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

/** An offered fix. */
export interface ProblemFix {
  readonly kind: FixKind;
  /** Labels of the fix for this place, and for all places; `null` if it applies to one place only. */
  readonly label: string;
  readonly allLabel: string | null;
}

/** A requested fix: of the error with a message at a byte, or of every error with a fix of that kind. */
export interface FixRequest {
  readonly start: number;
  readonly message: string;
  readonly kind: FixKind;
  readonly label: string;
  readonly isAll: boolean;
}

/** The splices of a fix. */
export interface FixPlan {
  /** Packed as in `shared/document/splice-pack.ts`. */
  readonly splices: Blob;
  /** Number of fixed errors; 0 if the error no longer exists. */
  readonly count: number;
}

/** The errors of a value under one alternative of `anyOf` or `oneOf`. */
export interface Alternative {
  /** Its title, the name of its reference, or `null`. */
  readonly name: string | null;
  /** The first errors, each with a JSON Pointer relative to the value; `count` is the total. */
  readonly errors: readonly { readonly pointer: string; readonly message: string }[];
  readonly count: number;
}
