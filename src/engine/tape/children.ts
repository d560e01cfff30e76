// The children of containers by position. A small container is walked each time. One with more than about a thousand children
// gets a checkpoint at every 1,024th when it is first queried, so that "the 4,999,999th", "at which position", "how many" and
// "in which child" never walk over all the siblings again.

import { countBelow } from '../../shared/bytes/binary-search.ts';
import { fetchEntries } from './prefetch.ts';
import type { Tape, TapeMemory } from './tape.ts';

const STEP = 1024;

/** Checkpoints of one container: the entry of every 1,024th child, and the number of children. */
interface Checkpoints {
  readonly entries: Uint32Array;
  /** `UNCOUNTED` if the children after the last checkpoint have changed. */
  readonly count: number;
}

const UNCOUNTED = -1;

/** The position of a value in its container: the child's entry, and its index. */
export interface Position {
  readonly child: number;
  readonly ordinal: number;
}

/** Looks up children in one tape. Call `follow` after each change of the tape. */
export class Children {
  private readonly large = new Map<number, Checkpoints>();

  constructor(private readonly tape: Tape<TapeMemory>) {}

  /** The number of children of a container. */
  count(container: number): number {
    const known = this.large.get(container);
    if (known !== undefined) return this.index(container).count;
    const close = this.tape.closing(container);
    let count = 0;
    for (let child = container + 1; child < close; child = this.tape.next(child)) {
      count += 1;
      if (count > STEP) return this.index(container).count;
    }
    return count;
  }

  /** The entry of the child at a position; -1 if there is none. */
  nth(container: number, ordinal: number): number {
    if (ordinal < 0) return -1;
    const close = this.tape.closing(container);
    const known = ordinal < STEP ? this.large.get(container) : this.index(container);
    let child = container + 1;
    let left = ordinal;
    if (known !== undefined) {
      if (known.count !== UNCOUNTED && ordinal >= known.count) return -1;
      const at = Math.floor(ordinal / STEP);
      child = known.entries[at] ?? close;
      left -= at * STEP;
    }
    while (left > 0 && child < close) {
      child = this.tape.next(child);
      left -= 1;
    }
    return child < close ? child : -1;
  }

  /** The child of `container` that is `entry` or contains it. */
  containing(container: number, entry: number): Position {
    let child = container + 1;
    let ordinal = 0;
    const known = this.large.get(container);
    if (known !== undefined) {
      ordinal = lastAtOrBefore(known.entries, entry) * STEP;
      child = known.entries[ordinal / STEP] ?? child;
    }
    for (let step = 0; ; step += 1) {
      const next = this.tape.next(child);
      if (next > entry) return { child, ordinal };
      child = next;
      ordinal += 1;
      if (step > STEP && (known === undefined || known.count === UNCOUNTED)) {
        this.index(container);
        return this.containing(container, entry);
      }
    }
  }

  /**
   * Updates the checkpoints after a change of the tape: at `first`, inside `container`, `removed` entries were replaced by
   * `inserted` ones.
   */
  mapThrough(container: number, first: number, removed: number, inserted: number): void {
    const delta = inserted - removed;
    const behind = first + removed;
    const kept = [...this.large].filter(([entry]) => entry < first || entry >= behind);
    this.large.clear();
    for (const [entry, { entries, count }] of kept) {
      if (entry === container) {
        // Checkpoints before the change are still right. Otherwise typing at the end of five million children would recount
        // them with each keystroke.
        const before = countBelow(entries, first);
        if (before > 0) this.large.set(entry, { entries: entries.subarray(0, before), count: UNCOUNTED });
        continue;
      }
      if (delta !== 0) {
        for (let at = countBelow(entries, behind); at < entries.length; at += 1)
          entries[at] = (entries[at] ?? 0) + delta;
      }
      this.large.set(entry >= behind ? entry + delta : entry, { entries, count });
    }
  }

  /** Removes all checkpoints. */
  clear(): void {
    this.large.clear();
  }

  private index(container: number): Checkpoints {
    const known = this.large.get(container);
    if (known !== undefined && known.count !== UNCOUNTED) return known;
    const { tape } = this;
    const close = tape.closing(container);
    const found = Array.from(known?.entries ?? []);
    const from = found.pop() ?? container + 1;
    let count = found.length * STEP;
    let fetched = 0;
    for (let child = from; child < close; child = tape.next(child)) {
      if (child >= fetched) fetched = fetchEntries(tape, child, close);
      if (count % STEP === 0) found.push(child);
      count += 1;
    }
    const made = { entries: Uint32Array.from(found), count };
    this.large.set(container, made);
    return made;
  }
}

function lastAtOrBefore(entries: Uint32Array, entry: number): number {
  return Math.max(0, countBelow(entries, entry + 1) - 1);
}
