// Judges numbers of JSON: what becomes of one that is read as a double and written again. Nearly all are decimals of few digits,
// whose spelling alone tells. The others are judged in batches: parsed and written by the browser in one call, and compared as
// one text, because in nearly all documents they are as JavaScript wrote them.

import { COMMA, MINUS, NINE, POINT, ZERO } from '../../shared/bytes/ascii.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { equalNumbers } from '../base/decimals.ts';

/** `inexact`: a double has another value. `respelt`: it has this value, and is written in another spelling. */
export type Respelling = 'inexact' | 'respelt';

/** A double keeps any decimal of this many digits. */
export const SAFE_LENGTH = 15;
/** A fraction with more leading zeros is written with an exponent. */
const LEADING_ZEROS = 5;
const BATCH_BYTES = 1 << 14;

/** Judges the numbers of one text. */
export class NumberSpelling {
  private readonly batch = new Uint8Array(BATCH_BYTES);
  private used = 0;
  private entries: number[] = [];

  /** `tell` gets each number that is not written as it is spelt, not in order. */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly tell: (entry: number, what: Respelling) => void,
  ) {}

  /** Judges a number, now or in `finish`. */
  add(entry: number, start: number, end: number): void {
    const { bytes } = this;
    let at = bytes[start] === MINUS ? start + 1 : start;
    const whole = at;
    while (at < end && isDigit(bytes[at])) at += 1;
    let digits = at - whole;
    if (at === end && digits <= SAFE_LENGTH) {
      // -0 is written as 0.
      if (bytes[whole] === ZERO && whole > start) this.tell(entry, 'respelt');
      return;
    }
    if (bytes[at] === POINT) {
      at += 1;
      const fraction = at;
      let zeros = 0;
      if (bytes[whole] === ZERO) {
        while (at < end && bytes[at] === ZERO) at += 1;
        zeros = at - fraction;
        digits = -zeros;
      }
      while (at < end && isDigit(bytes[at])) at += 1;
      digits += at - fraction;
      if (at === end && digits <= SAFE_LENGTH && zeros <= LEADING_ZEROS) {
        if (bytes[end - 1] === ZERO) this.tell(entry, 'respelt');
        return;
      }
    }
    this.collect(entry, start, end);
  }

  /** Judges what is left of the batch. */
  finish(): void {
    const { entries } = this;
    if (entries.length === 0) return;
    const text = decodeUtf8(this.batch.subarray(0, this.used - 1));
    const written = JSON.stringify(JSON.parse(`[${text}]`)).slice(1, -1);
    if (written !== text) {
      text.split(',').forEach((number, index) => {
        const what = respellingOf(number);
        if (what !== null) this.tell(entries[index] ?? 0, what);
      });
    }
    this.entries = [];
    this.used = 0;
  }

  private collect(entry: number, start: number, end: number): void {
    const { bytes, batch } = this;
    const length = end - start;
    if (length >= BATCH_BYTES) {
      const what = respellingOf(decodeUtf8(bytes.subarray(start, end)));
      if (what !== null) this.tell(entry, what);
      return;
    }
    if (this.used + length >= BATCH_BYTES) this.finish();
    let { used } = this;
    for (let at = start; at < end; at += 1, used += 1) batch[used] = bytes[at] ?? 0;
    batch[used] = COMMA;
    this.used = used + 1;
    this.entries.push(entry);
  }
}

/** What becomes of a number; `null` when it stays as it is. */
function respellingOf(number: string): Respelling | null {
  const nearest = String(Number(number));
  if (nearest === number) return null;
  return equalNumbers(number, nearest) ? 'respelt' : 'inexact';
}

function isDigit(byte = 0): boolean {
  return byte >= ZERO && byte <= NINE;
}
