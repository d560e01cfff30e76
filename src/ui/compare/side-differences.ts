// The differences as one side's view asks for them: what a node shows, and what a changed value is on the other side.
// Marks are packed and looked up by the node; values of the other side, and which characters of a string differ, are read
// as rows ask for them.
//
//   row ── markOf(node) ──▶ packed marks          row ── otherValue(node) ──▶ known? else read, and tell

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

/** Changes that are read at once, and how many times that is kept. */
const PAGE_CHANGES = 64;
const MOST_PAGES = 64;
/** Strings whose changed characters are kept. */
const MOST_TEXTS = 500;
/** With more changes than these their values stand in the other panel alone: looking them up would take too long here. */
const MOST_INDEXED = 200_000;

/** Who knows more of the changes than their places. */
export type ChangeReader = Pick<Comparer, 'describe' | 'within'>;

/** A side of the comparison, for the view that shows its document. */
export class SideDifferences {
  private compared: Compared | null = null;
  /** Nodes of updated values in order, and the change of each; made when first asked for. */
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

  /** The comparison that is shown; `null` for none. */
  get result(): Compared | null {
    return this.compared;
  }

  /** The revision whose nodes the marks are of; `null` while nothing is compared. */
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

  /** What a node shows. */
  markOf(node: number): NodeMark | null {
    return this.compared === null ? null : markOf(this.compared.marks[this.side], node);
  }

  /** How an updated value is spelt on the other side; `null` while that is not known. Who asks is told when it is. */
  otherValue(node: number): string | null {
    const view = this.viewOf(this.changeOf(node));
    return (this.side === 'left' ? view?.right : view?.left)?.value ?? null;
  }

  /** The bytes of an updated string that differ from the other one; `null` while that is not known, and where it is none. */
  changedText(node: number): readonly ByteRange[] | null {
    const change = this.changeOf(node);
    return change < 0 ? null : (this.texts.get(change)?.[this.side] ?? null);
  }

  /** Nodes with a mark of one kind, in order. */
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

  /** Nodes that were created, updated or deleted, and lie or reach between two entries; the first `most`. */
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

  /** The index of the update of a node; -1 for none. */
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
