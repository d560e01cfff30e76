// One document: its text, its tape, and everything derived from them. Only `apply`, and `append` while loading, change bytes;
// `settle` then brings the tape up to date. Between the two, and while the text is invalid, the tape refers to the last valid
// text, which is read through a map (`old-text.ts`).

import type { Dialect } from '../../shared/document/dialect.ts';
import { hasCode, type CodedError } from '../../shared/errors.ts';
import { ChangeMap, lengthDelta } from '../../shared/document/changes.ts';
import { composeSplices } from '../../shared/document/splice-lists.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { arrange, arrangementOf, arranged, invertArrangement, type ItemOrder } from './arrangement.ts';
import { Children } from '../tape/children.ts';
import { splitOffsets } from './expansion-after-edit.ts';
import { Folds } from './folds.ts';
import { FrozenText } from './frozen-text.ts';
import { Lines } from './lines.ts';
import { DocumentMemory, TEXT_BASE } from '../base/memory.ts';
import { OldText } from './old-text.ts';
import { Places } from '../tape/places.ts';
import { type Range, LiveText, Tape, type TapeText } from '../tape/tape.ts';
import { scanRecord } from './record-scan.ts';
import { rescanAllRecords, rescanLines } from './rescan-records.ts';
import { type CarriedStarts, NOTHING_CARRIED } from './row-filter.ts';
import { touchedBy } from './shown-after-edit.ts';
import { rescan, type Hull, type Rescan, type RescanContext } from './rescan.ts';
import { TreeRows } from './tree-rows.ts';
import { Scan, type ScanStatus } from './scan.ts';
import { syntaxError } from './syntax.ts';
import { applySplices } from './apply-splices.ts';
import { finish, SLICE_BYTES, type Work } from '../base/work.ts';

/** `unknown`: bytes are still arriving, or an edit has not been checked yet. */
export type Validity = 'unknown' | 'valid' | 'invalid';

/** Above this many splices in a list, lines are recounted instead of updated splice by splice. */
const MANY_SPLICES = 256;

/** The text, the tape and the rows of one document, in one memory. */
export class JsonDocument {
  readonly memory: DocumentMemory;
  readonly tape: Tape;
  readonly lines: Lines;
  readonly children: Children;
  readonly rows: TreeRows;
  readonly folds: Folds;
  validity: Validity = 'unknown';
  /** The first error, when `validity` is `invalid`. */
  error: CodedError | null = null;
  private readonly frozen = new Set<FrozenText>();
  /** The splices that lead from the current text back to the text of the tape; `null` if they are the same. */
  private back: Splice[] | null = null;
  /** The map of `back`; `null` until it is needed. */
  private knownBackMap: ChangeMap | null = null;
  /** The moves since the tape was last up to date; `null` unless a single write did nothing but move items of a container. */
  private arrangement: ItemOrder | null = null;
  private old: TapeText;
  private readonly live: TapeText;
  private opening: Scan | null = null;
  /** The starts of expanded containers whose entries are replaced, in the text of the tape. */
  private replaced: Uint32Array = new Uint32Array();
  private lost: Uint32Array = new Uint32Array();
  /** The starts of what the filter of the rows shows among the entries that are replaced, in the text of the tape. */
  private filtered: CarriedStarts = NOTHING_CARRIED;
  /** By how many values the tape has grown. */
  private grown = 0;
  /** Whether the links of the new entries differ from those of the entries that they replaced. */
  private isReshaped = false;

  /** Creates an empty document with room for `expectedSize` bytes. @throws CodedError `too-large` */
  constructor(
    module: WebAssembly.Module,
    expectedSize: number,
    readonly dialect: Dialect = 'json',
  ) {
    this.memory = new DocumentMemory(module, expectedSize);
    this.tape = new Tape(this.memory, dialect);
    this.lines = new Lines(this.memory);
    this.children = new Children(this.tape);
    this.rows = new TreeRows(this.tape);
    this.folds = new Folds(this.lines);
    this.live = new LiveText(this.memory);
    this.old = this.live;
  }

  get size(): number {
    return this.memory.size;
  }

  /** Keeps the current text readable while the document changes. Its `end` must be called. */
  freezeText(): FrozenText {
    return new FrozenText(this.live, this.frozen);
  }

