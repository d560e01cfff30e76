// Finds values that are similar to the one at a caret: those at the same path, whatever the positions in arrays. If there are
// none, those at the same path inside sibling members. The nearest come first.

import type { CaretContext, OpenContainer } from './caret-place.ts';
import { nameOf, type Name, type Places } from '../tape/places.ts';

/** Keys and values that are inspected in all. */
const STEPS = 8_000;
/** Items before, and after, the one at the caret. */
const NEAR = 500;
/** First items of an array when the caret is far from them. */
const FIRST = 200;
/** First items of an array inside an item. */
const INNER = 20;

/** The number of keys and values that may still be inspected. */
export class SampleBudget {
  private left = STEPS;

  /** Takes one step; returns false when none are left. */
  spend(): boolean {
    this.left -= 1;
    return this.left >= 0;
  }
}

/** One step down: a key, or `null` for any item. */
type Step = Name | null;

/**
 * Yields the values that are similar to the one at a caret, or to the object that a key is to be added to; never that one
 * itself.
 */
export function* findSimilarValues(
  places: Places,
  { at, frames }: CaretContext,
  budget: SampleBudget,
): Generator<number> {
  const steps = frames.map(({ key }): Step => (key === null ? null : nameOf(key)));
  const depth = at === 'key' ? frames.length - 1 : frames.length;
  let found = false;
  for (const isObject of [false, true]) {
    for (let level = depth - 1; level >= 0; level -= 1) {
      const frame = frames[level];
      // Values of other keys in the same object are not similar.
      if (
        frame === undefined ||
        frame.entry < 0 ||
        frame.isObject !== isObject ||
        (level === frames.length - 1 && isObject)
      )
        continue;
      for (const child of near(places, frame)) {
        if (!budget.spend()) return;
        for (const entry of descend(places, child, steps, level + 1, depth, budget)) {
          found = true;
          yield entry;
        }
      }
    }
    if (found) return;
  }
}

/** Yields the children of a container around the caret, and the first ones, without the one that the caret is in. */
function* near({ tape, children }: Places, { entry, child: inside, ordinal }: OpenContainer): Generator<number> {
  const close = tape.closing(entry);
  const from = Math.max(0, ordinal - NEAR);
  let count = 0;
  for (
    let child = children.nth(entry, from);
    child >= 0 && child < close && count < NEAR * 2;
    child = tape.next(child)
  ) {
    count += 1;
    if (child !== inside) yield child;
  }
  count = 0;
  for (let child = entry + 1; child < close && count < Math.min(from, FIRST); child = tape.next(child)) {
    count += 1;
    yield child;
  }
}

/** Yields the values that the steps from `level` to `depth` lead to. Recurses as deep as there are frames, which are few. */
function* descend(
  places: Places,
  entry: number,
  steps: readonly Step[],
  level: number,
  depth: number,
  budget: SampleBudget,
): Generator<number> {
  if (level === depth) {
    yield entry;
    return;
  }
  const { tape } = places;
  if (!tape.isOpening(entry)) return;
  const step = steps[level] ?? null;
  if ((places.kind(entry) === 'object') !== (step !== null)) return;
  const close = tape.closing(entry);
  let items = 0;
  for (let child = entry + 1; child < close && budget.spend(); child = tape.next(child)) {
    if (step !== null) {
      if (!places.isKey(child, step)) continue;
      yield* descend(places, child, steps, level + 1, depth, budget);
      return;
    }
    items += 1;
    if (items > INNER) return;
    yield* descend(places, child, steps, level + 1, depth, budget);
  }
}
