// Which values are rows of the tree. A value is visible if all containers around it are expanded. There are two bits per tape
// entry, expanded and visible, and the number of visible entries before each block of 1,024: converting between row and entry
// is a search over the counts and a scan of one block.
//
// Invariants: closing brackets are never visible; the root always is; `visible` follows from `expanded` and the filter.

import {
  clearBit,
  clearBits,
  bitsBetween,
  countBits,
  hasBit,
  makeBits,
  makeRoomyBits,
  nthBit,
  resizeBits,
  setBit,
  spliceBits,
} from '../base/bits.ts';
import type { Narrowed } from '../../shared/protocol/narrowing.ts';
import { fetchEntries } from '../tape/prefetch.ts';
import { CLOSING, LINK_MASK, OPENING, type Tape } from '../tape/tape.ts';
import { entriesAt, startsOf } from './expansion-after-edit.ts';
import { type CarriedStarts, type Narrowing, NOTHING_CARRIED, RowFilter, type Touched } from './row-filter.ts';

const BLOCK_WORDS = 32;

/** The rows of one tape. */
export class TreeRows {
  private expanded = makeBits(0);
  private visible = makeBits(0);
  /** The number of visible entries before each block; the last element is the total. */
  private counts = new Float64Array(1);
  /** What may be visible; `null` if all may. */
  private filter: RowFilter | null = null;

  /** The containers that are expanded only while an entry inside of them is visited. */
  private lent = new Set<number>();

  constructor(private readonly tape: Tape) {}

  /** The number of rows. */
  get count(): number {
    return this.counts[this.counts.length - 1] ?? 0;
  }

  /** What the rows are narrowed to; `null` if nothing is hidden besides what is collapsed. */
  get narrowed(): Narrowed | null {
    const { filter } = this;
    return filter && { ...filter.about, count: filter.count, of: filter.total };
  }

  /** The filter of the rows. It must not be changed. */
  get narrowing(): Readonly<Pick<RowFilter, 'about' | 'shown' | 'own' | 'whole'>> | null {
    return this.filter;
  }

  isExpanded(entry: number): boolean {
    return hasBit(this.expanded, entry);
  }

  isVisible(entry: number): boolean {
    return hasBit(this.visible, entry);
  }