  /** Whether the tape belongs to the current text. */
  get isLive(): boolean {
    return this.tape.count > 0 && this.back === null;
  }

  /** Whether the tape belongs to the current text and that is valid, without broken records. */
  get isWhole(): boolean {
    return this.isLive && this.tape.broken.length === 0;
  }

  /** The ranges changed since the tape was last up to date, in bytes of the current text; sorted. */
  get changes(): readonly Range[] {
    return (this.back ?? []).map(({ start, end }) => ({ start, end }));
  }

  /** Maps an offset of the current text to the text of the tape; an offset in inserted text maps to the place of insertion. */
  oldOffset(offset: number): number {
    return this.backMap.mapOffset(offset, 'after', 'to-start');
  }

  /** Looks up places in the tape and the text it was made for. */
  get places(): Places {
    return new Places(this.tape, this.children, this.old);
  }

  /**
   * Adds bytes at the end while a document is loading, and scans as far as possible. `chunk` is copied.
   * @throws CodedError `too-large`
   */
  append(chunk: Uint8Array): void {
    const start = this.memory.size;
    this.memory.ensureText(start + chunk.length, this.opening === null ? 0 : this.opening.count * 8);
    this.memory.bytes.set(chunk, TEXT_BASE + start);
    this.memory.size = start + chunk.length;
    this.lines.append(start);
    if (this.validity !== 'unknown') return;
    // Waits for three bytes: they may be a byte order mark.
    if (this.opening === null && this.memory.size < 3) return;
    this.opening ??= Scan.whole(this.memory, this.dialect);
    this.scanOpening(this.opening, false);
  }

  /**
   * Adds bytes whose values are known; `entries` are the words of their tape entries. Both are copied. `completeIndexed` must
   * follow.
   * @throws CodedError `too-large`
   */
  appendIndexed(chunk: Uint8Array, entries: Uint32Array): void {
    const { memory, tape } = this;
    const start = memory.size;
    memory.ensureText(start + chunk.length, tape.byteLength);
    memory.ensure(memory.tapeBase + tape.byteLength + entries.byteLength);
    memory.bytes.set(chunk, TEXT_BASE + start);
    memory.size = start + chunk.length;
    this.lines.append(start);
    memory.words.set(entries, tape.wordBase + tape.count * 2);
    tape.count += entries.length / 2;
  }

  /** Called when all bytes and entries have been added: the document is valid. */
  completeIndexed(): void {
    this.validity = 'valid';
    this.rows.reset();
  }

  /** Called when all bytes have been added. Afterwards the document is valid or has an error. */
  complete(): void {
    this.opening ??= Scan.whole(this.memory, this.dialect);
    if (this.validity === 'unknown') this.scanOpening(this.opening, true);
    this.opening = null;
  }

  /** Whether the scan of a document that is being loaded has already failed. */
  get hasFailed(): boolean {
    return this.validity === 'invalid';
  }

  /**
   * Changes the text; `settle` must follow. Returns the splices that revert the change.
   * @throws CodedError `too-large`, before anything is changed
   */
  apply(splices: readonly Splice[]): Splice[] {
    const wasEmpty = this.size === 0;
    const hasFolds = !this.folds.isEmpty || this.folds.isNarrowed;
    const lineCount = !hasFolds ? 0 : this.lines.lineCount;
    const arrangement = arrangementOf(splices);
    const inverse = applySplices(this.memory, splices, this.tape.byteLength);
    for (const text of this.frozen) text.change(inverse);
    this.arrangement = this.isLive && this.tape.broken.length === 0 ? arrangement : null;
    if (wasEmpty || splices.length > MANY_SPLICES) {
      this.lines.restart();
    } else {
      for (const [index, { start, end, insert }] of splices.entries()) {
        this.lines.splice(inverse[index]?.start ?? start, end - start, insert.length);
      }
    }
    if (hasFolds) this.folds.mapThrough(splices, this.lines.lineCount - lineCount);
    if (this.tape.count > 0) {
      this.back = this.back === null ? inverse : composeSplices(inverse, this.back);
      this.knownBackMap = null;
      this.old = new OldText(this.live, this.back);
    }
    this.validity = 'unknown';
    this.error = null;
    return arrangement === null ? inverse : inverse.map((splice) => arranged(splice, invertArrangement(arrangement)));
  }

