// Keeps the tape of an NDJSON text up to date while the text as a whole is not valid: each line then is a record, valid or
// broken. After an edit only the lines that it touches are scanned again. The tape is always one of these two:
//
//   valid      what `scan.ts` makes of the whole text: a record may span several lines
//   not valid  what `record-scan.ts` makes of it, line by line
//
// so that it depends only on the text, not on the edits that led to it.

import { ENTRY_BYTES, CLOSING, OPENING, type Tape } from '../tape/tape.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';
import { endOfLine, scanRecords, startOfLine } from './record-scan.ts';
import { patch, rescanAll, type Hull, type Rescan, type RescanContext } from './rescan.ts';
import { bomLength, EXPECT, PART, Scan } from './scan.ts';

/** Scans all lines and replaces the whole tape by the result. @throws CodedError `too-large` */
export function* rescanAllRecords({ tape, children, onReplace }: RescanContext): Work<Rescan> {
  const { memory } = tape;
  const target = (): number => memory.tapeBase + tape.byteLength;
  const start = bomLength(memory.text(0, Math.min(3, memory.size)));
  const { count, broken } = yield* scanRecords(memory, () => target() + ENTRY_BYTES, start, memory.size);
  memory.ensure(target() + (count + 2) * ENTRY_BYTES);
  const at = target() >>> 2;
  const distance = count + 1;
  memory.words.set([start, (distance | OPENING) >>> 0], at);
  memory.words.set([memory.size, (distance | CLOSING) >>> 0], at + distance * 2);
  const removed = tape.count;
  const inserted = count + 2;
  onReplace(0, removed, inserted, target());
  memory.bytes.copyWithin(memory.tapeBase, target(), target() + inserted * ENTRY_BYTES);
  tape.count = inserted;
  tape.broken = broken;
  children.clear();
  return { ok: true, change: { container: -1, first: 0, removed, inserted } };
}

/**
 * Updates the tape after an edit of a text that had broken records. Cost: the lines that the edit touches, plus the text from
 * the first broken record to the place where it is found invalid, which is near.
 * @throws CodedError `too-large`
 */
export function* rescanLines(context: RescanContext, hull: Hull): Work<Rescan> {
  const { tape } = context;
  const { memory } = tape;
  const begin = bomLength(memory.text(0, Math.min(3, memory.size)));
  // The byte order mark was added, changed or removed.
  if (hull.start < 3 || begin !== tape.start(0))
    return (yield* rescanIfValid(context, 0)) ?? (yield* rescanAllRecords(context));
  const start = startOfLine(memory, hull.start, begin);
  const end = endOfLine(memory, hull.end + hull.delta, memory.size);
  const target = (): number => memory.tapeBase + tape.byteLength;
  let scanned = yield* scanRecords(memory, target, start, end);
  const before = tape.broken.filter((offset) => offset < start);
  const behind = tape.broken.filter((offset) => offset >= end - hull.delta).map((offset) => offset + hull.delta);
  const broken = new Uint32Array(before.length + scanned.broken.length + behind.length);
  broken.set(before);
  broken.set(scanned.broken, before.length);
  broken.set(behind, before.length + scanned.broken.length);
  const [first] = broken;
  if (first !== undefined) {
    const whole = yield* rescanIfValid(context, startOfLine(memory, first, begin));
    if (whole !== null) return whole;
    // `rescanIfValid` overwrote the entries that were just scanned.
    scanned = yield* scanRecords(memory, target, start, end);
  }
  const from = Math.max(1, tape.lastAtOrBefore(start - 1) + 1);
  const to = Math.max(from, tape.lastAtOrBefore(end - hull.delta - 1) + 1);
  const made = patch(context, hull, { count: scanned.count, address: target() }, 0, from, to);
  tape.broken = broken;
  return made;
}

/** If the text has become valid, counting records that span several lines, scans all of it; `null` if it is not valid. */
function* rescanIfValid(context: RescanContext, from: number): Work<Rescan | null> {
  if (!(yield* isValidFrom(context.tape, from))) return null;
  const result = yield* rescanAll(context);
  if (!result.ok) return null;
  context.tape.broken = new Uint32Array();
  return result;
}

/** Whether the text from a line's beginning on consists of valid records. */
function* isValidFrom(tape: Tape, from: number): Work<boolean> {
  const { memory } = tape;
  const start = Math.max(from, bomLength(memory.text(0, Math.min(3, memory.size))));
  const scan = Scan.part(memory, tape, start, EXPECT.value, PART.lines);
  for (let limit = start; ;) {
    limit = Math.min(memory.size, Math.max(limit, scan.offset) + SLICE_BYTES);
    const { type } = scan.run(limit, limit === memory.size);
    if (type !== 'more') return type === 'closed';
    yield { done: limit, total: memory.size };
  }
}
