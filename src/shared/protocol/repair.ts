// What a repair would change: as splices to apply, and as hunks to look at before that.

import type { Splice } from '../document/splice.ts';

/** A stretch of text in a hunk. */
export interface HunkPart {
  readonly text: string;
  readonly changed: boolean;
}

/** Changes that are near each other, with a little of what stands around them. */
export interface RepairHunk {
  /** Of the text as it is, from 0. */
  readonly line: number;
  readonly before: readonly HunkPart[];
  readonly after: readonly HunkPart[];
}

/** A repair that was not made yet. */
export interface RepairPlan {
  /** Of the bytes as they are. Applied, they make the text valid. */
  readonly splices: readonly Splice[];
  /** The first ones, at most `SHOWN_HUNKS`. */
  readonly hunks: readonly RepairHunk[];
  /** How many there are. */
  readonly hunkCount: number;
  /** In UTF-16 units. */
  readonly added: number;
  readonly removed: number;
  /** Whether the changes were told apart to the end; else the last one is all that was left. */
  readonly complete: boolean;
}

/** How many hunks a plan shows. */
export const SHOWN_HUNKS = 100;
