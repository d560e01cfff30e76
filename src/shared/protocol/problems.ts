// The problems of a document, as listed, navigated and marked by a panel. To add a kind, add a name here, a finder, and a text
// in `ui/strings`.

import type { Path } from '../document/path.ts';
import type { Revision } from '../units.ts';
import type { ProblemFix } from './schema-fixes.ts';

/** In list order. */
export const PROBLEM_KINDS = ['syntax', 'record', 'utf8', 'schema', 'csv', 'duplicate', 'number'] as const;

/**
 * - `syntax`: the first place where the text is not valid in its dialect
 * - `record`: a line of NDJSON that is not one JSON value
 * - `utf8`: an invalid byte sequence, one per U+FFFD of a decoder
 * - `schema`: a value that violates the document's schema; found in a job worker (`schema.ts`)
 * - `csv`: a faulty line of the CSV file that the document was opened from; known to the page (`ui/csv`)
 * - `duplicate`: a member with the same key as an earlier member of its object, whatever the spelling
 * - `number`: a number that no double represents exactly
 */
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** Number of listed problems per kind; all are counted. */
export const MAX_LISTED = 100;

export interface Problem {
  readonly kind: ProblemKind;
  /** Byte range in the text; empty at the end of the text. */
  readonly start: number;
  readonly end: number;
  /** Position of `start`, from 0; columns in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** The affected value; `null` while the text has no structure there. */
  readonly path: Path | null;
  readonly message: string;
  /** Quick fixes, the best first. */
  readonly fixes?: readonly ProblemFix[];
  /** The error belongs to one of several alternatives of a schema; the errors of the others can be requested. */
  readonly hasAlternatives?: boolean;
}

/** All problems of one kind. */
export interface ProblemGroup {
  readonly kind: ProblemKind;
  readonly count: number;
  /** The first `MAX_LISTED`, in text order. */
  readonly first: readonly Problem[];
  /** The values of all, where there are more and they are known. */
  readonly nodes?: Uint32Array;
}

/** The line ends of a text; `none` if it is a single line. */
export type LineEndCounts = 'none' | 'lf' | 'crlf' | 'cr' | 'mixed';

/** The problems of one revision of a document. */
export interface ProblemReport {
  readonly revision: Revision;
  /** The kinds that were found, in the order of `PROBLEM_KINDS`. */
  readonly groups: readonly ProblemGroup[];
  /** Whether keys and numbers were checked too, which requires valid text. */
  readonly isComplete: boolean;
  readonly lineEnds: LineEndCounts;
}
