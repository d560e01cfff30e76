// Reads values of a document for the checks, mostly without decoding them to strings. A value is named by its entry. A key,
// which has no entry, is named by the complement of its member's: keys are strings too (`propertyNames`).

import { BACKSLASH, LETTER_U, ZERO, NINE, MINUS, POINT } from '../../shared/bytes/ascii.ts';
import { hasComments } from '../../shared/document/dialect.ts';
import type { Parser } from '../../shared/document/parser.ts';
import { plainNumber, unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { TEXT_BASE } from '../base/memory.ts';
import { KeyReader } from '../tape/key-reader.ts';
import type { Places } from '../tape/places.ts';
import { LINK_MASK } from '../tape/tape.ts';
import { ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING, type SchemaKind } from './kinds.ts';
import { isWhole } from './decimals.ts';

/** Numbers of up to this many bytes are read without a string. */
const SHORT_NUMBER = 15;
/** The powers that are exact and needed. */
const POWERS_OF_TEN = Float64Array.from({ length: SHORT_NUMBER + 1 }, (_, power) => Number(`1e${power}`));

/** Reads a document that does not change. */
export class ValueReader {
  /** Addresses of the last string that was read: the first byte after the opening quote, and the byte after its last one. */
  start = 0;
  end = 0;
  readonly bytes: Uint8Array;
  readonly isRelaxed: boolean;
  private readonly words: Uint32Array;
  private readonly base: number;
  private readonly keys: KeyReader;
  private readonly hasRootBrackets: boolean;

  constructor(
    readonly places: Places,
    readonly parser: Parser,
  ) {
    const { tape } = places;
    this.bytes = tape.memory.bytes;
    this.words = tape.memory.words;
    this.base = tape.wordBase;
    this.isRelaxed = hasComments(tape.dialect);
    this.keys = new KeyReader(places);
    this.hasRootBrackets = tape.bracketLength(0) === 1;
  }

  kind(value: number): SchemaKind {
    if (value < 0) return STRING;
    if (value === 0 && !this.hasRootBrackets) return ARRAY;
    switch (this.bytes[TEXT_BASE + (this.words[this.base + value * 2] ?? 0)]) {
      case 0x7b:
        return OBJECT;
      case 0x5b:
        return ARRAY;
      case 0x22:
      case 0x27:
        return STRING;
      case 0x74:
      case 0x66:
        return BOOLEAN;
      case 0x6e:
        return NULL;
      default:
        return NUMBER;
    }
  }

  /** Finds the key of a member. Returns whether it contains escapes. */
  readKey(member: number): boolean {
    const { keys } = this;
    keys.read(member);
    this.start = TEXT_BASE + keys.start;
    this.end = TEXT_BASE + keys.end;
    return keys.hasEscapes;
  }

  /** The characters of a string. */
  text(value: number): string {
    if (value < 0) return this.places.key(~value);
    const { start, end } = this.places.range(value);
    return unquote(decodeUtf8(this.bytes.subarray(TEXT_BASE + start, TEXT_BASE + end)));
  }

  /** The number of code points in a string, counted in its bytes. An unpaired surrogate counts as one. */
  codePoints(value: number): number {
    if (this.isRelaxed) return countCodePoints(this.text(value));
    if (value < 0) this.readKey(~value);
    else {
      const start = TEXT_BASE + (this.words[this.base + value * 2] ?? 0);
      const length = (this.words[this.base + value * 2 + 1] ?? 0) & LINK_MASK;
      this.start = start + 1;
      this.end = (length < LINK_MASK ? start + length : TEXT_BASE + this.places.range(value).end) - 1;
    }
    const { bytes, start, end } = this;
    let count = 0;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      // Continuation bytes are 10xxxxxx.
      if ((byte & 0xc0) !== 0x80) count += 1;
      if (byte !== BACKSLASH) continue;
      at += 1;
      if (bytes[at] !== LETTER_U) continue;
      const isPair = isSurrogate(bytes, at, 'high') && bytes[at + 5] === BACKSLASH && isSurrogate(bytes, at + 6, 'low');
      at += isPair ? 10 : 4;
    }
    return count;
  }

  /** A number in JSON notation; Infinity and NaN stay as they are. Under the native parser, the nearest double's notation. */
  number(value: number): string {
    const { start, end } = this.places.range(value);
    const text = plainNumber(decodeUtf8(this.bytes.subarray(TEXT_BASE + start, TEXT_BASE + end)));
    return this.parser === 'native' ? String(Number(text)) : text;
  }

  /** The double nearest to a number. */
  nearest(value: number): number {
    const length = (this.words[this.base + value * 2 + 1] ?? 0) & LINK_MASK;
    return this.nearestAt(value, TEXT_BASE + (this.words[this.base + value * 2] ?? 0), length);
  }

  /**
   * The double nearest to a number whose address and length are known. A number of at most 15 digits without an exponent needs
   * no string: its digits and the power of ten are exact doubles, so their quotient is the nearest one.
   * @see Clinger, How to Read Floating Point Numbers Accurately (1990)
   */
  nearestAt(value: number, start: number, length: number): number {
    const { bytes } = this;
    if (length > SHORT_NUMBER) return Number(this.number(value));
    const isNegative = bytes[start] === MINUS;
    const end = start + length;
    let digits = 0;
    let point = end - 1;
    for (let at = isNegative ? start + 1 : start; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte >= ZERO && byte <= NINE) digits = digits * 10 + byte - ZERO;
      else if (byte === POINT && point === end - 1) point = at;
      else return Number(this.number(value));
    }
    const number = digits / (POWERS_OF_TEN[end - 1 - point] ?? 1);
    return isNegative ? -number : number;
  }

  /** Whether a number has at most 15 digits and no exponent. */
  isShort(value: number): boolean {
    const length = (this.words[this.base + value * 2 + 1] ?? 0) & LINK_MASK;
    const start = TEXT_BASE + (this.words[this.base + value * 2] ?? 0);
    if (this.isRelaxed || length > SHORT_NUMBER) return false;
    let at = start;
    while (at < start + length && isPlainDigit(this.bytes[at] ?? 0)) at += 1;
    return at === start + length;
  }

  /**
   * Whether a number certainly lies strictly between two doubles. `false` means unknown. Reads the first digits of a number
   * without an exponent. The remaining digits add less than one unit in the last digit read, and the rounding here is smaller
   * than that.
   */
  isSurelyBetween(low: number, high: number, start: number, length: number): boolean {
    const { bytes } = this;
    const isNegative = bytes[start] === MINUS;
    const first = isNegative ? start + 1 : start;
    const end = start + length;
    let digits = 0;
    let power = 0;
    let rest = 0;
    let at = first;
    for (; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte < ZERO || byte > NINE) break;
      digits = digits * 10 + byte - ZERO;
    }
    // Only up to this many digits are exact.
    if (at - first > SHORT_NUMBER) return false;
    if (at < end) {
      if (bytes[at] !== POINT) return false;
      const most = SHORT_NUMBER - (at - first);
      for (at += 1; at < end; at += 1) {
        const byte = bytes[at] ?? 0;
        if (byte < ZERO || byte > NINE) return false;
        if (power === most) {
          rest = 1;
          continue;
        }
        digits = digits * 10 + byte - ZERO;
        power += 1;
      }
    }
    const unit = POWERS_OF_TEN[power] ?? 1;
    const least = digits / unit;
    const most = rest === 0 ? least : (digits + rest) / unit;
    return isNegative ? -most > low && -least < high : least > low && most < high;
  }

  /** Whether a number has no fractional part. `bySpelling`: in draft 4, a number with a point or an exponent is no integer. */
  isInteger(value: number, bySpelling: boolean): boolean {
    const { start, end } = this.places.range(value);
    let at = TEXT_BASE + start;
    if (this.bytes[at] === MINUS) at += 1;
    while (at < TEXT_BASE + end && (this.bytes[at] ?? 0) >= ZERO && (this.bytes[at] ?? 0) <= NINE) at += 1;
    if (at === TEXT_BASE + end) return true;
    const text = this.number(value);
    if (this.parser === 'native' || !/^-?\d/.test(text)) return Number.isInteger(Number(text));
    return !bySpelling && isWhole(text);
  }

  /** The number of children of a container. */
  count(container: number): number {
    return this.places.children.count(container);
  }
}

/** The number of code points in a text. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at += 1) if ((text.codePointAt(at - 1) ?? 0) > 0xffff) count -= 1;
  return count;
}

/** A digit, the point or the minus sign. */
function isPlainDigit(byte: number): boolean {
  return (byte >= ZERO && byte <= NINE) || byte === POINT || byte === MINUS;
}

/** Whether `at` is at the letter u of an escape whose four digits are the given half of a surrogate pair. */
function isSurrogate(bytes: Uint8Array, at: number, half: 'high' | 'low'): boolean {
  if (bytes[at] !== LETTER_U) return false;
  const [d, kind] = [(bytes[at + 1] ?? 0) | 0x20, bytes[at + 2] ?? 0];
  if (d !== 0x64) return false;
  const digit = kind <= NINE ? kind - ZERO : (kind | 0x20) - 0x57;
  return half === 'high' ? digit >= 8 && digit <= 0xb : digit >= 0xc;
}
