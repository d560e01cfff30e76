// Where lines have to be left free so that two texts that are shown beside each other stand level: values that belong together
// are on lines of the same height.
//
//   left          right            fillers
//   {             {
//     "a": 1,       "a": 1,
//                   "b": 2,        left, before line 2: 1
//     "c": 3        "c": 3
//   }             }
//
// Of pairs that cross each other only as many count as can stand level.

import type { LineFillers } from '../../../shared/protocol/compare.ts';
import type { Work } from '../../base/work.ts';
import { WordList } from '../../base/word-list.ts';
import type { JsonDocument } from '../../document/document.ts';
import { childrenOf } from '../hash/sides.ts';
import { DIFFERS, entryOf, isPaired } from '../match/pairing.ts';
import { longestIncreasing } from '../match/rising.ts';
import type { Comparison } from './compare.ts';

/** With more fillers on a side, the texts are laid out differently, and cannot be shown level in a useful way. */
const MAX_FILLERS = 20_000;
const SLICE_STEPS = 4096;

/** A pair of containers, and those of their children that stand level. */
interface OpenPair {
  readonly left: number;
  readonly right: number;
  readonly lefts: Uint32Array;
  readonly rights: Uint32Array;
  next: number;
}

/** Finds the fillers of both sides; none where there would be too many. */
export function* levelLines({ sides, pairing }: Comparison): Work<LineFillers> {
  const [a, b] = [sides.left.tape, sides.right.tape];
  /** The offsets of values that stand level, in the order of both texts. */
  const [lefts, rights] = [new WordList(), new WordList()];
  const levels: OpenPair[] = [];
  const meet = (left: number, right: number, differs: boolean): void => {
    lefts.push(a.start(left));
    rights.push(b.start(right));
    if (!a.isOpening(left) || !b.isOpening(right)) return;
    const isOpened = differs && sides.left.places.kind(left) === sides.right.places.kind(right);
    const children = isOpened
      ? childrenOf(sides.left, left).filter((child) => isPaired(pairing.left[child] ?? 0))
      : new Uint32Array();
    const partners = children.map((child) => entryOf(pairing.left[child] ?? 0));
    const rising = longestIncreasing(partners);
    levels.push({
      left,
      right,
      lefts: rising.map((index) => children[index] ?? 0),
      rights: rising.map((index) => partners[index] ?? 0),
      next: 0,
    });
  };
  if (isPaired(pairing.left[0] ?? 0)) meet(0, entryOf(pairing.left[0] ?? 0), ((pairing.left[0] ?? 0) & DIFFERS) !== 0);
  for (let steps = 1; ; steps += 1) {
    const level = levels.at(-1);
    if (level === undefined) break;
    if (steps % SLICE_STEPS === 0) yield { done: lefts.at(lefts.length - 1), total: sides.left.document.size };
    const { next } = level;
    if (next < level.lefts.length) {
      level.next += 1;
      const child = level.lefts[next] ?? 0;
      meet(child, level.rights[next] ?? 0, ((pairing.left[child] ?? 0) & DIFFERS) !== 0);
      continue;
    }
    lefts.push(a.start(a.closing(level.left)));
    rights.push(b.start(b.closing(level.right)));
    levels.pop();
  }
  return fillersOf(sides.left.document, sides.right.document, lefts.view(), rights.view());
}

function fillersOf(left: JsonDocument, right: JsonDocument, lefts: Uint32Array, rights: Uint32Array): LineFillers {
  const [ours, theirs] = [new WordList(), new WordList()];
  const [leftLines, rightLines] = [linesOf(left, lefts), linesOf(right, rights)];
  let [atLeft, atRight] = [0, 0];
  const level = (leftLine: number, rightLine: number): void => {
    const [byLeft, byRight] = [leftLine - atLeft, rightLine - atRight];
    // A line whose height is given already can't move: what is free comes after it.
    if (byLeft < byRight) {
      ours.push(byLeft === 0 ? leftLine + 1 : leftLine);
      ours.push(byRight - byLeft);
    } else if (byLeft > byRight) {
      theirs.push(byRight === 0 ? rightLine + 1 : rightLine);
      theirs.push(byLeft - byRight);
    }
    atLeft = leftLine;
    atRight = rightLine;
  };
  for (let index = 0; index < lefts.length; index += 1) level(leftLines[index] ?? 0, rightLines[index] ?? 0);
  level(left.lines.lineCount, right.lines.lineCount);
  if (Math.max(ours.length, theirs.length) > MAX_FILLERS * 2)
    return { left: new Uint32Array(), right: new Uint32Array() };
  return { left: ours.finish(), right: theirs.finish() };
}

/** The lines of offsets that ascend. A snapshot comes without its lines. */
function linesOf({ lines }: JsonDocument, offsets: Uint32Array): Uint32Array {
  lines.restart();
  return lines.linesAt(offsets);
}
