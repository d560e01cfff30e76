// Finds the value at the same path inside many items, at the speed of reading the bytes of their keys.

import { hasComments } from '../../shared/document/dialect.ts';
import type { Path } from '../../shared/document/path.ts';
import { TEXT_BASE } from '../base/memory.ts';
import { nameOf, type Name, type Places } from './places.ts';
import { ENTRY_BYTES, OPENING } from './tape.ts';
import { BACKSLASH, BRACKET, QUOTE } from '../../shared/bytes/ascii.ts';

const POSITION = /^(?:0|[1-9]\d*)$/;

/** What a path may lead through: with `all`, a segment of digits can be a position in an array; with `objects`, only a key. */
export type PathMode = 'all' | 'objects';

/** A key to find. */
interface PathName extends Name {
  /** Its last 16 bytes, padded at the front. `null` if the bytes of a key are not enough to identify it. */
  readonly tail: Uint32Array | null;
}

/** Bytes compared in one step. */
const TAIL = 16;
/** Returned by the pass for an object with escapes in a key. */
const ESCAPED = 1;

/** Finds the value at one path inside many items. Reads the current tape and text. */
export class PathFinder {
  private readonly names: PathName[];
  constructor(
    private readonly places: Places,
    path: Path,
    private readonly through: PathMode = 'all',
  ) {
    const isPlain = !hasComments(places.tape.dialect);
    this.names = path.map((segment) => {
      const name = nameOf(String(segment));
      return { ...name, tail: isPlain ? tailOf(name.bytes) : null };
    });
  }

  /** The node at the path inside `item`; -1 if there is none. */
  inside(item: number): number {
    let node = item;
    for (let level = 0; level < this.names.length && node >= 0; level += 1) {
      const name = this.names[level];
      if (name !== undefined) node = this.step(node, name);
    }
    return node;
  }

  private step(container: number, name: PathName): number {
    const { tape, children } = this.places;
    const { memory } = tape;
    const { bytes, words, tapeBase } = memory;
    const base = tape.wordBase + container * 2;
    if (((words[base + 1] ?? 0) & OPENING) === 0) return -1;
    if (bytes[TEXT_BASE + (words[base] ?? 0)] === BRACKET)
      return this.through === 'all' && POSITION.test(name.text) ? children.nth(container, Number(name.text)) : -1;
    const { tail } = name;
    if (tail === null) return this.stepSlowly(container, name);
    const [a = 0, b = 0, c = 0, d = 0] = tail;
    const { length } = name.bytes;
    const found = memory.passes.member(tapeBase + container * ENTRY_BYTES, TEXT_BASE, length, a, b, c, d) >>> 0;
    if (found === 0) return -1;
    const child = (found - tapeBase) / ENTRY_BYTES;
    // Of a longer name the pass compared only the last 16 bytes.
    const isFound = found !== ESCAPED && (length <= TAIL || this.places.isKey(child, name));
    return isFound ? child : this.stepSlowly(container, name);
  }

  /** Of duplicate keys the last one counts. */
  private stepSlowly(container: number, name: PathName): number {
    const { tape } = this.places;
    const close = tape.closing(container);
    let found = -1;
    for (let child = container + 1; child < close; child = tape.next(child))
      if (this.places.isKey(child, name)) found = child;
    return found;
  }
}

/** The last bytes of a name as four words; `null` if the name would be spelt with escapes. */
function tailOf(name: Uint8Array): Uint32Array | null {
  if (name.includes(QUOTE) || name.includes(BACKSLASH)) return null;
  const tail = new Uint8Array(TAIL);
  tail.set(name.subarray(-TAIL), TAIL - Math.min(TAIL, name.length));
  return new Uint32Array(tail.buffer);
}
