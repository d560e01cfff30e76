// Finds the counterpart of a node in the other document: its partner, or the nearest place for a node without one. Follows the
// path from the root: by pairing words as far as values were paired; inside equal values, which were not opened, by key and
// position.

import { COUNTERPART_WORDS, type Side } from '../../../shared/protocol/compare.ts';
import type { Step } from '../../tape/places.ts';
import type { Comparison } from './compare.ts';
import { sameKey } from '../../tape/key-table.ts';
import { entryOf, isPaired, NEAR } from '../match/pairing.ts';
import { childrenOf, type SideData } from '../hash/sides.ts';

/**
 * The counterparts of nodes of one side, two words each as in `shared/protocol/compare.ts`. Cost of each: its depth, and a walk
 * over the members where their order differs.
 */
export function counterpartsOf(comparison: Comparison, side: Side, nodes: Uint32Array): Uint32Array<ArrayBuffer> {
  const found = new Uint32Array(nodes.length * COUNTERPART_WORDS);
  for (let index = 0; index < nodes.length; index += 1) {
    const { node, isExact } = counterpartOf(comparison, side, nodes[index] ?? 0);
    found[index * COUNTERPART_WORDS] = node;
    found[index * COUNTERPART_WORDS + 1] = isExact ? 1 : 0;
  }
  return found;
}

/** The counterpart of a node. A closing bracket counts as its container. */
export function counterpartOf(
  { sides, pairing }: Comparison,
  side: Side,
  entry: number,
): { readonly node: number; readonly isExact: boolean } {
  const [own, other] = side === 'left' ? [sides.left, sides.right] : [sides.right, sides.left];
  const words = side === 'left' ? pairing.left : pairing.right;
  const node = own.tape.isClosing(entry) ? entry - (own.tape.link(entry) & 0x3fffffff) : entry;
  let at = 0;
  for (const step of own.places.steps(node)) {
    const word = words[step.child] ?? 0;
    if (isPaired(word)) {
      at = entryOf(word);
      continue;
    }
    if ((word & NEAR) !== 0) return { node: entryOf(word), isExact: false };
    const inside = inEqual(own, other, step, at);
    if (inside < 0) return { node: at, isExact: false };
    at = inside;
  }
  return { node: at, isExact: true };
}

/**
 * Returns the child of the other, equal container that is equal to a child; -1 when there is none: the child is ignored, or the
 * other value is of another kind.
 */
function inEqual(own: SideData, other: SideData, { container, child, ordinal }: Step, at: number): number {
  if (!other.tape.isOpening(at) || own.ignored?.has(child) === true) return -1;
  const isObject = own.places.kind(container) === 'object';
  if (isObject !== (other.places.kind(at) === 'object')) return -1;
  const isLike = (candidate: number): boolean =>
    own.hashes[child * 2] === other.hashes[candidate * 2] &&
    own.hashes[child * 2 + 1] === other.hashes[candidate * 2 + 1] &&
    (!isObject || sameKey(own.places, child, other.places, candidate));
  const beside = other.places.children.nth(at, ordinal);
  if (beside >= 0 && other.ignored?.has(beside) !== true && isLike(beside)) return beside;
  // Of equal values that occur more than once, take the same occurrence.
  const ours = childrenOf(own, container);
  const before = ours.subarray(0, ours.indexOf(child));
  let skip = 0;
  for (const sibling of before) if (isTwin(own, sibling, child, isObject)) skip += 1;
  for (const candidate of childrenOf(other, at)) {
    if (!isLike(candidate)) continue;
    if (skip === 0) return candidate;
    skip -= 1;
  }
  return -1;
}

function isTwin({ hashes, places }: SideData, one: number, other: number, isObject: boolean): boolean {
  return (
    hashes[one * 2] === hashes[other * 2] &&
    hashes[one * 2 + 1] === hashes[other * 2 + 1] &&
    (!isObject || sameKey(places, one, places, other))
  );
}
