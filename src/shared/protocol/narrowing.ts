// Showing only a part of a document: the values that something has found and the containers around them, as rows of the tree and
// as lines of the text. Nothing of the document changes.

/** What found the values. */
export type NarrowingKind = 'matches' | 'problems' | 'differences' | 'changes' | 'path';

/** What a document is narrowed to; `detail` is the pattern, if there is one. */
export interface NarrowedTo {
  readonly kind: NarrowingKind;
  readonly detail: string;
}

/** The same, with the number of values that are shown for their own sake, and of all values. */
export interface Narrowed extends NarrowedTo {
  readonly count: number;
  readonly of: number;
}

/** A request to show only some values. */
export interface NarrowRequest extends NarrowedTo {
  /** The values as nodes, and as the bytes in which they were found: pairs of a start and an end. Both are sorted. */
  readonly found: { readonly nodes?: Uint32Array; readonly bytes?: Uint32Array };
  /** Nodes that are shown as if a value had been found inside of them. Sorted. */
  readonly around?: Uint32Array;
  /** Whether a container that was found is shown with all that is in it, even if more was found there. */
  readonly whole: boolean;
  /**
   * Which containers are expanded: exactly those around the values, until everything is shown again or for good; or those that
   * are expanded now.
   */
  readonly opens: 'meanwhile' | 'for-good' | 'as-now';
}
