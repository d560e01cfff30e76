// Selections in a text.

/** One selection, in bytes: the fixed end, and the moving end with the caret. */
export interface Span {
  readonly anchor: number;
  readonly active: number;
}

/** A selection: spans of the text, or the span of a value. Stored with each undo step, whatever view it came from. */
export type Selection = readonly Span[];