  /** The entry of a row; rows count from 0. O(log n). */
  entryAt(row: number): number {
    if (!(row >= 0)) throw new RangeError(`row ${row} of ${this.count}`);
    const { counts, visible } = this;
    let low = 0;
    let high = counts.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((counts[middle] ?? 0) <= row) low = middle + 1;
      else high = middle;
    }
    let left = row - (counts[low - 1] ?? 0);
    for (let word = (low - 1) * BLOCK_WORDS; word < visible.length; word += 1) {
      const here = countBits(visible[word] ?? 0);
      if (left < here) return word * 32 + nthBit(visible[word] ?? 0, left);
      left -= here;
    }
    throw new RangeError(`row ${row} of ${this.count}`);
  }

  /** The row of a visible entry. O(1): counts at most one block. */
  rowOf(entry: number): number {
    const last = entry >>> 5;
    const block = Math.floor(last / BLOCK_WORDS);
    let row = this.counts[block] ?? 0;
    for (let word = block * BLOCK_WORDS; word < last; word += 1) row += countBits(this.visible[word] ?? 0);
    return row + countBits((this.visible[last] ?? 0) & ((1 << (entry & 31)) - 1));
  }

  /** The next visible entry after `entry`; -1 if there is none. */
  after(entry: number): number {
    const { visible } = this;
    let word = (entry + 1) >>> 5;
    let rest = (visible[word] ?? 0) & (((entry + 1) & 31) === 0 ? -1 : -1 << ((entry + 1) & 31));
    while (rest === 0) {
      word += 1;
      if (word >= visible.length) return -1;
      rest = visible[word] ?? 0;
    }
    return word * 32 + nthBit(rest, 0);
  }

  /** Starts over on the current tape: the root expanded, everything else collapsed. Of a filter nothing is left but itself. */
  reset(): void {
    this.expanded = makeRoomyBits(this.tape.count);
    this.filter?.restart(this.tape);
    if (this.tape.count > 0 && this.tape.isOpening(0)) setBit(this.expanded, 0);
    this.rebuild();
  }

  /** Copies the expansion and the filter of a tape with the same structure. */
  adopt(other: TreeRows): void {
    this.expanded = other.expanded.slice();
    this.filter = other.filter?.copy() ?? null;
    this.rebuild();
  }

  /** Shows only what `narrowing` says, and expands what it opens, as `opens` says. @see NarrowRequest */
  narrow(narrowing: Narrowing, opens: 'meanwhile' | 'for-good' | 'as-now'): void {
    const { about, shown, own, open, total, whole } = narrowing;
    const before = this.filter === null ? this.withoutLent() : this.filter.before;
    this.filter = new RowFilter(
      about,
      shown,
      own,
      opens === 'meanwhile' ? (before ?? this.withoutLent()) : null,
      total,
      whole,
    );
    if (opens !== 'as-now') this.expanded = open;
    this.lent.clear();
    this.rebuild();
  }

  /** What is expanded, not only for a visit. */
  private withoutLent(): Uint32Array {
    const kept = this.expanded.slice();
    for (const entry of this.lent) clearBit(kept, entry);
    return kept;
  }

  /** Removes the filter. */
  widen(): void {
    if (this.filter === null) return;
    this.expanded = this.filter.before ?? this.expanded;
    this.filter = null;
    this.rebuild();
  }

  /** Expands exactly these containers. */
  expandOnly(containers: Iterable<number>): void {
    this.expanded = makeRoomyBits(this.tape.count);
    for (const entry of containers) if (this.tape.isOpening(entry)) setBit(this.expanded, entry);
    this.rebuild();
  }

  /** Makes an entry visible; `containers` are those around it. The filter then shows it and what is in it. */
  reveal(entry: number, containers: readonly number[]): void {
    this.lent.clear();
    this.expandAround(containers);
    this.allow(entry);
  }

  /**
   * The same for one of many entries that are visited one after the other: what had to be expanded for the one before is
   * collapsed again, unless it is the `first` of them, or the user has collapsed or expanded it since.
   */
  visit(entry: number, containers: readonly number[], isFirst = false): void {
    if (isFirst) this.lent.clear();
    const needed = new Set(containers);
    const left = [...this.lent].filter((container) => !needed.has(container));
    // From the innermost on, so that each is still visible.
    for (const container of left.toSorted((a, b) => b - a)) this.collapse(container);
    const opened = containers.filter((container) => !this.isExpanded(container));
    this.expandAround(containers);
    for (const container of opened) this.lent.add(container);
    this.allow(entry);
  }

  private allow(entry: number): void {
    const { filter, tape } = this;
    if (filter === null || this.isVisible(entry)) return;
    filter.show(tape, [{ entry, end: tape.next(entry) }]);
    this.rebuild();
  }

  /**
   * Follows a change of the tape: at `first`, `removed` entries were replaced by `inserted` ones. The new containers are
   * collapsed, unless the new entries have the same links as the old ones (`isReshaped` is false).
   */
  replaceEntries(first: number, removed: number, inserted: number, isReshaped: boolean): void {
    if (removed === inserted) {
      if (isReshaped) clearBits(this.expanded, first, first + inserted);
    } else {
      const before = this.tape.count - inserted + removed;
      this.expanded = spliceBits(this.expanded, before, first, removed, inserted);
    }
    if (this.filter !== null && (removed !== inserted || isReshaped))
      this.filter.splice(this.tape.count - inserted + removed, first, removed, inserted);
    const after = first + removed;
    const moved = [...this.lent].map((entry) => (entry < after ? entry : entry + inserted - removed));
    this.lent = new Set(moved.filter((entry) => entry < first || entry >= first + inserted));
    // With a filter, `filterAfterEdit` follows.
    if (this.filter !== null || first === 0) this.rebuild();
    else this.rebuildFrom(first);
  }

  /** The starts of what the filter allows among the entries from `from` to `to` (exclusive). */
  filterStarts(from: number, to: number): CarriedStarts {
    return this.filter?.starts(this.tape, from, to) ?? NOTHING_CARRIED;
  }

  /** Completes the filter after an edit. @see RowFilter.complete */
  filterAfterEdit(kept: CarriedStarts, touched: readonly Touched[], added: number): void {
    if (this.filter?.complete(this.tape, kept, touched, added) === true) this.rebuild();
  }

  /**
   * Follows an arrangement of the values among the entries from `first` to `behind` (exclusive); `expanded` are the expanded
   * ones after it, `moves` tells where each range of entries went.
   */
  rearrange(
    first: number,
    behind: number,
    expanded: readonly number[],
    moves: () => Iterable<readonly [from: number, end: number, to: number]>,
  ): void {
    clearBits(this.expanded, first, behind);
    for (const entry of expanded) setBit(this.expanded, entry);
    this.filter?.rearrange(first, behind, moves());
    this.lent = new Set([...this.lent].filter((entry) => entry < first || entry >= behind));
    this.rebuild();
  }

  /** The expanded containers from entry `from` to `to` (exclusive). */
  expandedEntries(from: number, to: number): Generator<number, void, void> {
    return bitsBetween(this.expanded, from, to);
  }

  /**
   * The starts in the text of the expanded containers from entry `from` to `to` (exclusive); without a root that has no
   * brackets.
   */
  expandedStarts(from: number, to: number): Uint32Array {
    return startsOf(this.tape, this.expanded, from, to);
  }

  /** Expands the containers that start at these offsets, which ascend; offsets where none starts are ignored. */
  expandStarts(starts: Uint32Array): void {
    let changed = false;
    for (const entry of entriesAt(this.tape, starts)) {
      if (!this.tape.isOpening(entry) || this.isExpanded(entry)) continue;
      setBit(this.expanded, entry);
      changed = true;
    }
    if (changed) this.rebuild();
  }

  /** Expands containers; ignores entries that are not containers. */
  expandEntries(entries: readonly number[]): void {
    if (entries.length === 0) return;
    for (const entry of entries) if (this.tape.isOpening(entry)) setBit(this.expanded, entry);
    this.rebuild();
  }

  expand(entry: number): void {
    this.lent.delete(entry);
    if (!this.tape.isOpening(entry) || this.isExpanded(entry)) return;
    setBit(this.expanded, entry);
    if (this.isVisible(entry)) {
      this.show(entry + 1, this.tape.closing(entry));
      this.recount(entry);
    }
  }

  /**
   * Expands nested containers, given from the outermost to the innermost. Expanding them one by one would recount everything
   * after each.
   */
  expandAround(containers: readonly number[]): void {
    let outermost = -1;
    for (const container of containers) {
      if (this.isExpanded(container)) continue;
      setBit(this.expanded, container);
      if (outermost < 0) outermost = container;
    }
    if (outermost < 0 || !this.isVisible(outermost)) return;
    this.show(outermost + 1, this.tape.closing(outermost));
    this.recount(outermost);
  }

  collapse(entry: number): void {
    this.lent.delete(entry);
    if (!this.isExpanded(entry)) return;
    clearBit(this.expanded, entry);
    clearBits(this.visible, entry + 1, this.tape.closing(entry));
    this.recount(entry);
  }

  /** Expands a value and everything in it. */
  expandSubtree(entry: number): void {
    const close = this.tape.closing(entry);
    const { words } = this.tape.memory;
    const base = this.tape.wordBase + 1;
    const { expanded } = this;
    for (let at = entry; at < close; at += 1) {
      if (((words[base + at * 2] ?? 0) & OPENING) !== 0) setBit(expanded, at);
    }
    if (this.isVisible(entry)) {
      this.show(entry + 1, close);
      this.recount(entry);
    }
  }

  /** Expands the containers directly inside a container; the root itself if `container` is -1. */
  expandChildren(container: number): void {
    if (container < 0) return this.expand(0);
    const { tape } = this;
    const close = tape.closing(container);
    for (let child = container + 1; child < close; child = tape.next(child))
      if (tape.isOpening(child)) setBit(this.expanded, child);
    if (!this.isVisible(container)) return;
    clearBits(this.visible, container + 1, close);
    if (this.isExpanded(container)) this.show(container + 1, close);
    this.recount(container);
  }

  /** Collapses a value and everything in it. */
  collapseSubtree(entry: number): void {
    const close = this.tape.closing(entry);
    clearBits(this.expanded, entry, close);
    clearBits(this.visible, entry + 1, close);
    this.recount(entry);
  }

  /** Expands everything: one pass over the tape. */
  expandAll(): void {
    const { tape, expanded, visible } = this;
    const { words } = tape.memory;
    const { count } = tape;
    let at = tape.wordBase + 1;
    for (let word = 0, entry = 0; word < visible.length; word += 1) {
      let open = 0;
      let show = 0;
      const end = Math.min(count, entry + 32);
      for (let bit = 0; entry < end; entry += 1, bit += 1, at += 2) {
        const link = words[at] ?? 0;
        open |= ((link >>> 30) & 1) << bit;
        show |= ((link >>> 31) ^ 1) << bit;
      }
      expanded[word] = open;
      visible[word] = show;
    }
    this.recount(0);
  }

  /** Expands the containers at depths less than `level` (the root is at 0) and collapses all others. */
  expandToLevel(level: number): void {
    const { tape } = this;
    this.expanded = makeRoomyBits(tape.count);
    let depth = 0;
    for (let entry = 0; entry < tape.count; entry += 1) {
      const link = tape.link(entry);
      if ((link & OPENING) !== 0) {
        if (depth < level) {
          setBit(this.expanded, entry);
          depth += 1;
        } else {
          entry += link & LINK_MASK;
        }
      } else if ((link & CLOSING) !== 0) {
        depth -= 1;
      }
    }
    this.rebuild();
  }

  /** Checks the invariants. For tests. @throws RangeError */
  check(): void {
    const fresh = new TreeRows(this.tape);
    fresh.adopt(this);
    if (fresh.count !== this.count) throw new RangeError(`${this.count} rows, expected ${fresh.count}`);
    for (let entry = 0; entry < this.tape.count; entry += 1) {
      if (fresh.isVisible(entry) !== this.isVisible(entry))
        throw new RangeError(`entry ${entry} is wrongly ${this.isVisible(entry) ? 'shown' : 'hidden'}`);
      if (this.isExpanded(entry) && !this.tape.isOpening(entry))
        throw new RangeError(`entry ${entry} is expanded but no container`);
    }
    this.filter?.check(this.tape);
  }

  private rebuild(): void {
    this.visible = makeRoomyBits(this.tape.count);
    this.counts = new Float64Array(Math.ceil(this.visible.length / BLOCK_WORDS) + 1);
    if (this.tape.count > 0) {
      setBit(this.visible, 0);
      if (this.isExpanded(0)) this.show(1, this.tape.closing(0));
    }
    this.recount(0);
  }

  /** Recomputes what is visible from an entry on; earlier entries are unchanged. Must not be used with a filter. */
  private rebuildFrom(first: number): void {
    const { tape, counts } = this;
    this.visible = resizeBits(this.visible, tape.count);
    clearBits(this.visible, first, this.visible.length * 32);
    const blocks = Math.ceil(this.visible.length / BLOCK_WORDS) + 1;
    if (counts.length !== blocks) {
      this.counts = new Float64Array(blocks);
      this.counts.set(counts.subarray(0, Math.min(counts.length, blocks)));
    }
    // A collapsed container around the change is the last visible entry before it.
    const above = this.lastVisible(first - 1);
    const isInside = tape.isOpening(above) && !this.isExpanded(above) && tape.closing(above) >= first;
    this.show(isInside ? tape.closing(above) + 1 : first, tape.isOpening(0) ? tape.closing(0) : tape.count);
    this.recount(first);
  }

  /** The last visible entry at or before this one. */
  private lastVisible(entry: number): number {
    for (let word = entry >>> 5; word >= 0; word -= 1) {
      const upTo = word === entry >>> 5 ? 0xffffffff >>> (31 - (entry & 31)) : 0xffffffff;
      const bits = (this.visible[word] ?? 0) & upTo;
      if (bits !== 0) return word * 32 + 31 - Math.clz32(bits);
    }
    return 0;
  }

  /** Makes the entries from `from` to `to` (exclusive) visible, except those inside collapsed containers. */
  private show(from: number, to: number): void {
    const { expanded, visible } = this;
    const { words } = this.tape.memory;
    const base = this.tape.wordBase + 1;
    let fetched = 0;
    for (let entry = from; entry < to; entry += 1) {
      if (entry >= fetched) fetched = fetchEntries(this.tape, entry, to);
      const link = words[base + entry * 2] ?? 0;
      if ((link & CLOSING) !== 0) continue;
      setBit(visible, entry);
      if ((link & OPENING) !== 0 && !hasBit(expanded, entry)) entry += link & LINK_MASK;
    }
  }

  /** Applies the filter from `entry` on, and recounts from its block on. */
  private recount(entry: number): void {
    const { visible, counts, filter } = this;
    if (filter !== null)
      for (let word = entry >>> 5; word < visible.length; word += 1)
        visible[word] = (visible[word] ?? 0) & (filter.shown[word] ?? 0);
    const first = Math.floor((entry >>> 5) / BLOCK_WORDS);
    let sum = counts[first] ?? 0;
    for (let block = first; block < counts.length - 1; block += 1) {
      counts[block] = sum;
      const end = Math.min(visible.length, (block + 1) * BLOCK_WORDS);
      for (let word = block * BLOCK_WORDS; word < end; word += 1) sum += countBits(visible[word] ?? 0);
    }
    counts[counts.length - 1] = sum;
  }
}
