// Packs the beginning of a text into two words that compare like the texts. Most of a sort then compares numbers, and texts are
// read only when their beginnings are equal.
//
//   "Item 12b"  →  i t e m ␣ #2 1 2   symbols of 7 bits, four to a word, zeros after the end
//
// A symbol is a unit in lower case, plus one (with the collation `units`: any unit as it is, plus one). A run of digits is its
// length, without leading zeros, and then the digits, so 9 comes before 12. Units from `~` on have no symbol of their own;
// they, and runs of nine digits or more, end the words.

import { ZERO } from '../../shared/bytes/ascii.ts';
import { isDigit, type Collation } from './natural-order.ts';

const PER_WORD = 4;
const SYMBOLS = 2 * PER_WORD;
const BITS = 7;
const LAST = 0x7f;
/** The first unit that shares its symbol with larger ones. */
const SHARED = 0x7e;
/** The length of a run of digits that shares its symbol with longer runs. */
const LONG_RUN = 9;

/** The UTF-16 units of a text, or its bytes if these are ASCII. */
export interface Units {
  readonly length: number;
  at(index: number): number;
}

export class StringUnits implements Units {
  constructor(
    private readonly text: string,
    private readonly from = 0,
  ) {}

  get length(): number {
    return this.text.length - this.from;
  }

  at(index: number): number {
    return this.text.charCodeAt(this.from + index);
  }
}

/** Bytes as units; reused for the next text. */
export class ByteUnits implements Units {
  length = 0;
  private bytes: Uint8Array = new Uint8Array();
  private start = 0;

  move(bytes: Uint8Array, start: number, end: number): this {
    this.bytes = bytes;
    this.start = start;
    this.length = end - start;
    return this;
  }

  at(index: number): number {
    return this.bytes[this.start + index] ?? 0;
  }
}

/** Packs the beginnings of texts, one after another. */
export class TextKey {
  high = 0;
  low = 0;
  private count = 0;
  private readonly isNatural: boolean;

  constructor(collation: Collation = 'natural') {
    this.isNatural = collation === 'natural';
  }

  /** Packs the beginning of a text. Returns the number of units that were read. */
  read(units: Units): number {
    return this.readFrom(units, 0);
  }

  /** Packs what follows the words that `read` makes of a text. Returns the number of units that were read. */
  follow(units: Units): number {
    return this.readFrom(units, -SYMBOLS);
  }

  private readFrom(units: Units, count: number): number {
    this.high = 0;
    this.low = 0;
    this.count = count;
    const { length } = units;
    const { isNatural } = this;
    let at = 0;
    while (this.count < SYMBOLS && at < length) {
      const unit = units.at(at);
      if (isNatural && unit >= ZERO && unit <= ZERO + 9) {
        at = this.readDigits(units, at);
      } else if (unit >= SHARED) {
        this.end();
        at += 1;
      } else {
        this.push((isNatural && unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit) + 1);
        at += 1;
      }
    }
    return at;
  }

  private readDigits(units: Units, from: number): number {
    const { length } = units;
    let end = from + 1;
    while (end < length && isDigit(units.at(end))) end += 1;
    let at = from;
    while (at < end - 1 && units.at(at) === ZERO) at += 1;
    this.push(ZERO + Math.min(end - at, LONG_RUN) + 1);
    if (end - at >= LONG_RUN) this.end();
    for (; at < end; at += 1) this.push(units.at(at) + 1);
    return end;
  }

  private push(symbol: number): void {
    if (this.count >= SYMBOLS) return;
    const shift = BITS * (3 - (this.count & 3));
    if (this.count >= PER_WORD) this.low |= symbol << shift;
    else if (this.count >= 0) this.high |= symbol << shift;
    this.count += 1;
  }

  /** Ends the words: what follows is ignored. */
  private end(): void {
    this.push(LAST);
    this.count = SYMBOLS;
  }
}
