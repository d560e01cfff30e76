// Options and results of comparing two documents. Changes and marks are packed, four words each, so that a million of them are
// one typed array instead of a million objects:
//
//   change   word 0   kind      CHANGE.create, .update or .delete
//            word 1   left      entry on the tape of the left document; NO_NODE for a created value
//            word 2   right     entry on the tape of the right document; NO_NODE for a deleted value
//            word 3   partner   for one half of a move, the index of the other half; else NO_NODE
//
//   mark     word 0   node      entry on the tape of its side; marks are sorted by it
//            word 1   end       the entry after the node and its content
//            word 2   mark      CHANGE.create, .update, .delete or .inside
//            word 3   count     differences at or below it
//
// Changes are in the order of the two documents merged: the order of the left one, with created values after their predecessor
// on the right. A move is a `delete` and a `create` that refer to each other; it counts as one difference. Values inside a
// created or deleted value have no mark of their own.

import { countWhile } from '../bytes/binary-search.ts';
import type { Path } from '../document/path.ts';
import { asNode, type ByteRange, type NodeIndex } from '../units.ts';

/** One of the two documents. */
export type Side = 'left' | 'right';

/** Options of a comparison. */
export interface CompareOptions {
  /** Whether 1 and 1.0 are equal: compares by exact decimal value, or by spelling. */
  readonly numbers: 'value' | 'spelling';
  /** Maximum difference of two numbers that count as equal. */
  readonly tolerance: number;
  /** Whether the order of array items is ignored. */
  readonly ignoreOrder: boolean;
  /** Ignored values, with their content. A segment `*` matches any member or item. */
  readonly ignorePaths: readonly Path[];
  /** The key that identifies items of arrays; `null`: detected for each array. */
  readonly identity: string | null;
  /** Whether values count as equal, and only paths and kinds are compared: one difference for all items of an array. */
  readonly structureOnly: boolean;
}

/** Exact comparison of everything. */
export const COMPARE_DEFAULTS: CompareOptions = {
  numbers: 'value',
  tolerance: 0,
  ignoreOrder: false,
  ignorePaths: [],
  identity: null,
  structureOnly: false,
};

/** Number of words of a change, and of a mark. */
export const CHANGE_WORDS = 4;
export const MARK_WORDS = 4;
/** Means "no node" in a change. */
export const NO_NODE = 0xffffffff;
/** The kinds of changes; a mark can also be `inside`: its content differs. */
export const CHANGE = { create: 1, update: 2, delete: 3, inside: 4 } as const;

/** The change of a value from left to right. */
export type ChangeKind = 'create' | 'update' | 'delete';
/** How a value is marked: with its change, or with a change of its content. */
export type DifferenceMark = ChangeKind | 'child-update';

const MARKS: readonly (DifferenceMark | null)[] = [null, 'create', 'update', 'delete', 'child-update'];

/** Reports where the result may be coarser than possible. */
export interface CompareNote {
  /** `unordered`: items of a large array were matched greedily; `by-position`: changed items were matched by position. */
  readonly type: 'unordered' | 'by-position';
  /** The array. */
  readonly left: NodeIndex;
  readonly right: NodeIndex;
  /** Number of affected items. */
  readonly count: number;
}

/** The result of a comparison. The receiver owns all buffers. */
export interface CompareResult {
  /** Identifies the comparison in later calls. */
  readonly id: number;
  /** Number of differences; a move is one. */
  readonly count: number;
  readonly changes: Uint32Array;
  readonly marks: Readonly<Record<Side, Uint32Array>>;
  /** At most 100. */
  readonly notes: readonly CompareNote[];
}

/** A change, unpacked. */
export interface Difference {
  readonly kind: ChangeKind;
  readonly left: NodeIndex | null;
  readonly right: NodeIndex | null;
  /** The index of the other half of a move. */
  readonly partner: number | null;
}

/** Returns the change at an index. @throws RangeError if there is none */
export function readChange(changes: Uint32Array, index: number): Difference {
  const at = index * CHANGE_WORDS;
  const kind = MARKS[changes[at] ?? 0] ?? null;
  if (kind === null || kind === 'child-update')
    throw new RangeError(`change ${index} of ${changes.length / CHANGE_WORDS}`);
  return {
    kind,
    left: nodeOf(changes[at + 1]),
    right: nodeOf(changes[at + 2]),
    partner: changes[at + 3] === NO_NODE ? null : (changes[at + 3] ?? null),
  };
}

function nodeOf(word = NO_NODE): NodeIndex | null {
  return word === NO_NODE ? null : asNode(word);
}

