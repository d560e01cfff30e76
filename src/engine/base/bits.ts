// Bit arrays in 32-bit words: bit `i` is bit `i % 32` of word `i / 32`.

/** Returns `count` bits, all zero. */
export function makeBits(count: number): Uint32Array {
  return new Uint32Array(Math.ceil(count / 32));
}

export function hasBit(bits: Uint32Array, index: number): boolean {
  return (((bits[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;
}

export function setBit(bits: Uint32Array, index: number): void {
  const word = index >>> 5;
  bits[word] = (bits[word] ?? 0) | (1 << (index & 31));
}

export function clearBit(bits: Uint32Array, index: number): void {
  const word = index >>> 5;
  bits[word] = (bits[word] ?? 0) & ~(1 << (index & 31));
}

/** Clears the bits `from` to `to` (exclusive). */
export function clearBits(bits: Uint32Array, from: number, to: number): void {
  let at = from;
  while (at < to && (at & 31) !== 0) clearBit(bits, at++);
  const whole = to >>> 5;
  if (at < to && at >>> 5 < whole) {
    bits.fill(0, at >>> 5, whole);
    at = whole * 32;
  }
  while (at < to) clearBit(bits, at++);
}

/** Sets the bits `from` to `to` (exclusive). */
export function setBits(bits: Uint32Array, from: number, to: number): void {
  let at = from;
  while (at < to && (at & 31) !== 0) setBit(bits, at++);
  const whole = to >>> 5;
  if (at < to && at >>> 5 < whole) {
    bits.fill(0xffffffff, at >>> 5, whole);
    at = whole * 32;
  }
  while (at < to) setBit(bits, at++);
}

/** The number of set bits in a word. */
export function countBits(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The bit position of the `n`-th set bit of a word; `n` counts from 0. */
export function nthBit(word: number, n: number): number {
  let rest = word;
  for (let i = 0; i < n; i += 1) rest &= rest - 1;
  return 31 - Math.clz32(rest & -rest);
}

/** The set bits from `from` to `to` (exclusive), in ascending order. */
export function* bitsBetween(bits: Uint32Array, from: number, to: number): Generator<number, void, void> {
  for (let word = from >>> 5; word * 32 < to; word += 1) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const bit = word * 32 + nthBit(rest, 0);
      if (bit >= from && bit < to) yield bit;
    }
  }
}

/** The number of set bits from `from` to `to` (exclusive), or up to 62 more. */
export function countBitsAround(bits: Uint32Array, from: number, to: number): number {
  let count = 0;
  for (let word = from >>> 5; word * 32 < to; word += 1) count += countBits(bits[word] ?? 0);
  return count;
}

/** Returns `count` bits, all zero, with spare capacity so that `resizeBits` can grow them in place. */
export function makeRoomyBits(count: number): Uint32Array {
  return resizeBits(makeBits(0), count);
}

/** Resizes to `count` bits; new bits are zero. Works in place if the capacity suffices and at least half of it stays in use. */
export function resizeBits(bits: Uint32Array, count: number): Uint32Array {
  const words = Math.ceil(count / 32);
  if (words === bits.length) return bits;
  const room = bits.buffer.byteLength / Uint32Array.BYTES_PER_ELEMENT;
  if (words <= room && words >= room / 2) {
    const same = new Uint32Array(bits.buffer, 0, words);
    same.fill(0, Math.min(bits.length, words));
    return same;
  }
  // Typing adds a value every few keystrokes: a sixteenth of extra capacity lasts for many.
  const buffer = new ArrayBuffer(Math.ceil((words * 17) / 16) * Uint32Array.BYTES_PER_ELEMENT);
  const grown = new Uint32Array(buffer, 0, words);
  grown.set(bits.length > words ? bits.subarray(0, words) : bits);
  return grown;
}

/**
 * Of `count` bits, replaces the `removed` bits from `first` on by `inserted` zero bits, in place where `resizeBits` can. Cost:
 * the number of bits after them.
 */
export function spliceBits(
  bits: Uint32Array,
  count: number,
  first: number,
  removed: number,
  inserted: number,
): Uint32Array {
  const total = count - removed + inserted;
  let target = first + inserted;
  let source = first + removed;
  const base = source >>> 5;
  const rest = bits.slice(base);
  const out = resizeBits(bits, total);
  clearBits(out, first, Math.min(out.length * 32, Math.ceil(target / 32) * 32));
  // Copies the remaining bits by words: each combines the upper part of one word with the lower part of the next.
  while (target < total && (target & 31) !== 0) {
    if (hasBit(rest, source - base * 32)) setBit(out, target);
    target += 1;
    source += 1;
  }
  const shift = source & 31;
  for (
    let word = target >>> 5, from = (source >>> 5) - base;
    word < out.length && target < total;
    word += 1, from += 1
  ) {
    const low = rest[from] ?? 0;
    out[word] = shift === 0 ? low : (low >>> shift) | ((rest[from + 1] ?? 0) << (32 - shift));
  }
  clearBits(out, total, out.length * 32);
  return out;
}
