// The keys that a schema names, numbered, in an open-addressing table over their bytes. A document's key is found without
// decoding it to a string.

import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { hashKey } from '../tape/key-table.ts';

/** Positions in an object whose last key is remembered. */
const HINTS = 64;

/** Finds the numbers of keys. */
export class PropertyNames {
  readonly names: readonly string[];
  private readonly byText = new Map<string, number>();
  private readonly bytes: Uint8Array[] = [];
  private readonly hashes: Uint32Array;
  private readonly slots: Uint32Array;
  private readonly mask: number;
  /** By position in an object: the number, plus 1, of the key that was last found there; 0 for none. */
  private readonly hints = new Uint32Array(HINTS);

  constructor(names: ReadonlySet<string>) {
    this.names = [...names];
    const capacity = 2 ** Math.ceil(Math.log2(this.names.length * 2 + 2));
    this.mask = capacity - 1;
    this.slots = new Uint32Array(capacity);
    this.hashes = new Uint32Array(this.names.length);
    for (const [number, name] of this.names.entries()) {
      this.byText.set(name, number);
      const bytes = encodeUtf8(name);
      this.bytes.push(bytes);
      const hash = hashKey(bytes, 0, bytes.length);
      this.hashes[number] = hash;
      let slot = hash & this.mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & this.mask;
      this.slots[slot] = number + 1;
    }
  }

  get count(): number {
    return this.names.length;
  }

  /** Returns the number of a key by its text; -1 when no keyword names it. */
  find(text: string): number {
    return this.byText.get(text) ?? -1;
  }

  /**
   * Returns the number of the key that is spelt without escapes from `start` to `end`, or -1. `position` is its index in the
   * object.
   */
  findBytes(bytes: Uint8Array, start: number, end: number, position: number): number {
    const hint = position < HINTS ? (this.hints[position] ?? 0) - 1 : -1;
    if (hint >= 0 && this.is(hint, bytes, start, end)) return hint;
    const hash = hashKey(bytes, start, end);
    for (let slot = hash & this.mask; ; slot = (slot + 1) & this.mask) {
      const number = (this.slots[slot] ?? 0) - 1;
      if (number < 0) return -1;
      if (this.hashes[number] !== hash || !this.is(number, bytes, start, end)) continue;
      if (position < HINTS) this.hints[position] = number + 1;
      return number;
    }
  }

  private is(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const name = this.bytes[number];
    if (name === undefined || name.length !== end - start) return false;
    for (let at = 0; at < name.length; at += 1) if (name[at] !== bytes[start + at]) return false;
    return true;
  }
}
