// The differences for the view of one side: the mark of a node, and the other side's version of a changed value. Marks are
// packed and looked up by node. Values of the other side, and the characters of a string that differ, are loaded when a row
// requests them.
//
//   row ── markOf(node) ──▶ packed marks          row ── otherValue(node) ──▶ cached? else load, then notify

import { Emitter } from '../model/emitter.ts';
import {
  CHANGE,
  CHANGE_WORDS,
  MARK_WORDS,
  NO_NODE,
  lastMark,
  markOf,
  type ChangedText,
  type ChangeView,
  type DifferenceMark,
  type NodeMark,
  type Side,
} from '../../shared/protocol/compare.ts';
import type { ByteRange, Revision } from '../../shared/units.ts';
import { countBelow } from '../../shared/bytes/binary-search.ts';
import type { Compared, Comparer } from '../client/comparer.ts';
import { ValuesByKey } from '../async/values-by-key.ts';

/** Changes per request, and the number of requests that are cached. */
const PAGE_CHANGES = 64;
const MAX_PAGES = 64;
/** Number of strings whose changed characters are cached. */
const MAX_TEXTS = 500;
/** With more changes than this, values of the other side are not shown: sorting them for lookup would take too long. */
const MAX_INDEXED = 200_000;

/** Reads details of changes. */
export type ChangeReader = Pick<Comparer, 'describe' | 'within'>;

/** One side of the comparison, for the view of its document. */
export class SideDifferences {
  /** The node of the current difference; -1 if there is none on this side. */
  current = -1;
  private compared: Compared | null = null;
  /** Nodes of changed values in ascending order, with the change of each; built on first use. */
  private indexed: { readonly nodes: Uint32Array; readonly changes: Uint32Array } | null = null;
  private readonly pages: ValuesByKey<readonly ChangeView[]>;
  private readonly texts: ValuesByKey<ChangedText | null>;
  private readonly changed = new Emitter();

  constructor(
    readonly side: Side,
    reader: ChangeReader,
  ) {
    const arrived = (): void => this.changed.emit();
    this.pages = new ValuesByKey(
      (page) => reader.describe(this.expectResult(), page * PAGE_CHANGES, PAGE_CHANGES),
      arrived,
      MAX_PAGES,
    );
    this.texts = new ValuesByKey((change) => reader.within(this.expectResult(), change), arrived, MAX_TEXTS);
  }

  readonly subscribe = this.changed.subscribe;

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
    this.current = -1;
    this.indexed = null;
    this.pages.clear();
    this.texts.clear();
    this.changed.emit();
  }

  setCurrent(node: number): void {
    if (node === this.current) return;
    this.current = node;
    this.changed.emit();
  }

  /** Returns the mark of a node. */
  markOf(node: number): NodeMark | null {
    return this.compared === null ? null : markOf(this.compared.marks[this.side], node);
  }

  /** Returns how an updated value is spelt on the other side; `null` until that is loaded. Subscribers are notified then. */
  otherValue(node: number): string | null {
    const change = this.changeOf(node);
    if (change < 0 || this.compared?.changes[change * CHANGE_WORDS] !== CHANGE.update) return null;
    const view = this.viewOf(change);
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
  ): { readonly nodes: Uint32Array; readonly kinds: readonly DifferenceMark[] } {
    const marks = this.compared?.marks[this.side] ?? new Uint32Array();
    const nodes: number[] = [];
    const kinds: DifferenceMark[] = [];
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

  /**
   * Returns the values inside a container that were created, updated or deleted; at most `most`. None while the container itself
   * is one of them.
   */
  changedInside(container: number, most: number): Uint32Array {
    const marks = this.compared?.marks[this.side] ?? new Uint32Array();
    const at = lastMark(marks, container) * MARK_WORDS;
    const [node, end = 0, mark] = at < 0 ? [] : marks.subarray(at, at + MARK_WORDS);
    if (node !== container || mark !== CHANGE.inside) return new Uint32Array();
    return this.changedBetween(container + 1, end, most).nodes;
  }

  /** Returns the change of a node; `null` when it has none, or until it is loaded. Subscribers are notified then. */
  changeAt(node: number): ChangeView | null {
    return this.viewOf(this.changeOf(node)) ?? null;
  }

  /** Returns the index of a node's change; -1 if there is none. */
  private changeOf(node: number): number {
    const { nodes, changes } = (this.indexed ??= this.indexChanges());
    const at = countBelow(nodes, node);
    return nodes[at] === node ? (changes[at] ?? -1) : -1;
  }

  private indexChanges(): { nodes: Uint32Array; changes: Uint32Array } {
    const packed = this.compared?.changes ?? new Uint32Array();
    const word = this.side === 'left' ? 1 : 2;
    const total = packed.length / CHANGE_WORDS;
    if (total > MAX_INDEXED) return { nodes: new Uint32Array(), changes: new Uint32Array() };
    const nodeOf = (index: number): number => packed[index * CHANGE_WORDS + word] ?? NO_NODE;
    const found: number[] = [];
    for (let index = 0; index < total; index += 1) if (nodeOf(index) !== NO_NODE) found.push(index);
    found.sort((a, b) => nodeOf(a) - nodeOf(b));
    return { nodes: Uint32Array.from(found, nodeOf), changes: Uint32Array.from(found) };
  }

  private viewOf(change: number): ChangeView | undefined {
    if (change < 0) return undefined;
    return this.pages.get(Math.floor(change / PAGE_CHANGES))?.[change % PAGE_CHANGES];
  }

  private expectResult(): Compared {
    if (this.compared === null) throw new RangeError('nothing is compared, expected a result');
    return this.compared;
  }
}
