// Reads one strict JSON value at an offset of any text, in one pass and without recursion. A value that fails is remembered with
// all containers that were open, so that an attempt at any of these fails at once: hostile brackets cost linear time.

import {
  BACKSLASH,
  BRACE,
  BRACE_END,
  BRACKET,
  BRACKET_END,
  COLON,
  COMMA,
  CR,
  LF,
  QUOTE,
  SPACE,
  TAB,
} from '../../shared/bytes/ascii.ts';
import { bitsBetween, hasBit, setBit } from './bits.ts';
import { skipScalar, skipSpace, skipString } from './json-tokens.ts';

/** Most cells of a CSV file hold no container: a reader of one allocates nothing. */
const NO_WORDS = new Uint32Array();

/** Number of offsets from which on bits are faster than a list. */
const MANY = 24;

/**
 * Offsets at which a value is known to fail; forgotten once the scan is behind them. Many are bits: hostile brackets are more than a
 * set can hold.
 */
export class FailedOffsets {
  private few: Float64Array | null = null;
  private fewCount = 0;
  private bits = NO_WORDS;
  /** The words of `bits` that are in use. */
  private firstWord = Number.POSITIVE_INFINITY;
  private lastWord = -1;
  private last = -1;

  has(offset: number): boolean {
    if (offset > this.last) return false;
    for (let index = 0; index < this.fewCount; index += 1) if (this.few?.[index] === offset) return true;
    return this.lastWord >= 0 && hasBit(this.bits, offset);
  }

  add(offset: number): void {
    if (offset > this.last) this.last = offset;
    if (this.fewCount < MANY) {
      this.few ??= new Float64Array(MANY);
      this.few[this.fewCount] = offset;
      this.fewCount += 1;
      return;
    }
    const word = offset >>> 5;
    if (word >= this.bits.length) {
      const wider = new Uint32Array(Math.max(64, 2 * word));
      wider.set(this.bits);
      this.bits = wider;
    }
    setBit(this.bits, offset);
    if (word < this.firstWord) this.firstWord = word;
    if (word > this.lastWord) this.lastWord = word;
  }

  /** All of them, in no order. */
  *all(): Iterable<number> {
    yield* this.few?.subarray(0, this.fewCount) ?? [];
    if (this.lastWord >= 0) yield* bitsBetween(this.bits, this.firstWord * 32, this.lastWord * 32 + 32);
  }

  /** The scan goes on at an offset: forgets what is before it, as soon as all is. */
  passed(offset: number): void {
    if (this.last < 0 || offset <= this.last) return;
    this.fewCount = 0;
    this.last = -1;
    if (this.lastWord < 0) return;
    this.bits.fill(0, this.firstWord, this.lastWord + 1);
    this.firstWord = Number.POSITIVE_INFINITY;
    this.lastWord = -1;
  }
}

/** Reads strict JSON values out of a run of bytes. */
export class StrictReader {
  /** Where the last value failed; the end of the bytes if these ended within it. */
  failedAt = 0;
  /** Whether it failed within a string. */
  failedInString = false;
  /** Number of bytes read so far, in all attempts. */
  steps = 0;
  private frames = NO_WORDS;
  private depth = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly limit: number,
    readonly failed = new FailedOffsets(),
  ) {}

  /** The end of the value that starts here, or -1; then `failedAt` says where. */
  read(start: number): number {
    this.depth = 0;
    this.failedInString = false;
    if (this.failed.has(start)) {
      this.failedAt = start;
      return -1;
    }
    const end = this.value(start);
    this.steps += Math.abs(end < 0 ? this.failedAt - start : end - start);
    if (end < 0) for (let frame = 0; frame < this.depth; frame += 1) this.failed.add(this.frames[frame] ?? 0);
    return end;
  }

  /** The brackets of the containers that were open when the last value failed, the innermost ones if there are very many. */
  get openBrackets(): number[] {
    const from = Math.max(0, this.depth - 1000);
    return Array.from(this.frames.subarray(from, this.depth), (offset) => this.bytes[offset] ?? 0);
  }

  private push(offset: number): void {
    if (this.depth === this.frames.length) {
      const wider = new Uint32Array(Math.max(16, this.frames.length * 2));
      wider.set(this.frames);
      this.frames = wider;
    }
    this.frames[this.depth] = offset;
    this.depth += 1;
  }

  private value(start: number): number {
    const { bytes, limit } = this;
    let at = start;
    let isKey = false;
    for (;;) {
      // A value or a key is next.
      let byte = bytes[at] ?? 0;
      while (at < limit && (byte === SPACE || byte === LF || byte === CR || byte === TAB)) byte = bytes[++at] ?? 0;
      if (at >= limit) return this.fail(limit);
      if (byte === QUOTE) {
        const end = skipString(bytes, at, limit);
        if (end < 0) {
          this.failedInString = true;
          return this.fail(-end - 1);
        }
        at = end;
        if (isKey) {
          at = skipSpace(bytes, at, limit);
          if (at >= limit || bytes[at] !== COLON) return this.fail(at);
          at += 1;
          isKey = false;
          continue;
        }
      } else if (isKey) return this.fail(at);
      else if (byte === BRACE || byte === BRACKET) {
        this.push(at);
        at = skipSpace(bytes, at + 1, limit);
        if (at >= limit) return this.fail(limit);
        if (bytes[at] !== byte + 2) {
          isKey = byte === BRACE;
          continue;
        }
        at += 1;
        this.depth -= 1;
      } else {
        const end = skipScalar(bytes, at, limit);
        if (end < 0) return this.fail(-end - 1);
        at = end;
      }
      // A value is complete.
      for (;;) {
        if (this.depth === 0) return at;
        at = skipSpace(bytes, at, limit);
        if (at >= limit) return this.fail(limit);
        const closer = bytes[at];
        const isObject = bytes[this.frames[this.depth - 1] ?? 0] === BRACE;
        at += 1;
        if (closer === COMMA) {
          isKey = isObject;
          break;
        }
        if (closer !== (isObject ? BRACE_END : BRACKET_END)) return this.fail(at - 1);
        this.depth -= 1;
      }
    }
  }

  private fail(at: number): number {
    this.failedAt = at;
    return -1;
  }
}

/** Returns JSON without white space around its tokens, as they are spelt; `null` if the bytes are not one JSON value. */
export function compactJson(bytes: Uint8Array): Uint8Array | null {
  const { length } = bytes;
  const start = skipSpace(bytes, 0, length);
  const end = new StrictReader(bytes, length).read(start);
  if (end < 0 || skipSpace(bytes, end, length) < length) return null;
  const out = new Uint8Array(end - start);
  let size = 0;
  let isInString = false;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte <= SPACE && !isInString) continue;
    out[size++] = byte;
    if (byte === QUOTE) isInString = !isInString;
    else if (byte === BACKSLASH) out[size++] = bytes[++at] ?? 0;
  }
  return out.subarray(0, size);
}
