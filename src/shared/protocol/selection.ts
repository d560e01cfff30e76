// What is selected in a text.

/** One selection, in bytes: the end that stays, and the end that moves, where the caret is. */
export interface Span {
  readonly anchor: number;
  readonly active: number;
}

/** What is selected: spans of the text, or the one of a value. Kept with each undo step, whatever view it came from. */
export type Selection = readonly Span[];
