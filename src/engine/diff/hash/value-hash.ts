// Hashes strings and numbers by value, in two lanes of 32 bits: strings by their characters regardless of escapes, numbers by
// their exact decimal value. Equal values have equal hashes. Different values may share one, so the caller has to check.

import { plainNumber, unquote } from '../../../shared/bytes/literals.ts';
import { decodeUtf8, encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { BACKSLASH, MINUS, NINE, POINT, QUOTE, ZERO } from '../../../shared/bytes/ascii.ts';

/** Larger powers of ten are clamped to this. */
const LARGE_POWER = 1e15;
const SEED_LOW = 0x811c9dc5 | 0;
const SEED_HIGH = 0x2f0b4c47;
const PRIME_LOW = 0xcc9e2d51 | 0;
const PRIME_HIGH = 0x9e3779b1 | 0;
/** The character that a letter after a backslash stands for; 0 for other escapes. */
const ESCAPES = makeEscapes();

/** Mixes the bits of a lane until each depends on all others. @see MurmurHash3, fmix32 */
export function mixBits(lane: number): number {
  let mixed = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function mixWord(lane: number, word: number, prime: number): number {
  const mixed = Math.imul(lane ^ word, prime);
  return (mixed << 13) | (mixed >>> 19);
}

/** Hashes one token at a time; the two lanes hold the result. */
export class Hasher {
  low = 0;
  high = 0;

  /** Hashes any bytes as they are. */
  hashBytes(bytes: Uint8Array, start: number, end: number): void {
    let low = SEED_LOW;
    let high = SEED_HIGH;
    let word = 0;
    let shift = 0;
    for (let at = start; at < end; at += 1) {
      word |= (bytes[at] ?? 0) << shift;
      shift += 8;
      if (shift < 32) continue;
      low = mixWord(low, word, PRIME_LOW);
      high = mixWord(high, word, PRIME_HIGH);
      word = 0;
      shift = 0;
    }
    this.low = mixBits(mixWord(low, word, PRIME_LOW) ^ (end - start));
    this.high = mixBits(mixWord(high, word, PRIME_HIGH));
  }

  /**
   * Hashes a JSON string by its characters; `start` is after its opening quotation mark. Returns the offset after the closing
   * one.
   */
  hashString(bytes: Uint8Array, start: number): number {
    let low = SEED_LOW;
    let high = SEED_HIGH;
    let at = start;
    let length = 0;
    // Four bytes are mixed together: one multiplication per byte would take most of the time.
    let word = 0;
    let shift = 0;
    for (;;) {
      let byte = bytes[at] ?? QUOTE;
      if (byte === QUOTE) break;
      at += 1;
      if (byte === BACKSLASH) {
        byte = ESCAPES[bytes[at] ?? 0] ?? 0;
        if (byte === 0) return this.hashEscaped(bytes, start, at);
        at += 1;
      }
      word |= byte << shift;
      shift += 8;
      length += 1;
      if (shift < 32) continue;
      low = mixWord(low, word, PRIME_LOW);
      high = mixWord(high, word, PRIME_HIGH);
      word = 0;
      shift = 0;
    }
    this.low = mixBits(mixWord(low, word, PRIME_LOW) ^ length);
    this.high = mixBits(mixWord(high, word, PRIME_HIGH));
    return at + 1;
  }

  /** Hashes any text like a JSON string with these characters. A lone surrogate counts as U+FFFD. */
  hashText(text: string): void {
    const bytes = encodeUtf8(text);
    this.hashBytes(bytes, 0, bytes.length);
  }

  /** Hashes a number by its exact value. */
  hashNumber(bytes: Uint8Array, start: number, end: number): void {
    let low = SEED_LOW;
    let high = SEED_HIGH;
    let at = start;
    const isNegative = bytes[at] === MINUS;
    if (isNegative) at += 1;
    let power = 0;
    // Zeros are hashed once another digit follows them; until then they count as a power of ten.
    let zeros = 0;
    let digits = 0;
    let step = 0;
    for (; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === POINT) {
        step = 1;
        continue;
      }
      if (byte < ZERO || byte > NINE) break;
      power -= step;
      if (byte === ZERO) {
        zeros += digits === 0 ? 0 : 1;
        continue;
      }
      for (; zeros > 0; zeros -= 1) {
        low = Math.imul(low ^ ZERO, PRIME_LOW);
        high = Math.imul(((high << 5) | (high >>> 27)) ^ ZERO, PRIME_HIGH);
      }
      digits += 1;
      low = Math.imul(low ^ byte, PRIME_LOW);
      high = Math.imul(((high << 5) | (high >>> 27)) ^ byte, PRIME_HIGH);
    }
    if (digits === 0) {
      this.low = mixBits(SEED_LOW);
      this.high = mixBits(SEED_HIGH);
      return;
    }
    power += zeros;
    if (at < end) power += readPower(bytes, at + 1, end);
    if (Math.abs(power) > LARGE_POWER) power = power < 0 ? -LARGE_POWER : LARGE_POWER;
    const sign = isNegative ? 0x55555555 : 0;
    this.low = mixBits(Math.imul(low ^ (power | 0), PRIME_LOW) ^ sign);
    this.high = mixBits(Math.imul(high ^ Math.floor(power / 0x100000000) ^ (power | 0), PRIME_HIGH) + sign);
  }

  /** Hashes a JSON5 number. */
  hashRelaxedNumber(bytes: Uint8Array, start: number, end: number): void {
    const plain = encodeUtf8(plainNumber(decodeUtf8(bytes.subarray(start, end))));
    const last = plain.at(-1) ?? 0;
    if (last >= ZERO && last <= NINE) this.hashNumber(plain, 0, plain.length);
    else this.hashBytes(plain, 0, plain.length);
  }

  /** Hashes a string with escapes of more than one letter; `from` is inside it, after a backslash. */
  private hashEscaped(bytes: Uint8Array, start: number, from: number): number {
    let at = from + 1;
    while (bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    this.hashText(unquote(decodeUtf8(bytes.subarray(start - 1, at + 1))));
    return at + 1;
  }
}

/** The exponent of a number, with its sign; `start` is after the letter. */
function readPower(bytes: Uint8Array, start: number, end: number): number {
  let power = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= ZERO) power = Math.min(power * 10 + byte - ZERO, LARGE_POWER * 10);
  }
  return bytes[start] === MINUS ? -power : power;
}

function makeEscapes(): Uint8Array {
  const escapes = new Uint8Array(256);
  for (const [letter, meant] of [
    ['"', '"'],
    ['\\', '\\'],
    ['/', '/'],
    ['b', '\b'],
    ['f', '\f'],
    ['n', '\n'],
    ['r', '\r'],
    ['t', '\t'],
  ] as const)
    escapes[letter.charCodeAt(0)] = meant.charCodeAt(0);
  return escapes;
}
