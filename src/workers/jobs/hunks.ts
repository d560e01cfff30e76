// Groups the changes of a text for display: changes close together on one line form a hunk, with a little of the surrounding
// text, before and after.

import { SHOWN_HUNKS, type HunkPart, type RepairHunk, type RepairPlan } from '../../shared/protocol/repair.ts';
import type { TextDifference } from './difference.ts';

/** Changes on one line that are further apart, in UTF-16 units, are in separate hunks. */
const APART = 60;
/** A hunk of this length is not extended. */
const MAX_HUNK_LENGTH = 300;
/** Units shown around a change, and of a long part. */
const AROUND = 32;
const MAX_PART_LENGTH = 120;
const LINE_END = /\r\n|\r|\n/g;

/**
 * Groups changes, which are in order, into hunks; the first ones in full. Cost: the text up to the last hunk shown, and the
 * changes.
 */
export function hunksOf(
  changes: readonly TextDifference[],
  before: string,
  after: string,
): Pick<RepairPlan, 'hunks' | 'hunkCount'> {
  const hunks: RepairHunk[] = [];
  let hunkCount = 0;
  let line = 0;
  let counted = 0;
  for (let first = 0; first < changes.length;) {
    const start = changes[first]?.start ?? 0;
    let behind = first + 1;
    while (behind < changes.length && belongs(before, start, changes[behind - 1], changes[behind])) behind += 1;
    hunkCount += 1;
    if (hunks.length < SHOWN_HUNKS) {
      line += before.slice(counted, start).match(LINE_END)?.length ?? 0;
      counted = start;
      const group = changes.slice(first, behind);
      hunks.push({
        line,
        before: partsOf(
          before,
          group.map((change) => [change.start, change.end]),
        ),
        after: partsOf(
          after,
          group.map((change) => [change.from, change.to]),
        ),
      });
    }
    first = behind;
  }
  return { hunks, hunkCount };
}

function belongs(
  text: string,
  start: number,
  last: TextDifference | undefined,
  next: TextDifference | undefined,
): boolean {
  if (last === undefined || next === undefined) return false;
  if (next.start - last.end > APART || next.end - start > MAX_HUNK_LENGTH) return false;
  return !/[\r\n]/.test(text.slice(last.end, next.start));
}

function partsOf(text: string, ranges: readonly (readonly [start: number, end: number])[]): HunkPart[] {
  const parts: HunkPart[] = [];
  const first = ranges[0]?.[0] ?? 0;
  const lead = text.slice(Math.max(0, first - AROUND), first).replace(/^[^]*[\r\n]/, '');
  const isCut = lead.length === AROUND && first > AROUND;
  let at = first;
  parts.push({ text: isCut ? `…${lead}` : lead.trimStart(), changed: false });
  for (const [start, end] of ranges) {
    parts.push(
      { text: text.slice(at, start), changed: false },
      { text: shorten(text.slice(start, end)), changed: true },
    );
    at = end;
  }
  const rest = text.slice(at, at + AROUND);
  const trail = rest.replace(/[\r\n][^]*$/, '');
  parts.push({ text: trail.length === AROUND && at + AROUND < text.length ? `${trail}…` : trail, changed: false });
  return parts.filter((part) => part.text !== '');
}

function shorten(text: string): string {
  if (text.length <= MAX_PART_LENGTH) return text;
  const half = MAX_PART_LENGTH / 2;
  return `${text.slice(0, half)}…${text.slice(-half)}`;
}
