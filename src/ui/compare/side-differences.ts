// The differences for the view of one side: the mark of a node, and the other side's version of a changed value. Marks are
// packed and looked up by node. Values of the other side, and the characters of a string that differ, are loaded when a row
// requests them.
//
//   row ── markOf(node) ──▶ packed marks          row ── otherValue(node) ──▶ cached? else load, then notify

import {
  CHANGE,
  CHANGE_WORDS,
  MARK_WORDS,
  lastMark,
  markOf,
  type ChangedText,
  type ChangeView,
  type Mark,
  type NodeMark,
  type Side,
} from '../../shared/protocol/compare.ts';
import type { ByteRange, Revision } from '../../shared/units.ts';
import { countBelow } from '../../shared/bytes/binary-search.ts';
import type { Compared, Comparer } from '../client/comparer.ts';
import { OnDemand } from './on-demand.ts';

/** Changes per request, and the number of requests that are cached. */
const PAGE_CHANGES = 64;
const MOST_PAGES = 64;
/** Number of strings whose changed characters are cached. */
const MOST_TEXTS = 500;
/** With more changes than this, values of the other side are not shown: sorting them for lookup would take too long. */
const MOST_INDEXED = 200_000;

/** Reads details of changes. */
export type ChangeReader = Pick<Comparer, 'describe' | 'within'>;

/** One side of the comparison, for the view of its document. */
export class SideDifferences {
  private compared: Compared | null = null;
  /** Nodes of updated values in ascending order, with the change of each; built on first use. */
  private updated: { readonly nodes: Uint32Array; readonly changes: Uint32Array } | null = null;
  private readonly pages: OnDemand<readonly ChangeView[]>;
  private readonly texts: OnDemand<ChangedText | null>;
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly side: Side,
    reader: ChangeReader,
  ) {
    const arrived = (): void => this.tell();
    this.pages = new OnDemand(
      (page) => reader.describe(this.expectResult(), page * PAGE_CHANGES, PAGE_CHANGES),
      arrived,
      MOST_PAGES,
    );
    this.texts = new OnDemand((change) => reader.within(this.expectResult(), change), arrived, MOST_TEXTS);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The comparison that is shown; `null` when there is none. */
  get result(): Compared | null {
    return this.compared;
  }

  /** The revision that the marks' nodes are of; `null` while there is no comparison. */
  get revision(): Revision | null {
    return this.compared?.revisions[this.side] ?? null;
  }

  show(compared: Compared | null): void {
    if (compared === this.compared) return;
    this.compared = compared;
    this.updated = null;
    this.pages.clear();
    this.texts.clear();
    this.tell();
  }

  /** Returns the mark of a node. */
  markOf(node: number): NodeMark | null {
    return this.compared === null ? null : markOf(this.compared.marks[this.side], node);
  }

  /** Returns how an updated value is spelt on the other side; `null` until that is loaded. Subscribers are notified then. */
  otherValue(node: number): string | null {
    const view = this.viewOf(this.changeOf(node));
    return (this.side === 'left' ? view?.right : view?.left)?.value ?? null;
  }

  /**
   * Returns the bytes of an updated string that differ from the other side; `null` until they are loaded, and for other values.
   */
  changedText(node: number): readonly ByteRange[] | null {
    const change = this.changeOf(node);
    return change < 0 ? null : (this.texts.get(change)?.[this.side] ?? null);
  }

  /** Returns the nodes with a mark of one kind, in ascending order. */
  nodesOf(kind: 'create' | 'update' | 'delete'): Uint32Array {
    const marks = this.compared?.marks[this.side] ?? new Uint32Array();
    const found = new Uint32Array(marks.length / MARK_WORDS);
    let count = 0;
    for (let at = 0; at < marks.length; at += MARK_WORDS) {
      if (marks[at + 2] !== CHANGE[kind]) continue;
      found[count] = marks[at] ?? 0;
      count += 1;
    }
    return found.slice(0, count);
  }

  /** Returns the nodes that were created, updated or deleted and overlap the entries `from` to `to`; the first `most`. */
  changedBetween(
    from: number,
    to: number,
    most: number,
  ): { readonly nodes: Uint32Array; readonly kinds: readonly Mark[] } {
    const marks = this.compared?.marks[this.side] ?? new Uint32Array();
    const nodes: number[] = [];
    const kinds: Mark[] = [];
    for (
      let at = Math.max(0, lastMark(marks, from)) * MARK_WORDS;
      at < marks.length && nodes.length < most;
      at += MARK_WORDS
    ) {
      const [node = 0, end = 0] = marks.subarray(at, at + 2);
      if (node >= to) break;
      const found = end > from ? markOf(marks, node) : null;
      if (found === null || found.mark === 'child-update') continue;
      nodes.push(node);
      kinds.push(found.mark);
    }
    return { nodes: Uint32Array.from(nodes), kinds };
  }

  /** Returns the index of a node's update; -1 if there is none. */
  private changeOf(node: number): number {
    const { nodes, changes } = (this.updated ??= this.indexUpdates());
    const at = countBelow(nodes, node);
    return nodes[at] === node ? (changes[at] ?? -1) : -1;
  }

  private indexUpdates(): { nodes: Uint32Array; changes: Uint32Array } {
    const packed = this.compared?.changes ?? new Uint32Array();
    const word = this.side === 'left' ? 1 : 2;
    const total = packed.length / CHANGE_WORDS;
    if (total > MOST_INDEXED) return { nodes: new Uint32Array(), changes: new Uint32Array() };
    const updates: number[] = [];
    for (let index = 0; index < total; index += 1)
      if (packed[index * CHANGE_WORDS] === CHANGE.update) updates.push(index);
    const nodeOf = (index: number): number => packed[index * CHANGE_WORDS + word] ?? 0;
    updates.sort((a, b) => nodeOf(a) - nodeOf(b));
    return { nodes: Uint32Array.from(updates, nodeOf), changes: Uint32Array.from(updates) };
  }

  private viewOf(change: number): ChangeView | undefined {
    if (change < 0) return undefined;
    return this.pages.get(Math.floor(change / PAGE_CHANGES))?.[change % PAGE_CHANGES];
  }

  private expectResult(): Compared {
    if (this.compared === null) throw new RangeError('nothing is compared, expected a result');
    return this.compared;
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
