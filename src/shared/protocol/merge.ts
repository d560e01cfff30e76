// A three-way merge: what both sides have edited differently, and whose edit stands.

/** What both sides did at one place. */
export type ConflictKind = 'edit/edit' | 'add/add' | 'delete/edit' | 'edit/delete' | 'move/move' | 'comment';

/** One conflict. */
export interface MergeConflict {
  /** A JSON Pointer into the base; for `add/add` into the left document. */
  readonly path: string;
  /** The same as JSONPath, as people read it: a pointer does not tell positions from keys. */
  readonly jsonPath: string;
  /** Which of several members with the same key, from 1; only where there are several. */
  readonly nth?: number;
  readonly kind: ConflictKind;
  /** Set for a member that has another key on one side, or on each: the values have their keys. */
  readonly isRename?: true;
  /** Whether both values can stand, one after the other: items of an array can. */
  readonly takesBoth: boolean;
  /** The beginning of the value on each side, or its comments; `null` where there is none. */
  readonly values: MergeValues;
}

/** The value of one place, by side. */
export interface MergeValues {
  readonly base: string | null;
  readonly left: string | null;
  readonly right: string | null;
}

/** One of the two documents. */
export type MergeSide = 'left' | 'right';

/** What stands where both sides conflict: the edit of one, the values of both, or another text. */
export type MergeAnswer = MergeSide | 'both' | { readonly text: string };

/** The answers to conflicts, by their keys. */
export type MergeAnswers = ReadonlyMap<string, MergeAnswer>;

/** The longest value that a conflict shows, in characters. A longer one ends with "…". */
export const MAX_CONFLICT_VALUE = 2000;

/** Identifies a conflict of one merge, whatever is decided of the others. */
export function conflictKey({ jsonPath, nth = 1, kind }: Pick<MergeConflict, 'jsonPath' | 'nth' | 'kind'>): string {
  return `${kind} ${nth} ${jsonPath}`;
}

/** Returns the path of a conflict from its key, as JSONPath. */
export function pathOfKey(key: string): string {
  return key.split(' ').slice(2).join(' ');
}

/** A merged text. */
export interface MergedText {
  /** In UTF-8. */
  readonly content: Blob;
  readonly conflicts: readonly MergeConflict[];
  /** Whether it is the text of the left document as it was. */
  readonly isLeft: boolean;
  /** Size of the three texts in UTF-8. */
  readonly bytes: number;
}

/** What a document is merged with. Either may be compressed. */
export interface OtherVersions {
  /** The version that both sides come from. */
  readonly base: Blob;
  /** The right document. The left one is a snapshot. */
  readonly right: Blob;
}
