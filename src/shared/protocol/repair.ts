// A planned repair: splices to apply, and hunks for review.

import type { Splice } from '../document/splice.ts';

/** A run of text in a hunk. */
export interface HunkPart {
  readonly text: string;
  readonly changed: boolean;
}

/** Adjacent changes with some context. */
export interface RepairHunk {
  /** Line in the current text, from 0. */
  readonly line: number;
  readonly before: readonly HunkPart[];
  readonly after: readonly HunkPart[];
}

/** A repair that has not been applied. */
export interface RepairPlan {
  /** Splices of the current text that make it valid. */
  readonly splices: readonly Splice[];
  /** The first hunks, at most `SHOWN_HUNKS`. */
  readonly hunks: readonly RepairHunk[];
  /** Total number of hunks. */
  readonly hunkCount: number;
  /** In UTF-16 units. */
  readonly added: number;
  readonly removed: number;
  /** Whether all changes were separated; otherwise the last one covers the rest of the text. */
  readonly complete: boolean;
  /** The number of bytes of the text that are not UTF-8: the repair replaces them with U+FFFD. */
  readonly strays: number;
}

/** Number of hunks in a plan. */
export const SHOWN_HUNKS = 100;
