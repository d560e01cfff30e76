// Visits the differences in an order that turns the left document into the right one: in each pair of containers, first all
// removals; then, in order, the children that stay (opened when something in them differs) and the ones created. Segments refer
// to the document at that moment: array positions up to there are final.

import type { Segment } from '../../../shared/document/path.ts';
import type { Work } from '../../base/work.ts';
import type { Comparison } from './compare.ts';
import { DIFFERS, entryOf, isPaired, NEAR } from '../match/pairing.ts';
import { WordList } from '../../base/word-list.ts';

const SLICE_STEPS = 4096;

/** Callbacks for the differences. `segment` is `null` for the roots. */
export interface Visitor {
  /** Called with two containers in which something differs; `close` follows once everything in them has been visited. */
  open(left: number, right: number, segment: Segment | null): void;
  close(left: number, right: number): void;
  /**
   * Called directly after `open` for the children that are removed: their entries, and their keys or positions before the
   * removal.
   */
  remove(nodes: Uint32Array, segments: readonly Segment[]): void;
  create(right: number, segment: Segment): void;
  update(left: number, right: number, segment: Segment | null): void;
}

/** An open pair of containers. */
interface Level {
  readonly left: number;
  readonly right: number;
  readonly isArray: boolean;
  child: number;
  /** The first child on the right not visited yet; those created from here on are visited before the next child. */
  pending: number;
  /** The number of items of the final array that have been visited. */
  index: number;
}

/** Walks over all differences. */
export function* walkDifferences(comparison: Comparison, visitor: Visitor): Work<void> {
  const { sides, pairing } = comparison;
  const [a, b] = [sides.left.places, sides.right.places];
  const levels: Level[] = [];
  const total = a.text.size;

  /** Opens two containers that differ; visits any other pair as an update. */
  const meet = (left: number, right: number, segment: Segment | null): void => {
    const kind = a.kind(left);
    if (kind !== b.kind(right) || (kind !== 'object' && kind !== 'array')) {
      visitor.update(left, right, segment);
      return;
    }
    visitor.open(left, right, segment);
    const isArray = kind === 'array';
    const gone = new WordList();
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

  /** Visits what is created before the next child that stays. */
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
      // Ignored values stay.
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