/** Returns the indexes of the changes that are counted: all but the second half of each move. Its length is `count`. */
export function listDifferences(changes: Uint32Array): Uint32Array {
  const found = new Uint32Array(changes.length / CHANGE_WORDS);
  let count = 0;
  for (let index = 0; index < found.length; index += 1) {
    const partner = changes[index * CHANGE_WORDS + 3] ?? NO_NODE;
    if (partner < index) continue;
    found[count] = index;
    count += 1;
  }
  return found.slice(0, count);
}

/** The position of a place among the differences, counted from 0. */
export interface DifferencePlace {
  /** The difference that contains the place; -1 if there is none. */
  readonly current: number;
  /** The last difference before the place; -1 if there is none. */
  readonly before: number;
}

/** The effective mark of a node of one side. */
export interface NodeMark {
  readonly mark: DifferenceMark;
  /** Differences at or below the node; inside a created or deleted value, that one difference. */
  readonly count: number;
  /** The node that has the mark: this one, or the enclosing created or deleted one. */
  readonly node: NodeIndex;
}

/**
 * Returns the mark of a node, its own or that of the enclosing created, deleted or replaced value; `null` for equal values.
 * O(log n).
 */
export function markOf(marks: Uint32Array, node: number): NodeMark | null {
  const at = lastMark(marks, node) * MARK_WORDS;
  if (at < 0) return null;
  const [marked = 0, end = 0, mark = 0, count = 0] = marks.subarray(at, at + MARK_WORDS);
  // Content of a marked value has no marks of its own unless the mark is `inside`, so only the last mark before can cover the
  // node.
  if (node !== marked && (node >= end || mark === CHANGE.inside)) return null;
  const name = MARKS[mark] ?? null;
  return name === null ? null : { mark: name, count, node: asNode(marked) };
}

/** Returns the index of the last mark at or before a node; -1 if there is none. O(log n). */
export function lastMark(marks: Uint32Array, node: number): number {
  return countWhile(marks.length / MARK_WORDS, (at) => (marks[at * MARK_WORDS] ?? 0) <= node) - 1;
}

/** One side of a change, for display in a list. */
export interface ChangeSide {
  readonly path: Path;
  /**
   * For each segment of the path with a duplicate key, the index among the duplicates, from 0; `null` if no key of the path is
   * duplicate.
   */
  readonly ordinals: readonly (number | null)[] | null;
  /** The value in its spelling, truncated to about a line. */
  readonly value: string;
  /** The start of the value in its document. */
  readonly range: ByteRange;
}

/** A change, for display in a list. */
export interface ChangeView {
  readonly index: number;
  readonly change: ChangeKind;
  readonly left: ChangeSide | null;
  readonly right: ChangeSide | null;
  readonly partner: number | null;
}

/**
 * Number of words of a counterpart: the node on the other side, and whether it is the same value (1) or only the nearest place
 * (0).
 */
export const COUNTERPART_WORDS = 2;

/** Differences inside a changed string: byte ranges of each document. */
export interface ChangedText {
  readonly left: readonly ByteRange[];
  readonly right: readonly ByteRange[];
  /** Whether the whole string was compared; otherwise the last ranges cover the rest. */
  readonly complete: boolean;
}

/** Selects changes to merge: all, some by index, or those at or below a node of one side. Moves are merged as a whole. */
export type MergeSelection =
  | { readonly type: 'all' }
  | { readonly type: 'changes'; readonly indexes: Uint32Array }
  | { readonly type: 'node'; readonly side: Side; readonly node: NodeIndex };

/** The differences of one side in the rows of an array. */
export interface ChangedTable {
  /** The positions of the rows with differences, ascending. */
  readonly rows: Uint32Array;
  readonly columns: readonly ChangedColumn[];
}

/** A column with differences. */
export interface ChangedColumn {
  /** Relative to a row; that of the changed value, which may be above or below the columns of a table. */
  readonly path: Path;
  /** Number of rows that differ there. */
  readonly changed: number;
  /** Number of values that the other side lacks, in rows that both sides have. */
  readonly added: number;
  /** Number of values in rows that the other side lacks. */
  readonly inAddedRows: number;
}

/** The free lines that keep the texts level: for each side pairs of a line, from 0, and their number before it; sorted. */
export type LineFillers = Readonly<Record<Side, Uint32Array<ArrayBuffer>>>;

/** Export formats of a comparison. */
export type CompareFormat = 'json-patch' | 'delta' | 'report' | 'csv';