  /** Brings the tape up to date with the text. Can be cancelled and started again. */
  *settle(): Work<void> {
    if (this.validity !== 'unknown') return;
    this.replaced = new Uint32Array();
    this.lost = new Uint32Array();
    this.filtered = NOTHING_CARRIED;
    this.grown = 0;
    this.isReshaped = false;
    if (this.back?.length === 0) {
      // The edits have been undone: the tape is up to date as it is.
      return yield* this.finishSettling();
    }
    if (this.arrangement !== null) {
      yield* arrange(this.tape, this.children, this.rows, this.arrangement);
      return yield* this.finishSettling();
    }
    const result = yield* this.bringUpToDate();
    if (!result.ok) {
      this.validity = 'invalid';
      this.error = syntaxError(this, result.error, result.open);
      return;
    }
    const { kept, gone } = splitOffsets(this.replaced, this.backMap.inverse);
    this.lost = gone;
    const { container, first, removed, inserted } = result.change;
    if (container < 0) this.rows.reset();
    else if (removed !== 1 || inserted !== 1 || this.tape.isOpening(first) || this.rows.isExpanded(first)) {
      this.rows.replaceEntries(first, removed, inserted, this.isReshaped);
    }
    this.rows.expandStarts(kept);
    const { back, backMap } = this;
    yield* this.finishSettling();
    if (this.rows.narrowing !== null) this.followFilter(back ?? [], backMap.inverse);
  }

  private followFilter(back: readonly Splice[], map: ChangeMap): void {
    const { shown, own, before } = this.filtered;
    const keep = (starts: Uint32Array): Uint32Array => splitOffsets(starts, map).kept;
    const kept = { shown: keep(shown), own: keep(own), before: keep(before) };
    this.rows.filterAfterEdit(kept, touchedBy(this.places, back), this.grown);
  }

  /**
   * Called after `complete`. If some records of an NDJSON text are not valid, builds a tape of all records, with the broken
   * ones listed in `tape.broken`. Does nothing for any other document.
   */
  *recoverRecords(): Work<void> {
    if (this.dialect !== 'ndjson' || this.tape.count > 0 || this.error?.code !== 'syntax') return;
    yield* rescanAllRecords(this.context());
    this.rows.reset();
    yield* this.finishSettling();
  }

  /** Builds the tape of the current text, if it has one. */
  private *bringUpToDate(): Work<Rescan> {
    if (this.tape.broken.length > 0) return yield* rescanLines(this.context(), this.hull());
    const result = this.tape.count === 0 ? yield* this.scanFirst() : yield* rescan(this.context(), this.hull());
    return result.ok || this.dialect !== 'ndjson' ? result : yield* rescanAllRecords(this.context());
  }

  /** The tape now belongs to the current text: updates `validity` and `error`. */
  private *finishSettling(): Work<void> {
    this.back = null;
    this.knownBackMap = null;
    this.old = this.live;
    const { tape, memory } = this;
    const [first] = tape.broken;
    if (first === undefined) {
      this.validity = 'valid';
      this.error = null;
      return;
    }
    const { end } = this.places.range(Math.max(1, tape.lastAtOrBefore(first - 1) + 1));
    const error = yield* scanRecord(memory, () => memory.tapeBase + tape.byteLength, first, end);
    if (typeof error === 'number') throw new RangeError(`record at ${first} has ${error} entries, expected an error`);
    this.validity = 'invalid';
    this.error = syntaxError(this, error, true);
  }

  /**
   * Returns where the expanded containers started that were removed by edits since the last valid text, in that text. Call it
   * once after `settle`: it clears the list.
   */
  takeRemovedExpansion(): Uint32Array {
    const { lost } = this;
    this.lost = new Uint32Array();
    return lost;
  }

  /** Gives up bringing the tape up to date, with `error` as the reason. */
  refuse(error: CodedError): void {
    this.validity = 'invalid';
    this.error = error;
  }

