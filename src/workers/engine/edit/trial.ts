// Edits that build on each other, tried out before the document is touched: all together are one list of
// splices, or nothing at all. Each edit says which range of the text it writes and which it reads. As long
// as those of several have nothing in common, they are planned on the same text and carried out at once; an
// edit that meets another's range waits until that is done. The last ones are never carried out here, so
// that a few edits cost no copy.

import { CodedError } from '../../../shared/errors.ts';
import { composeSplices, type Splice } from '../../../shared/document/splice.ts';
import type { NodeIndex } from '../../../shared/units.ts';
import { JsonDocument } from '../document/document.ts';
import { IndexedPlaces } from '../tape/indexed-places.ts';
import type { Range } from '../tape/tape.ts';
import { removeRuns, runsOf } from './removal.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';
import { NOT_VALID } from '../../../shared/texts/documents.ts';
import { countWhile } from '../../../shared/bytes/halving.ts';

/** An edit as it was planned. What its plan went by and what its splices change lies inside these ranges. */
export interface Edit {
  readonly splices: readonly Splice[];
  readonly reads: readonly Range[];
  readonly writes: Range | null;
  /** The edit only adds an item to the end of the container in `writes`, which is not empty; with this key, in an array none. */
  readonly appends?: { readonly key: string | null };
  /** What the edit removes from the object in `writes`: all members with a key. No splices: these are made together. */
  readonly removes?: { readonly key: string; readonly nodes: readonly NodeIndex[] };
}

/** Edits on their way to a document, which itself stays as it is. */
export class Trial {
  private readonly lists: (readonly Splice[])[] = [];
  private readonly source: JsonDocument;
  private copy: JsonDocument | null = null;
  private pending: Splice[] = [];
  private readonly written = new Ranges();
  /** Containers that were only added to, by their starts, and the keys: what else is added stands behind that. */
  private readonly appended = new Map<number, Set<string>>();
  /** Objects that members were only removed from, by their starts, and the keys of these. */
  private readonly thinned = new Map<number, Set<string>>();
  private removed: NodeIndex[] = [];
  /** Good as long as no edit is carried out. */
  private lookup: IndexedPlaces | null = null;

  /** @throws CodedError `invalid-document` */
  constructor(source: JsonDocument) {
    if (!source.isWhole) {
      throw new CodedError('invalid-document', NOT_VALID.toPatch, source.error?.place ?? null);
    }
    this.source = source;
  }

  /** Looks places up in the text with all edits so far; good until the next call. @throws CodedError `too-large` */
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
   * Adds an edit. `plan` may be asked twice: on a text in which some edits before it are not carried out
   * yet, and again on the right one where that made a difference.
   * @throws what `plan` throws on the right text, CodedError `too-large`
   */
  *attempt(plan: (places: IndexedPlaces) => Work<Edit>): Work<void> {
    if (this.isPending) {
      const edit = yield* this.tryPlan(plan);
      if (edit !== undefined) return this.add(edit);
    }
    this.add(yield* plan(yield* this.places()));
  }

  /** Adds an edit that was planned with the `places` of now. */
  write(splices: readonly Splice[]): void {
    if (this.isPending) throw new RangeError('an edit was planned before the one before it was carried out');
    this.pending = [...splices];
  }

  /** All edits as one list, for the document's text as it is. Cost: n log n in the number of splices. */
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

  /** The edits that are not carried out yet, sorted. */
  private takePending(): Splice[] {
    const places = this.current();
    // What was put in at one place keeps its order.
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

  private add(edit: Edit): void {
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

  /** `undefined` where edits that are not carried out yet may make a difference. */
  private *tryPlan(plan: (places: IndexedPlaces) => Work<Edit>): Work<Edit | undefined> {
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

/** Ranges that have nothing in common, in order. */
class Ranges {
  private readonly ranges: Range[] = [];

  /** Whether a range has bytes in common with one of these. O(log n). */
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

  /** How many start before an offset. */
  private countBefore(offset: number): number {
    return countWhile(this.ranges.length, (range) => (this.ranges[range]?.start ?? 0) < offset);
  }
}

/** A second document with the same text and tape. No scan, but room for both. */
function* copyDocument(source: JsonDocument): Work<JsonDocument> {
  const copy = new JsonDocument(source.memory.module, source.size, source.dialect);
  for (let start = 0; start < source.size; start += SLICE_BYTES) {
    copy.appendIndexed(source.memory.text(start, Math.min(source.size, start + SLICE_BYTES)), new Uint32Array());
    yield { done: start, total: source.size };
  }
  const first = source.tape.wordBase;
  copy.appendIndexed(new Uint8Array(), source.memory.words.subarray(first, first + source.tape.count * 2));
  copy.completeIndexed();
  return copy;
}
