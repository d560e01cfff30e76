// What is wrong in a document: the list that a panel shows, steps through and marks. A kind that comes later is one more
// name here, one more finder, and one more line in `ui/strings`.

import type { Path } from '../document/path.ts';
import type { Revision } from '../units.ts';
import type { ProblemFix } from './schema-fixes.ts';

/** In the order of the list. */
export const PROBLEM_KINDS = ['syntax', 'record', 'utf8', 'schema', 'duplicate', 'number'] as const;

/**
 * - `syntax`: the first place where the text is not valid in its dialect
 * - `record`: a line of NDJSON that is not one JSON value
 * - `utf8`: bytes that are not UTF-8, one for each U+FFFD that a decoder would put there
 * - `schema`: a value that is not as the document's schema says; found in a job worker (`schema.ts`)
 * - `duplicate`: a member whose key an earlier member of the same object has, however it is spelt
 * - `number`: a number whose value is not the value of any double
 */
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** So many of each kind are listed; all are counted. */
export const MOST_LISTED = 100;

/** One problem. */
export interface Problem {
  readonly kind: ProblemKind;
  /** Its bytes in the text: half-open, and empty at the end of the text. */
  readonly start: number;
  readonly end: number;
  /** Where it starts, from 0; columns in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** The value that it concerns; `null` while the text has no structure there. */
  readonly path: Path | null;
  readonly message: string;
  /** What would mend it, the best first. */
  readonly fixes?: readonly ProblemFix[];
  /** It is of one of several alternatives of a schema: what the others say can be asked for. */
  readonly hasAlternatives?: boolean;
}

/** All problems of one kind. */
export interface ProblemGroup {
  readonly kind: ProblemKind;
  readonly count: number;
  /** The first `MOST_LISTED`, in the order of the text. */
  readonly first: readonly Problem[];
}

/** What ends the lines of a text; `none` where it is one line. */
export type LineEnds = 'none' | 'lf' | 'crlf' | 'cr' | 'mixed';

/** What is wrong in one revision of a document. */
export interface ProblemReport {
  readonly revision: Revision;
  /** Kinds that were found, in the order of `PROBLEM_KINDS`. */
  readonly groups: readonly ProblemGroup[];
  /** Whether keys and numbers were checked too, which takes a valid text. */
  readonly isComplete: boolean;
  readonly lineEnds: LineEnds;
}