  /** Checks every invariant. For tests. @throws RangeError */
  check(): void {
    this.lines.check();
    if (this.tape.count === 0) return;
    this.rows.check();
    const fresh = new JsonDocument(this.memory.module, this.old.size, this.dialect);
    fresh.append(this.old.slice(0, this.old.size));
    fresh.complete();
    finish(fresh.recoverRecords());
    if (fresh.tape.count !== this.tape.count)
      throw new RangeError(`${this.tape.count} entries, expected ${fresh.tape.count}`);
    if (fresh.tape.broken.join() !== this.tape.broken.join())
      throw new RangeError(`broken records at ${this.tape.broken.join()}, expected ${fresh.tape.broken.join()}`);
    for (let entry = 0; entry < this.tape.count; entry += 1) {
      const [start, link] = [this.tape.start(entry), this.tape.link(entry)];
      if (start !== fresh.tape.start(entry) || link !== fresh.tape.link(entry)) {
        throw new RangeError(
          `entry ${entry} is ${start}/${link}, expected ${fresh.tape.start(entry)}/${fresh.tape.link(entry)}`,
        );
      }
    }
  }

  private context(): RescanContext {
    return {
      tape: this.tape,
      children: this.children,
      places: this.places,
      old: this.old,
      onReplace: (first, removed, inserted, address) => {
        // If the same containers are at the same positions, the rows stay as they are.
        this.isReshaped = removed !== inserted || !isSameShape(this.tape, first, removed, address);
        if (this.isReshaped) this.replaced = this.rows.expandedStarts(first, first + removed);
        if (this.rows.narrowing === null) return;
        if (this.isReshaped) this.filtered = this.rows.filterStarts(first, first + removed);
        const { words } = this.tape.memory;
        this.grown =
          valuesAmong(words, address >>> 2, inserted) - valuesAmong(words, this.tape.wordBase + first * 2, removed);
      },
    };
  }

  /** Maps the current text to the text of the tape. */
  private get backMap(): ChangeMap {
    this.knownBackMap ??= ChangeMap.of(this.back ?? []);
    return this.knownBackMap;
  }

  /** The smallest range of the tape's text outside which the current text is the same. */
  private hull(): Hull {
    const back = this.back ?? [];
    const first = back[0];
    const last = back.at(-1);
    const delta = -lengthDelta(back);
    return { start: first?.start ?? 0, end: (last?.end ?? 0) - delta, delta };
  }

  /** Scans a text that has never had a tape. */
  private *scanFirst(): Work<Rescan> {
    const scan = Scan.whole(this.memory, this.dialect);
    for (let limit = 0; ;) {
      limit = Math.min(this.size, Math.max(limit, scan.offset) + SLICE_BYTES);
      const status = scan.run(limit, limit === this.size);
      if (status.type === 'failed') return { ok: false, error: status.error, open: scan.count > 0 };
      if (status.type === 'done') {
        this.tape.count = scan.count;
        this.children.clear();
        return { ok: true, change: { container: -1, first: 0, removed: 0, inserted: scan.count } };
      }
      yield { done: limit, total: this.size };
    }
  }

  /** Scans the bytes that have arrived. If the index does not fit in memory, the text is still kept, without a tree. */
  private scanOpening(scan: Scan, final: boolean): void {
    try {
      this.take(scan.run(this.memory.size, final), scan);
    } catch (error) {
      if (!hasCode(error, 'too-large')) throw error;
      this.refuse(error);
    }
  }

  private take(status: ScanStatus, scan: Scan): void {
    if (status.type === 'failed') {
      this.validity = 'invalid';
      this.error = syntaxError(this, status.error, scan.count > 0);
    } else if (status.type === 'done') {
      this.validity = 'valid';
      this.tape.count = scan.count;
      this.rows.reset();
    }
  }
}

/** The number of values among `count` entries that begin at a word. */
function valuesAmong(words: Uint32Array, at: number, count: number): number {
  let values = 0;
  for (let entry = 0; entry < count; entry += 1) values += 1 - ((words[at + entry * 2 + 1] ?? 0) >>> 31);
  return values;
}

/**
 * Whether `count` entries from `first` on have the same links as those at an address in memory: the same containers and
 * lengths.
 */
function isSameShape({ memory, wordBase }: Tape, first: number, count: number, address: number): boolean {
  const { words } = memory;
  const [here, there] = [wordBase + first * 2 + 1, address / 4 + 1];
  for (let at = 0; at < count * 2; at += 2) if (words[here + at] !== words[there + at]) return false;
  return true;
}
