// Whether two values, of one document or of two, are the same value however they are spelt, as JSON Patch's `test` requires
// (RFC 6902 §4.6):
//
// - strings by their characters, however they are escaped
// - numbers by their exact decimal value: 1, 1.0 and 10e-1 are equal, and so are 0 and -0, but
//   9007199254740993 and 9007199254740992 are not, though both are the same double
// - arrays item by item; objects regardless of the order of their members. Of duplicate keys the last one counts

import { plainNumber, unquote } from '../../shared/bytes/literals.ts';
import type { RowKind } from '../../shared/protocol/rows.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { equalNumbers } from '../base/decimals.ts';
import { KeyTable, sameKey } from './key-table.ts';
import type { Places } from './places.ts';
import type { Range } from './tape.ts';
import { finish, type Work } from '../base/work.ts';

/** A value and the document that it is in. */
export interface LocatedValue {
  readonly places: Places;
  readonly node: number;
}

/** Pairs of values per slice. */
const SLICE_PAIRS = 8192;

/** Two values that must be equal; -1 for a missing one. */
type Pair = readonly [left: number, right: number];

/** Whether two values are equal. Cost: their size, plus a table for each pair of objects if keys are in a different order. */
export function* compareValues(a: LocatedValue, b: LocatedValue): Work<boolean> {
  // Most values that are equal have their members in the same order.
  return (yield* comparePairs(a, b, alignedPairs)) || (yield* comparePairs(a, b, memberPairs));
}

/** Like `compareValues`, but synchronous. */
export function equalValues(a: LocatedValue, b: LocatedValue): boolean {
  return finish(compareValues(a, b));
}

/** `members` yields the pairs of two objects. */
function* comparePairs(a: LocatedValue, b: LocatedValue, members: typeof memberPairs): Work<boolean> {
  // For each pair of containers on the way down, the pairs that remain to be compared.
  const levels: Iterator<Pair>[] = [[[a.node, b.node] as Pair].values()];
  const total = a.places.text.size;
  let pairs = 0;
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const step = level.next();
    if (step.done === true) {
      levels.pop();
      continue;
    }
    const [left, right] = step.value;
    if (left < 0 || right < 0) return false;
    const kind = a.places.kind(left);
    if (kind !== b.places.kind(right)) return false;
    if (kind === 'array') levels.push(itemPairs(a.places, left, b.places, right));
    else if (kind === 'object') levels.push(members(a.places, left, b.places, right));
    else if (!equalScalars(a.places, left, b.places, right, kind)) return false;
    pairs += 1;
    if (pairs % SLICE_PAIRS === 0) yield { done: a.places.tape.start(left), total };
  }
  return true;
}

function* itemPairs(a: Places, left: number, b: Places, right: number): Generator<Pair> {
  const [leftEnd, rightEnd] = [a.tape.closing(left), b.tape.closing(right)];
  let [one, other] = [left + 1, right + 1];
  while (one < leftEnd || other < rightEnd) {
    yield [one < leftEnd ? one : -1, other < rightEnd ? other : -1];
    one = a.tape.next(one);
    other = b.tape.next(other);
  }
}

/**
 * The members of two objects side by side, as long as their keys agree. If all of these are equal, the objects are equal, even
 * with duplicate keys.
 */
function* alignedPairs(a: Places, left: number, b: Places, right: number): Generator<Pair> {
  for (const [one, other] of itemPairs(a, left, b, right)) {
    yield one >= 0 && other >= 0 && sameKey(a, one, b, other) ? [one, other] : [-1, -1];
  }
}

function* memberPairs(a: Places, left: number, b: Places, right: number): Generator<Pair> {
  const [inLeft, inRight] = [new KeyTable(a, left), new KeyTable(b, right)];
  if (inLeft.size !== inRight.size) yield [-1, -1];
  const close = a.tape.closing(left);
  for (let member = left + 1; member < close; member = a.tape.next(member)) {
    if (inLeft.like(a, member) === member) yield [member, inRight.like(a, member)];
  }
}

function equalScalars(a: Places, left: number, b: Places, right: number, kind: RowKind): boolean {
  const [one, other] = [a.range(left), b.range(right)];
  const length = one.end - one.start;
  if (length === other.end - other.start) {
    // Most scalars are spelt alike: no strings are created for these.
    let at = 0;
    while (at < length && a.text.byteAt(one.start + at) === b.text.byteAt(other.start + at)) at += 1;
    if (at === length) return true;
  }
  if (kind === 'number') return equalNumbers(plainNumber(spelling(a, one)), plainNumber(spelling(b, other)));
  return kind === 'string' && unquote(spelling(a, one)) === unquote(spelling(b, other));
}

function spelling({ text }: Places, { start, end }: Range): string {
  return decodeUtf8(text.slice(start, end));
}
