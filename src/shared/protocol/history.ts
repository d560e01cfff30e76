// The steps of a document's history, for their list.

/** What a step changed: its first place as it was and as it is, cut after about a line, and the number of further places. */
export interface StepSummary {
  readonly before: string;
  readonly after: string;
  readonly others: number;
}

/** A step of the history. */
export interface HistoryStep {
  /** The number of the content that undoing, or redoing, it leads to. */
  readonly content: number;
  /** The number of the content that it made, which stays the same when it is undone. */
  readonly made: number;
  readonly name: string;
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly bytes: number;
  readonly isUndone: boolean;
  /** `null` where the whole text was replaced. */
  readonly summary: StepSummary | null;
}

/** The steps of a document, in the order of their edits. */
export interface HistoryList {
  readonly steps: readonly HistoryStep[];
  /** Whether older steps were dropped, because they were too large together. */
  readonly isCut: boolean;
}
