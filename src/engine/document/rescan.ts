// After an edit, produces the tape that a scan from scratch would, at a cost near the edit's size. The scan starts at the last
// place before the edit where its state is known, directly inside the innermost container whose brackets the edit left alone.
// It ends where it meets the old tape: at a child after the edit, at the same nesting. The entries in between are replaced,
// those after it are moved.
//
//   old text    [ 10 , 20 , 30 , 40 ]          edit: 20 → 2,0
//                       ^^ first replaced, the scan starts here
//   new text    [ 10 , 2,0 , 30 , 40 ]
//                            ^^ the old tape continues here: two entries instead of one
//
// Until that point is found the old tape stays unchanged; if the new text is invalid, it is retained.

import type { Children } from '../tape/children.ts';
import { EXPECT, PART, Scan, type ScanError, type ScanStatus } from './scan.ts';
import { ENTRY_BYTES, kindOf, LINK_MASK, type Tape, type TapeText } from '../tape/tape.ts';
import type { Places } from '../tape/places.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';

/**
 * The difference between the text of the tape and the current text: one range of the former, and by how much it is longer now.
 */
export interface Hull {
  readonly start: number;
  readonly end: number;
  readonly delta: number;
}

/**
 * How the tape changed: at `first`, directly inside `container`, `removed` entries were replaced by `inserted` ones.
 * `container` is -1 if the whole tape was replaced.
 */
export interface TapeChange {
  readonly container: number;
  readonly first: number;
  readonly removed: number;
  readonly inserted: number;
}

/** The result of a rescan. */
export type Rescan =
  | { readonly ok: true; readonly change: TapeChange }
  | { readonly ok: false; readonly error: ScanError; readonly open: boolean };

/** A tape and the structures that depend on it. `old` is the text that the tape was made for. */
export interface RescanContext {
  readonly tape: Tape;
  readonly children: Children;
  readonly places: Places;
  readonly old: TapeText;
  /** Called before `removed` entries from `first` on are replaced by the `inserted` ones at `address`. */
  onReplace(first: number, removed: number, inserted: number, address: number): void;
}

/**
 * Brings a tape up to date with the text in its memory.
 * @throws CodedError `too-large`; the tape is unchanged then
 */
export function* rescan(context: RescanContext, hull: Hull): Work<Rescan> {
  for (let container = enclosing(context, hull); container >= 0; container = context.places.parent(container)) {
    const result = yield* rescanInside(context, hull, container);
    if (result !== 'closed elsewhere') return result;
  }
  return shiftAll(context, hull) ?? (yield* rescanAll(context));
}

/**
 * Handles an edit of nothing but white space before or after the root by shifting the entries; `null` for any other edit. Cost:
 * that white space, plus one pass over the starts if it is before the root.
 */
function shiftAll({ tape }: RescanContext, hull: Hull): Rescan | null {
  if (tape.count === 0 || !tape.isOpening(0) || tape.bracketLength(0) === 0) return null;
  const { memory } = tape;
  const end = tape.start(tape.closing(0)) + 1;
  // The rows don't change either: reports the closing bracket, which has no row, as replaced by itself.
  const unchanged: Rescan = { ok: true, change: { container: 0, first: tape.count - 1, removed: 1, inserted: 1 } };
  if (hull.start >= end) return isBlank(memory.text(end)) ? unchanged : null;
  if (hull.end > tape.start(0) || !isBlank(memory.text(0, tape.start(0) + hull.delta))) return null;
  memory.passes.shift(memory.tapeBase, 0, tape.count, hull.delta);
  return unchanged;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}

/** The innermost container whose brackets are outside the hull; -1 if there is none. */
function enclosing({ tape, places }: RescanContext, hull: Hull): number {
  const entry = tape.lastAtOrBefore(hull.start - 1);
  if (entry < 0) return -1;
  const around = places.steps(entry).map((step) => step.container);
  if (tape.isOpening(entry)) around.push(entry);
  const inside = (container: number): boolean =>
    tape.start(container) + tape.bracketLength(container) <= hull.start &&
    tape.start(tape.closing(container)) >= hull.end;
  return around.findLast(inside) ?? -1;
}

