// Orders the items of an array or object: by key, by value, or by what is at a path inside each. Numbers come
// before texts, texts before everything else, and what is missing comes last in either direction; equals
// keep their order. Texts compare as people read them: runs of digits by their number, case last.

import type { Path } from '../../shared/path.ts';
import type { SortBy } from '../../shared/protocol.ts';
import type { Splice } from '../../shared/splice.ts';
import { unquote } from '../../shared/literals.ts';
import { decodeUtf8 } from '../../shared/utf8.ts';
import { nameOf, type Name, type Places } from './places.ts';
import { itemsOf, reorder } from './reorder.ts';
import type { Work } from './work.ts';

const SLICE_ITEMS = 4096;

/** What items are compared by. `rank` says of which kind a key is; then a number or a text decides. */
const RANK = { number: 0, text: 1, other: 2, missing: 3 } as const;

/** The splice that sorts a container's items; none where they are in order. */
export function* sortItems(
  places: Places,
  container: number,
  by: SortBy,
  direction: 'ascending' | 'descending',
): Work<Splice[]> {
  const before = yield* itemsOf(places, container);
  const { length } = before;
  const ranks = new Uint8Array(length);
  const numbers = new Float64Array(length);
  const texts: string[] = [];
  const find = by.type === 'path' ? new PathFinder(places, by.path) : null;
  for (let index = 0; index < length; index += 1) {
    const item = before[index] ?? 0;
    if (by.type === 'key') {
      ranks[index] = RANK.text;
      texts[index] = places.key(item);
    } else {
      const node = find === null ? item : find.inside(item);
      const kind = node < 0 ? 'missing' : places.kind(node);
      if (kind === 'number' || kind === 'string') {
        const { start, end } = places.range(node);
        const source = decodeUtf8(places.text.slice(start, end));
        if (kind === 'number') numbers[index] = Number(source);
        else texts[index] = unquote(source);
        ranks[index] = kind === 'number' ? RANK.number : RANK.text;
      } else {
        ranks[index] = kind === 'missing' ? RANK.missing : RANK.other;
        texts[index] = kind;
      }
    }
    if (index % SLICE_ITEMS === 0) yield { done: index, total: length * 2 };
  }
  const sign = direction === 'ascending' ? 1 : -1;
  const compare = (a: number, b: number): number => {
    const [rankA, rankB] = [ranks[a] ?? 0, ranks[b] ?? 0];
    if (rankA !== rankB) return rankA === RANK.missing ? 1 : rankB === RANK.missing ? -1 : sign * (rankA - rankB);
    if (rankA === RANK.number) return sign * ((numbers[a] ?? 0) - (numbers[b] ?? 0)) || a - b;
    if (rankA === RANK.missing) return a - b;
    return sign * compareNatural(texts[a] ?? '', texts[b] ?? '') || a - b;
  };
  const order = yield* mergeSort(length, compare);
  const after = order.map((index) => before[index] ?? 0);
  return yield* reorder(places, container, before, after);
}

/** Finds what is at one path inside many items that are alike: where it was in the item before is tried first. */
class PathFinder {
  private readonly ordinals: number[];
  private readonly names: Name[];

  constructor(
    private readonly places: Places,
    path: Path,
  ) {
    this.ordinals = path.map(() => 0);
    this.names = path.map((segment) => nameOf(String(segment)));
  }

  /** The node at the path inside `item`; -1 where there is none. */
  inside(item: number): number {
    let node = item;
    for (const [level, name] of this.names.entries()) {
      node = this.step(node, name, level);
      if (node < 0) return -1;
    }
    return node;
  }

  private step(container: number, name: Name, level: number): number {
    const { places } = this;
    const { tape, children } = places;
    if (!tape.isOpening(container)) return -1;
    if (places.kind(container) === 'array')
      return /^(?:0|[1-9]\d*)$/.test(name.text) ? children.nth(container, Number(name.text)) : -1;
    // Of duplicate keys the last one counts, so what follows a good guess is looked through too.
    const guess = children.nth(container, this.ordinals[level] ?? 0);
    let found = guess >= 0 && places.isKey(guess, name) ? guess : -1;
    let ordinal = found < 0 ? 0 : (this.ordinals[level] ?? 0) + 1;
    const close = tape.closing(container);
    for (let child = found < 0 ? container + 1 : tape.next(found); child < close; child = tape.next(child)) {
      if (places.isKey(child, name)) {
        found = child;
        this.ordinals[level] = ordinal;
      }
      ordinal += 1;
    }
    return found;
  }
}

/** The indexes 0 to `length` in order, equals as they were. In slices: millions of texts take seconds. */
export function* mergeSort(length: number, compare: (a: number, b: number) => number): Work<Uint32Array> {
  let from = Uint32Array.from({ length }, (_, index) => index);
  let to = new Uint32Array(length);
  const passes = Math.ceil(Math.log2(Math.max(2, length)));
  let sinceSlice = 0;
  for (let width = 1, pass = 0; width < length; width *= 2, pass += 1) {
    for (let start = 0; start < length; start += 2 * width) {
      const middle = Math.min(length, start + width);
      const end = Math.min(length, start + 2 * width);
      let left = start;
      let right = middle;
      for (let at = start; at < end; at += 1) {
        const takeLeft = right >= end || (left < middle && compare(from[left] ?? 0, from[right] ?? 0) <= 0);
        to[at] = (takeLeft ? from[left] : from[right]) ?? 0;
        if (takeLeft) left += 1;
        else right += 1;
        sinceSlice += 1;
        if (sinceSlice >= SLICE_ITEMS) {
          sinceSlice = 0;
          yield { done: length * (1 + pass / passes), total: length * 2 };
        }
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Compares as people read: `item 9` before `item 10`, `a` beside `A`; texts that read alike by their code units. */
export function compareNatural(a: string, b: string): number {
  const [one, two] = [a.toLowerCase(), b.toLowerCase()];
  let i = 0;
  let j = 0;
  while (i < one.length && j < two.length) {
    const [x, y] = [one.charCodeAt(i), two.charCodeAt(j)];
    if (isDigit(x) && isDigit(y)) {
      const [m, n] = [digitsEnd(one, i), digitsEnd(two, j)];
      const [s, t] = [skipZeros(one, i, m), skipZeros(two, j, n)];
      if (m - s !== n - t) return m - s - (n - t);
      for (let k = 0; k < m - s; k += 1) {
        const difference = one.charCodeAt(s + k) - two.charCodeAt(t + k);
        if (difference !== 0) return difference;
      }
      i = m;
      j = n;
    } else if (x !== y) {
      return x - y;
    } else {
      i += 1;
      j += 1;
    }
  }
  const rest = one.length - i - (two.length - j);
  return rest !== 0 ? rest : a < b ? -1 : a > b ? 1 : 0;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function digitsEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

function skipZeros(text: string, start: number, end: number): number {
  let at = start;
  while (at < end - 1 && text.charCodeAt(at) === 0x30) at += 1;
  return at;
}
