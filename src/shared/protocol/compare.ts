// What a comparison of two documents takes and gives. Changes and marks travel packed, four words each, so
// that a million of them are one typed array and no object each:
//
//   change   word 0   kind      CHANGE.create, .update or .delete
//            word 1   left      entry on the tape of the left document; NO_NODE for what was created
//            word 2   right     entry on the tape of the right document; NO_NODE for what was deleted
//            word 3   partner   of one half of a move, the index of the other half; else NO_NODE
//
//   mark     word 0   node      entry on the tape of its side; marks rise by it
//            word 1   end       the entry behind the node and all that is in it
//            word 2   mark      CHANGE.create, .update, .delete or .inside
//            word 3   count     differences at or below it
//
// Changes are in the order of the two documents laid over each other: by the left one, and what was created
// stands behind what is before it on the right. A move is a `delete` and a `create` that name each other; it
// counts once. What is inside of a created or deleted value has no mark of its own.

import { countWhile } from '../bytes/halving.ts';
import type { Path } from '../document/path.ts';
import { asNode, type ByteRange, type NodeIndex } from '../units.ts';

/** Which of the two documents. */
export type Side = 'left' | 'right';

/** How two documents are compared. */
export interface CompareOptions {
  /** Whether 1 and 1.0 are equal: by exact decimal value, or by their characters. */
  readonly numbers: 'value' | 'spelling';
  /** By how much two numbers may differ and still be equal. */
  readonly tolerance: number;
  /** Whether the items of arrays may stand in any order. */
  readonly ignoreOrder: boolean;
  /** What is left out, with all that is in it. A segment `*` stands for any member or item. */
  readonly ignorePaths: readonly Path[];
  /** The key that says which items of arrays belong together; `null`: one is looked for in each array. */
  readonly identity: string | null;
}

/** Exact values, all of them. */
export const COMPARE_DEFAULTS: CompareOptions = {
  numbers: 'value',
  tolerance: 0,
  ignoreOrder: false,
  ignorePaths: [],
  identity: null,
};

/** Words of a change, and of a mark. */
export const CHANGE_WORDS = 4;
export const MARK_WORDS = 4;
/** In a change: there is none. */
export const NO_NODE = 0xffffffff;
/** The kinds of changes; a mark may also say that something inside differs. */
export const CHANGE = { create: 1, update: 2, delete: 3, inside: 4 } as const;

/** What happened to a value, from left to right. */
export type ChangeKind = 'create' | 'update' | 'delete';
/** What a place of a document shows: a change, or that there is one inside. */
export type Mark = ChangeKind | 'child-update';

const MARKS: readonly (Mark | null)[] = [null, 'create', 'update', 'delete', 'child-update'];

/** Where the result may be coarser than it could be. */
export interface CompareNote {
  /** `unordered`: items of a large array were matched in passing; `by-position`: changed items were, by where they stand. */
  readonly type: 'unordered' | 'by-position';
  /** The array. */
  readonly left: NodeIndex;
  readonly right: NodeIndex;
  /** How many of its items. */
  readonly count: number;
}

/** The result of a comparison. All buffers are the receiver's. */
export interface CompareResult {
  /** Names the comparison in later calls. */
  readonly id: number;
  /** How many differences there are: a move is one. */
  readonly count: number;
  readonly changes: Uint32Array;
  readonly marks: Readonly<Record<Side, Uint32Array>>;
  /** At most a hundred. */
  readonly notes: readonly CompareNote[];
}

/** A change, unpacked. */
export interface Change {
  readonly kind: ChangeKind;
  readonly left: NodeIndex | null;
  readonly right: NodeIndex | null;
  /** The index of the other half of a move. */
  readonly partner: number | null;
}

/** The change at an index. @throws RangeError where there is none */
export function readChange(changes: Uint32Array, index: number): Change {
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

/** The indexes of the changes that are counted: all but the second half of each move. As many as `count`. */
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

/** Where a place of a document is among the differences, which count from 0. */
export interface DifferencePlace {
  /** The difference that it is in; -1 for none. */
  readonly current: number;
  /** The last difference before it; -1 for none. */
  readonly before: number;
}

/** What a node of one side shows. */
export interface NodeMark {
  readonly mark: Mark;
  /** Differences at or below; of what is inside a created or deleted value, that one. */
  readonly count: number;
  /** The node that carries the mark: this one, or the created or deleted one around it. */
  readonly node: NodeIndex;
}

/** The mark of a node, its own or that of the created, deleted or replaced value around it; `null` for what is equal. O(log n). */
export function markOf(marks: Uint32Array, node: number): NodeMark | null {
  const at = lastMark(marks, node) * MARK_WORDS;
  if (at < 0) return null;
  const [marked = 0, end = 0, mark = 0, count = 0] = marks.subarray(at, at + MARK_WORDS);
  // What is inside another mark but `inside` has none of its own, so the last one before is the only one that may cover it.
  if (node !== marked && (node >= end || mark === CHANGE.inside)) return null;
  const name = MARKS[mark] ?? null;
  return name === null ? null : { mark: name, count, node: asNode(marked) };
}

/** The index of the last mark at or before a node; -1 if there is none. O(log n). */
export function lastMark(marks: Uint32Array, node: number): number {
  return countWhile(marks.length / MARK_WORDS, (at) => (marks[at * MARK_WORDS] ?? 0) <= node) - 1;
}

/** One side of a change, for a list. */
export interface ChangeSide {
  readonly path: Path;
  /** For each segment of the path whose key its object has more than once, the how-manieth it is, from 0; `null` where none is. */
  readonly ordinals: readonly (number | null)[] | null;
  /** The value as spelt, cut to about a line. */
  readonly value: string;
  /** The start of the value in its document. */
  readonly range: ByteRange;
}

/** A change as a list shows it. */
export interface ChangeView {
  readonly index: number;
  readonly change: ChangeKind;
  readonly left: ChangeSide | null;
  readonly right: ChangeSide | null;
  readonly partner: number | null;
}

/** Words of a counterpart: the node on the other side, and whether it is the same value (1) or only the nearest place (0). */
export const COUNTERPART_WORDS = 2;

/** What differs inside of a changed string: ranges of bytes of either document, as spelt. */
export interface ChangedText {
  readonly left: readonly ByteRange[];
  readonly right: readonly ByteRange[];
  /** Whether all was looked at; else the last ranges are the rest. */
  readonly complete: boolean;
}

/** Which changes are taken over: all, some by their indexes, or those at or below a node of one side. A move is taken whole. */
export type MergeSelection =
  | { readonly type: 'all' }
  | { readonly type: 'changes'; readonly indexes: Uint32Array }
  | { readonly type: 'node'; readonly side: Side; readonly node: NodeIndex };

/** How the changes are written out. */
export type CompareFormat = 'json-patch' | 'delta' | 'report';