function* rescanInside(context: RescanContext, hull: Hull, container: number): Work<Rescan | 'closed elsewhere'> {
  const { tape, children, places, old } = context;
  const { memory } = tape;
  const close = tape.closing(container);
  const object = places.kind(container) === 'object';
  const isLines = tape.bracketLength(container) === 0;

  // Where to start: after the last child that ends before the edit, or at the child that the edit touches.
  const before = tape.lastAtOrBefore(hull.start - 1);
  let first = container + 1;
  let offset = tape.start(container) + tape.bracketLength(container);
  let expect: number = isLines ? EXPECT.value : object ? EXPECT.firstKey : EXPECT.firstValue;
  if (before > container) {
    const { child } = children.containing(container, before);
    const { start, end } = places.range(child);
    const ended = end < hull.start || (end === hull.start && !isOpenEnded(old.byteAt(start)));
    first = ended ? tape.next(child) : child;
    offset = ended ? end : start;
    expect = ended ? EXPECT.after : EXPECT.value;
  }
  // Where the old tape may continue: at the first child that starts after the edit, or a later one.
  const last = tape.lastAtOrBefore(hull.end - 1);
  let resume = last > container ? tape.next(children.containing(container, last).child) : container + 1;
  if (resume < first) resume = first;

  const scan = Scan.part(memory, tape, offset, expect, isLines ? PART.lines : object ? PART.object : PART.array);
  for (let limit = offset; ;) {
    const target = resume < close ? tape.start(resume) + hull.delta : -1;
    scan.stopAt(target < 0 ? 0xffffffff : target);
    limit = Math.min(memory.size, Math.max(limit, scan.offset) + SLICE_BYTES);
    const status: ScanStatus = scan.run(limit, limit === memory.size);
    if (status.type === 'failed') return { ok: false, error: status.error, open: true };
    if (status.type === 'stopped') {
      if (scan.offset === target) return patch(context, hull, scan, container, first, resume);
      while (resume < close && tape.start(resume) + hull.delta < scan.offset) resume = tape.next(resume);
    }
    if (status.type === 'closed') {
      return scan.offset === tape.start(close) + hull.delta
        ? patch(context, hull, scan, container, first, close)
        : 'closed elsewhere';
    }
    yield { done: limit, total: memory.size };
  }
}

/** Whether text that is added directly after a value may continue it, as with a number or a literal. */
function isOpenEnded(firstByte: number): boolean {
  return kindOf(firstByte) !== 'string' && firstByte !== 0x7b && firstByte !== 0x5b;
}

/** Replaces the entries from `first` to `resume` by those of a finished partial scan. */
export function patch(
  context: RescanContext,
  hull: Hull,
  scan: Pick<Scan, 'count' | 'address'>,
  container: number,
  first: number,
  resume: number,
): Rescan {
  const { tape, children, places } = context;
  const { memory } = tape;
  const inserted = scan.count;
  const removed = resume - first;
  const delta = inserted - removed;
  const size = inserted * ENTRY_BYTES;
  memory.ensure(scan.address + size + Math.max(0, delta) * ENTRY_BYTES);
  context.onReplace(first, removed, inserted, scan.address);
  const around = [...places.steps(container).map((step) => step.container), container];
  if (delta !== 0) {
    for (const entry of around) {
      const close = tape.closing(entry);
      addToLink(tape, entry, delta);
      addToLink(tape, close, delta);
    }
  }
  // The new entries are directly after the tape. All moves are inside this memory, whose pages are already mapped: a copy
  // elsewhere would cost as much as the scan.
  const { bytes } = memory;
  const base = memory.tapeBase;
  const moveBehind = (): void => {
    const from = base + resume * ENTRY_BYTES;
    bytes.copyWithin(base + (first + inserted) * ENTRY_BYTES, from, base + tape.count * ENTRY_BYTES);
  };
  let made = scan.address;
  if (delta > 0) {
    bytes.copyWithin(made + delta * ENTRY_BYTES, made, made + size);
    made += delta * ENTRY_BYTES;
    moveBehind();
  }
  bytes.copyWithin(base + first * ENTRY_BYTES, made, made + size);
  if (delta < 0) moveBehind();
  tape.count += delta;
  if (hull.delta !== 0) memory.passes.shift(base, first + inserted, tape.count, hull.delta);
  children.mapThrough(container, first, removed, inserted);
  return { ok: true, change: { container, first, removed, inserted } };
}

function addToLink(tape: Tape, entry: number, delta: number): void {
  const { words } = tape.memory;
  const at = tape.wordBase + entry * 2 + 1;
  const link = words[at] ?? 0;
  words[at] = ((link & ~LINK_MASK) | ((link & LINK_MASK) + delta)) >>> 0;
}

/** Scans the whole text to memory after the old tape, and replaces that if the text is valid. */
export function* rescanAll({ tape, children, onReplace }: RescanContext): Work<Rescan> {
  const { memory } = tape;
  const scan = Scan.aside(memory, tape);
  for (let limit = 0; ;) {
    limit = Math.min(memory.size, Math.max(limit, scan.offset) + SLICE_BYTES);
    const status = scan.run(limit, limit === memory.size);
    if (status.type === 'failed') return { ok: false, error: status.error, open: scan.count > 0 };
    if (status.type === 'done') break;
    yield { done: limit, total: memory.size };
  }
  const removed = tape.count;
  const inserted = scan.count;
  onReplace(0, removed, inserted, scan.address);
  memory.bytes.copyWithin(memory.tapeBase, scan.address, scan.address + inserted * ENTRY_BYTES);
  tape.count = inserted;
  children.clear();
  return { ok: true, change: { container: -1, first: 0, removed, inserted } };
}
