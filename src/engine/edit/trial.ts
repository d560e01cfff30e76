// Tries out edits that build on each other before the document is changed: together they are one list of splices, or nothing at
// all. Each edit states which ranges of the text it writes and reads. While the ranges of several edits do not overlap, they
// are planned on the same text and applied together; an edit whose ranges overlap those of pending ones is planned after these
// are applied. The last edits are never applied here, so that a few edits cost no copy.

import { CodedError } from '../../shared/errors.ts';
import { composeSplices } from '../../shared/document/splice-lists.ts';
import type { Splice } from '../../shared/document/splice.ts';
import type { NodeIndex } from '../../shared/units.ts';
import type { JsonDocument } from '../document/document.ts';
import { copyDocument } from '../document/load-document.ts';
import { IndexedPlaces } from '../tape/indexed-places.ts';
import type { Range } from '../tape/tape.ts';
import { removeRuns, runsOf } from './removal.ts';
import type { Work } from '../base/work.ts';
import { NOT_VALID } from '../../shared/texts/documents.ts';
import { countWhile } from '../../shared/bytes/binary-search.ts';

/** A planned edit. Everything its plan depends on, and everything its splices change, is inside these ranges. */
export interface TrialEdit {
  readonly splices: readonly Splice[];
  readonly reads: readonly Range[];
  readonly writes: Range | null;
  /** Set if the edit only appends an item to the container in `writes`, which is not empty. The key is `null` in an array. */
  readonly appends?: { readonly key: string | null };
  /**
   * Set if the edit only removes all members with a key from the object in `writes`. It has no splices: those of all removals
   * are made together.
   */
  readonly removes?: { readonly key: string; readonly nodes: readonly NodeIndex[] };
}

/** Collects edits for a document, which itself does not change. */
export class Trial {
  private readonly lists: (readonly Splice[])[] = [];
  private readonly source: JsonDocument;
  private copy: JsonDocument | null = null;
  private pending: Splice[] = [];
  private readonly written = new Ranges();
  /**
   * Keys of the items appended to containers that pending edits only append to, by the start of the container. Later items are
   * appended after those.
   */
  private readonly appended = new Map<number, Set<string>>();
  /** Keys of the members removed from objects that pending edits only remove from, by the start of the object. */
  private readonly thinned = new Map<number, Set<string>>();
  private removed: NodeIndex[] = [];
  /** Valid until the pending edits are applied. */
  private lookup: IndexedPlaces | null = null;

  /** @throws CodedError `invalid-document` */
  constructor(source: JsonDocument) {
    if (!source.isWhole) {
      throw new CodedError('invalid-document', NOT_VALID.toPatch, source.error?.place ?? null);
    }
    this.source = source;
  }

  /**
   * Applies all edits so far, and returns the places of the resulting text; valid until the next call.
   * @throws CodedError `too-large`
   */
  *places(): Work<IndexedPlaces> {
    if (this.isPending) {
      this.copy ??= yield* copyDocument(this.source);
      const splices = this.takePending();
      this.lists.push(splices);
      this.copy.apply(splices);
      yield* this.copy.settle();
      if (this.copy.validity !== 'valid') throw new RangeError(`an edit broke the text: ${this.copy.error?.message}`);
    }
    return this.current();
  }

  /**
   * Adds an edit. `plan` may be called twice: on a text to which earlier edits are not applied yet, and, if they may make a
   * difference, on the text with them.
   * @throws what `plan` throws on the text with all edits, CodedError `too-large`
   */
  *attempt(plan: (places: IndexedPlaces) => Work<TrialEdit>): Work<void> {
    if (this.isPending) {
      const edit = yield* this.tryPlan(plan);
      if (edit !== undefined) return this.add(edit);
    }
    this.add(yield* plan(yield* this.places()));
  }

  /** Adds an edit that was planned with the current `places`. */
  write(splices: readonly Splice[]): void {
    if (this.isPending) throw new RangeError('an edit was planned before the one before it was carried out');
    this.pending = [...splices];
  }

  /** Returns all edits as one list for the original text. Cost: O(n log n) in the number of splices. */
  splices(): Splice[] {
    let lists: (readonly Splice[])[] = [...this.lists, this.takePending()];
    while (lists.length > 1) {
      const pairs: Splice[][] = [];
      for (let index = 0; index < lists.length; index += 2) {
        pairs.push(composeSplices(lists[index] ?? [], lists[index + 1] ?? []));
      }
      lists = pairs;
    }
    return [...(lists[0] ?? [])];
  }

  private get isPending(): boolean {
    return this.pending.length > 0 || this.removed.length > 0;
  }

  /** Returns the pending edits, sorted, and clears them. */
  private takePending(): Splice[] {
    const places = this.current();
    // The sort is stable: insertions at the same place keep their order.
    const splices = [...this.pending, ...removeRuns(places, runsOf(places, this.removed))];
    this.pending = [];
    this.removed = [];
    this.written.clear();
    this.appended.clear();
    this.thinned.clear();
    this.lookup = null;
    return splices.toSorted((a, b) => a.start - b.start);
  }

  private current(): IndexedPlaces {
    const { tape, children, places } = this.copy ?? this.source;
    this.lookup ??= new IndexedPlaces(tape, children, places.text);
    return this.lookup;
  }

  private add(edit: TrialEdit): void {
    for (const splice of edit.splices) this.pending.push(splice);
    const { writes, appends, removes } = edit;
    if (writes === null) return;
    const lists = appends === undefined ? this.thinned : this.appended;
    const known = appends === undefined && removes === undefined ? undefined : lists.get(writes.start);
    if (known === undefined) this.written.add(writes);
    if (appends === undefined && removes === undefined) return;
    const keys = known ?? new Set<string>();
    const key = removes?.key ?? appends?.key ?? null;
    if (key !== null) keys.add(key);
    lists.set(writes.start, keys);
    for (const node of removes?.nodes ?? []) this.removed.push(node);
  }

  /** Plans an edit on the text without the pending ones; `undefined` if these may make a difference. */
  private *tryPlan(plan: (places: IndexedPlaces) => Work<TrialEdit>): Work<TrialEdit | undefined> {
    try {
      const edit = yield* plan(this.current());
      const { reads, writes, appends, removes } = edit;
      if (reads.some((range) => this.written.meets(range))) return undefined;
      if (writes === null || !this.written.meets(writes)) return edit;
      const change = appends ?? removes;
      const keys = (appends === undefined ? this.thinned : this.appended).get(writes.start);
      if (change === undefined || keys === undefined) return undefined;
      return change.key !== null && keys.has(change.key) ? undefined : edit;
    } catch (error) {
      if (error instanceof CodedError) return undefined;
      throw error;
    }
  }
}

/** Disjoint ranges, in order. */
class Ranges {
  private readonly ranges: Range[] = [];

  /** Whether a range overlaps one of these. O(log n). */
  meets({ start, end }: Range): boolean {
    const before = this.ranges[this.countBefore(end) - 1];
    return before !== undefined && before.end > start;
  }

  add(range: Range): void {
    this.ranges.splice(this.countBefore(range.start), 0, range);
  }

  clear(): void {
    this.ranges.length = 0;
  }

  /** The number of ranges that start before an offset. */
  private countBefore(offset: number): number {
    return countWhile(this.ranges.length, (range) => (this.ranges[range]?.start ?? 0) < offset);
  }
}
