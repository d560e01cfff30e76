// Finds what is at one path inside many items that are alike, at the speed of reading the bytes of their keys.

import { hasComments } from '../../shared/dialect.ts';
import type { Path } from '../../shared/path.ts';
import { nameOf, type Name, type Places } from './places.ts';
import { LINK_MASK, OPENING } from './tape.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const POSITION = /^(?:0|[1-9]\d*)$/;

/** What a path leads through: a key of digits may name a position in an array, or does not. */
export type Through = 'all' | 'objects';

/** A key to look for, and whether no byte of it would be escaped, nor a comment stand behind it. */
interface PathName extends Name {
  readonly isPlain: boolean;
}

/** Finds what is at one path inside many items that are alike: where it was in the item before is tried first. */
export class PathFinder {
  private readonly ordinals: number[];
  private readonly names: PathName[];
  private readonly bytes: Uint8Array;

  constructor(
    private readonly places: Places,
    path: Path,
    private readonly through: Through = 'all',
  ) {
    this.bytes = places.text.slice(0, places.text.size);
    this.ordinals = path.map(() => 0);
    this.names = path.map((segment) => {
      const name = nameOf(String(segment));
      const isPlain = !name.bytes.includes(QUOTE) && !name.bytes.includes(BACKSLASH);
      return { ...name, isPlain: isPlain && !hasComments(places.tape.dialect) };
    });
  }

  /** The node at the path inside `item`; -1 where there is none. */
  inside(item: number): number {
    let node = item;
    for (let level = 0; level < this.names.length && node >= 0; level += 1) {
      const name = this.names[level];
      if (name !== undefined) node = this.step(node, name, level);
    }
    return node;
  }

  private step(container: number, name: PathName, level: number): number {
    const { tape, children } = this.places;
    const { bytes } = this;
    const { words } = tape.memory;
    const base = tape.wordBase;
    const opening = words[base + container * 2 + 1] ?? 0;
    if ((opening & OPENING) === 0) return -1;
    if (bytes[words[base + container * 2] ?? 0] === BRACKET)
      return this.through === 'all' && POSITION.test(name.text) ? children.nth(container, Number(name.text)) : -1;
    const close = container + (opening & LINK_MASK);
    const guess = this.ordinals[level] ?? 0;
    let ordinal = 0;
    let child = container + 1;
    for (; ordinal < guess && child < close; ordinal += 1) child = behind(words, base, child);
    let found = child < close && this.isKey(bytes, words[base + child * 2] ?? 0, child, name) ? child : -1;
    if (found < 0) [child, ordinal] = [container + 1, 0];
    // Of duplicate keys the last one counts, so what follows a good guess is looked through too.
    for (; child < close; ordinal += 1) {
      if (child !== found && this.isKey(bytes, words[base + child * 2] ?? 0, child, name)) {
        found = child;
        this.ordinals[level] = ordinal;
      }
      child = behind(words, base, child);
    }
    return found;
  }

  /** As `places.isKey`: but for escapes, the bytes before the value say it. */
  private isKey(bytes: Uint8Array, start: number, child: number, name: PathName): boolean {
    if (!name.isPlain) return this.places.isKey(child, name);
    let at = start - 1;
    while (bytes[at] !== QUOTE) at -= 1;
    let left = name.bytes.length;
    while (left > 0 && bytes[at - 1] === name.bytes[left - 1]) {
      at -= 1;
      left -= 1;
    }
    const isSame = left === 0 && bytes[at - 1] === QUOTE;
    while (bytes[at - 1] !== QUOTE && bytes[at - 1] !== BACKSLASH) at -= 1;
    const isEscaped = bytes[at - 1] === BACKSLASH || bytes[at - 2] === BACKSLASH;
    return isEscaped ? this.places.isKey(child, name) : isSame;
  }
}

/** As `tape.next`, with the tape's words at hand. */
function behind(words: Uint32Array, base: number, entry: number): number {
  const link = words[base + entry * 2 + 1] ?? 0;
  return (link & OPENING) === 0 ? entry + 1 : entry + (link & LINK_MASK) + 1;
}
