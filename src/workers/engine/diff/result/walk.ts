// A walk over what differs as somebody meets it who turns the left document into the right one: in each pair of
// containers first all that goes; then, in order, what stays (opened where something in it differs) and what
// comes. The segments are those of the document at that moment: positions of the final array up to there.

import type { Segment } from '../../../../shared/document/path.ts';
import type { Work } from '../../base/work.ts';
import type { Comparison } from './compare.ts';
import { DIFFERS, entryOf, isPaired, NEAR } from '../match/pairing.ts';
import { Words } from '../../base/word-list.ts';

const SLICE_STEPS = 4096;

/** What is met. `segment` is `null` for the roots. */
export interface Visitor {
  /** Two containers in which something differs, and afterwards that all in them was met. */
  open(left: number, right: number, segment: Segment | null): void;
  close(left: number, right: number): void;
  /** Directly behind `open`, for what goes from these containers: entries, and their keys or positions before. */
  remove(nodes: Uint32Array, segments: readonly Segment[]): void;
  create(right: number, segment: Segment): void;
  update(left: number, right: number, segment: Segment | null): void;
}

/** A pair of containers that is open. */
interface Level {
  readonly left: number;
  readonly right: number;
  readonly isArray: boolean;
  child: number;
  /** On the right, what comes from here on is to be met before the next child. */
  pending: number;
  /** How many items of the final array were met. */
  index: number;
}

/** Walks over all differences. */
export function* walkDifferences(comparison: Comparison, visitor: Visitor): Work<void> {
  const { sides, pairing } = comparison;
  const [a, b] = [sides.left.places, sides.right.places];
  const levels: Level[] = [];
  const total = a.text.size;

  /** Opens two values that differ. */
  const meet = (left: number, right: number, segment: Segment | null): void => {
    const kind = a.kind(left);
    if (kind !== b.kind(right) || (kind !== 'object' && kind !== 'array')) {
      visitor.update(left, right, segment);
      return;
    }
    visitor.open(left, right, segment);
    const isArray = kind === 'array';
    const gone = new Words();
    const segments: Segment[] = [];
    const close = a.tape.closing(left);
    for (let child = left + 1, ordinal = 0; child < close; child = a.tape.next(child), ordinal += 1) {
      if (((pairing.left[child] ?? 0) & NEAR) === 0) continue;
      gone.push(child);
      segments.push(isArray ? ordinal : a.key(child));
    }
    if (gone.length > 0) visitor.remove(gone.finish(), segments);
    levels.push({ left, right, isArray, child: left + 1, pending: right + 1, index: 0 });
  };

  /** What comes before the next child that stays. */
  const flush = (level: Level): void => {
    const close = b.tape.closing(level.right);
    let child = level.pending;
    for (; child < close; child = b.tape.next(child)) {
      const word = pairing.right[child] ?? 0;
      if (isPaired(word)) break;
      if ((word & NEAR) === 0) continue;
      visitor.create(child, level.isArray ? level.index : b.key(child));
      level.index += 1;
    }
    level.pending = close;
  };

  if (((pairing.left[0] ?? 0) & DIFFERS) !== 0) meet(0, 0, null);
  for (let steps = 1; ; steps += 1) {
    const level = levels.at(-1);
    if (level === undefined) return;
    if (steps % SLICE_STEPS === 0) yield { done: a.tape.start(level.child), total };
    if (level.child >= a.tape.closing(level.left)) {
      flush(level);
      visitor.close(level.left, level.right);
      levels.pop();
      continue;
    }
    const { child } = level;
    const word = pairing.left[child] ?? 0;
    level.child = a.tape.next(child);
    if ((word & NEAR) !== 0) continue;
    if (!isPaired(word)) {
      // What is ignored stays.
      level.index += 1;
      continue;
    }
    flush(level);
    const right = entryOf(word);
    level.pending = b.tape.next(right);
    const segment = level.isArray ? level.index : null;
    level.index += 1;
    if ((word & DIFFERS) !== 0) meet(child, right, segment ?? a.key(child));
  }
}
