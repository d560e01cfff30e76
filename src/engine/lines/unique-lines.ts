// Removes lines that equal an earlier line, byte for byte. The first of them stays where it is.

import type { Selection } from '../../shared/protocol/selection.ts';
import type { JsonDocument } from '../document/document.ts';
import { blocksOrAll, eachLine, wouldJoinLineEnds } from './line-blocks.ts';
import type { LinesPlan } from './lines-plan.ts';
import { TEXT_BASE } from '../base/memory.ts';
import { SpliceList } from '../base/splice-list.ts';
import { SelectionTracker } from '../base/selection-tracking.ts';
import type { Work } from '../base/work.ts';

const LF = Uint8Array.of(10);
const NOTHING = new Uint8Array();
const PRIME = 0x01000193;

/** Keeps the first of equal lines of each selection, or of all lines if only one is selected. Cost: their bytes. */
export function* uniqueLines(document: JsonDocument, spans: Selection): Work<LinesPlan> {
  const list = new SpliceList(document.memory);
  const tracker = new SelectionTracker(spans, true);
  for (const block of blocksOrAll(document, spans).blocks) {
    const seen = new LineSet();
    /** The end of the last line to be kept, and of the last line read. */
    let [kept, last] = [TEXT_BASE + block.start, TEXT_BASE + block.start];
    const cut = (): void => {
      if (kept === last) return;
      // An empty line between a lone CR and an LF needs another LF, or the two would become one line end.
      const insert = wouldJoinLineEnds(document.memory, kept, last) ? LF : NOTHING;
      tracker.edit(kept - TEXT_BASE, last - TEXT_BASE, insert.length);
      list.add(kept - TEXT_BASE, last - TEXT_BASE, insert);
    };
    yield* eachLine(document.memory, block, (bytes, start, end) => {
      if (seen.add(bytes, start, end)) {
        cut();
        kept = end;
      }
      last = end;
    });
    cut();
  }
  return { splices: list.finish(), spans: tracker.finish() };
}

/** A set of lines: an open-addressing hash table of their bounds, with 24 to 48 bytes per distinct line. */
class LineSet {
  private starts = new Uint32Array(1024);
  private ends = new Uint32Array(1024);
  private hashes = new Uint32Array(1024);
  private count = 0;

  /** Adds a line. Returns whether no equal line was added before. */
  add(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.count * 2 >= this.ends.length) this.grow();
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), PRIME);
    const slot = this.slotOf(hash >>> 0, (from, to) => isSame(bytes, from, to, start, end));
    if (this.ends[slot] !== 0) return false;
    this.put(slot, start, end, hash >>> 0);
    this.count += 1;
    return true;
  }

  private put(slot: number, start: number, end: number, hash: number): void {
    this.starts[slot] = start;
    this.ends[slot] = end;
    this.hashes[slot] = hash;
  }

  /**
   * The slot of a line, or the free slot for it. Free slots have the end 0, at which no line ends because the text starts at a
   * higher address.
   */
  private slotOf(hash: number, isIt: (start: number, end: number) => boolean): number {
    const mask = this.ends.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const end = this.ends[slot] ?? 0;
      if (end === 0) return slot;
      if (this.hashes[slot] === hash && isIt(this.starts[slot] ?? 0, end)) return slot;
    }
  }

  private grow(): void {
    const { starts, ends, hashes } = this;
    const length = ends.length * 2;
    this.starts = new Uint32Array(length);
    this.ends = new Uint32Array(length);
    this.hashes = new Uint32Array(length);
    for (let index = 0; index < ends.length; index += 1) {
      const hash = hashes[index] ?? 0;
      if (ends[index] !== 0)
        this.put(
          this.slotOf(hash, () => false),
          starts[index] ?? 0,
          ends[index] ?? 0,
          hash,
        );
    }
  }
}

function isSame(bytes: Uint8Array, from: number, to: number, start: number, end: number): boolean {
  if (to - from !== end - start) return false;
  let at = start;
  while (at < end && bytes[from + at - start] === bytes[at]) at += 1;
  return at === end;
}
