// AssemblyScript. Passes over the values of a document that can't be secrets: strings without any feature of one, under keys that are
// known to say nothing. `engine/leaks/plain-values.ts` drives it, and draws the tables. Everything else is left to `find-leaks.ts`.

import { LONG as LINK, OPENING } from './states';

/** As in `engine/leaks/text-features.ts`. */
const PHONE_DIGITS: u32 = 2;
const ASSIGNED: u32 = 4;
const TOKEN_START: u32 = 8;
const LONG_NUMBER: u32 = 16;
const ACCOUNT_START: u32 = 32;
const ENCODED: u32 = 64;
const DASHES: u32 = 256;
const OPENS: u32 = 1024;
const SCHEME: u32 = 2048;
const SENTENCE: u32 = 4096;

const UPPER: u32 = 1;
const LOWER: u32 = 2;
const DIGIT: u32 = 4;
const WORD: u32 = 8;
const OTHER: u32 = 16;

/** Addresses in the tables: the classes of bytes, their flags, and the pairs that a token begins with. */
const FLAGS: u32 = 256;
const STARTS: u32 = 768;

/** Bytes of the shortest string that may be a secret, with its quotes, and of the longest number. */
const MIN_STRING: u32 = 6;
const MAX_NUMBER: u32 = 19;
const MIN_NUMBER: u32 = 13;
const MIN_ITEM_NUMBER: u32 = 8;
const QUOTE: u32 = 0x22;

/** Bytes of a container that was entered: its entry, and of what is around it the closing entry, whether it is an object, its index. */
const FRAME: u32 = 16;
const RESULTS: u32 = 32;
const UNKNOWN: u32 = 0xffffffff;
const MOST_DEPTH: u32 = 64;

/** Bytes of a key: its address, its length, the key that came next, and its last 16 bytes. */
const KEY: u32 = 32;

/** The features of a text, as `featuresOf` of `engine/leaks/text-features.ts` says. */
function featuresOf(start: u32, end: u32, tables: u32): u32 {
  let flags: u32 = 0;
  let run: u32 = 0;
  let classes: u32 = 0;
  let numberDigits: u32 = 0;
  let digits: u32 = 0;
  let dashes: u32 = 0;
  let hasPlus = false;
  let hasSpace = false;
  let hasHyphen = false;
  let hasLongRun = false;
  let account: u32 = 0;
  let before: u32 = 0;
  let classBefore: u32 = 0;
  const first: u32 = load<u8>(start);
  if (first == 0x7b || first == 0x5b || first == 0x2d) flags |= OPENS;
  for (let at = start; at < end; at++) {
    const code: u32 = load<u8>(at);
    const own: u32 = load<u8>(tables + code);
    flags |= <u32>load<u16>(tables + FLAGS + (code << 1));
    if ((own & (WORD | OTHER)) == 0) {
      if (code == 0x3d || code == 0x3a || code == 0x3c) {
        if ((classBefore & DIGIT) == 0 || (classes & LOWER) != 0) flags |= ASSIGNED;
        if (code == 0x3a && load<u16>(at, 1) == 0x2f2f) flags |= SCHEME;
      } else if (code == 0x20) hasSpace = true;
      run = 0;
      classes = 0;
    } else {
      run++;
      classes |= own;
      if (run >= 16) {
        hasLongRun = true;
        if ((classes & (UPPER | LOWER)) == (UPPER | LOWER)) flags |= ENCODED;
      }
    }
    if ((own & DIGIT) != 0) {
      digits++;
      numberDigits++;
      if (numberDigits == 13) flags |= LONG_NUMBER;
      if (account == 3) flags |= ACCOUNT_START;
      account = account == 2 ? 3 : 0;
    } else {
      if (code != 0x20 && code != 0x2d) numberDigits = 0;
      account = (own & UPPER) == 0 ? 0 : account == 1 ? 2 : (classBefore & WORD) == 0 ? 1 : 0;
    }
    if (code == 0x2d) {
      hasHyphen = true;
      dashes++;
      if (dashes == 5) flags |= DASHES;
    } else {
      dashes = 0;
      if (code == 0x2b) hasPlus = true;
      const next: u32 = load<u8>(at, 1);
      if ((own & WORD) != 0 && (classBefore & WORD) == 0 && next < 128 && load<u8>(tables + STARTS + (code << 7) + next) != 0)
        flags |= TOKEN_START;
      if (code == 0x75 && before == 0x2d && next == 0x73) flags |= TOKEN_START;
    }
    before = code;
    classBefore = code == 0x5f ? WORD : own;
  }
  if (!hasLongRun) flags &= ~TOKEN_START;
  if (hasPlus && digits >= 8) flags |= PHONE_DIGITS;
  if (hasSpace && (digits > 0 || hasHyphen)) flags |= SENTENCE;
  return flags;
}

/**
 * Indexed by the low and by the high four bits of a byte: a byte with a bit in both is a digit, or one of `@%\\=:<-{[`. A few others are
 * taken for one, too.
 */
const MARK_LOW = memory.data<u8>([5, 1, 1, 1, 1, 3, 1, 1, 1, 1, 16, 8, 24, 18, 0, 0], 16);
const MARK_HIGH = memory.data<u8>([0, 0, 2, 17, 4, 8, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0], 16);
const NIBBLE = memory.data<u8>([15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15], 16);

/** Whether a text of less than 16 bytes has no feature: without a digit and these signs it has none. False for some that have none. */
// @ts-ignore: decorator
@inline
function isBare(start: u32, length: u32): bool {
  const low = v128.load(NIBBLE);
  const v = v128.load(start);
  const marks = v128.and(
    i8x16.swizzle(v128.load(MARK_LOW), v128.and(v, low)),
    i8x16.swizzle(v128.load(MARK_HIGH), v128.and(i16x8.shr_u(v, 4), low)),
  );
  return (~i8x16.bitmask(i8x16.eq(marks, i8x16.splat(0))) & ((1 << length) - 1)) == 0;
}

/** Whether the item before one begins with a hyphen. */
// @ts-ignore: decorator
@inline
function followsOption(entry: u32, index: u32, text: u32): bool {
  return index > 0 && load<u8>(text + load<u32>(entry - 8) + 1) == 0x2d;
}

/** Whether a text holds what is a secret without any feature: `eyJ`, or `PuTTY`. */
function holdsStart(p: u32, end: u32): bool {
  for (; p + 3 <= end; p++) {
    const c: u32 = load<u8>(p);
    if (c == 0x65 && load<u16>(p, 1) == 0x4a79) return true;
    if (c == 0x50 && load<u16>(p, 1) == 0x5475) return true;
  }
  return false;
}

/** Whether the key before the quote at `end` is the known key at `key`. */
// @ts-ignore: decorator
@inline
function isKey(end: u32, key: u32, text: u32): bool {
  const length = load<u32>(key, 4);
  if (length >= end - text) return false;
  const start = end - length;
  if (load<u8>(start - 1) != QUOTE || load<u8>(start - 2) == 0x5c) return false;
  const mask = length >= 16 ? 0xffff : 0xffff & (0xffff << (16 - length));
  if ((i8x16.bitmask(i8x16.eq(v128.load(end - 16), v128.load(key, 16))) & mask) != mask) return false;
  if (length <= 16) return true;
  const spelt = load<u32>(key);
  for (let at: u32 = 0; at < length - 16; at++) if (load<u8>(start + at) != load<u8>(spelt + at)) return false;
  return true;
}

/**
 * Goes on from the entry at `entry` in the container that closes at `close`, of which `index` values are before it, until one may be
 * a secret, the container ends, or `most` values are passed. `keys` are `keyCount` known keys. `results` has room for five words: the
 * entry that was reached, the number of containers around it that were entered, how many values of the innermost one are before it,
 * whether it has to be read, and its features (all bits: not known); behind them are the frames.
 */
export function skipValues(
  entry: u32,
  close: u32,
  isObject: bool,
  index: u32,
  text: u32,
  tables: u32,
  keys: u32,
  keyCount: u32,
  results: u32,
  most: u32,
): void {
  let depth: u32 = 0;
  let last: u32 = 0;
  const keysEnd = keys + keyCount * KEY;
  const frames = results + RESULTS;
  let leakStops = false;
  let leakFeatures = UNKNOWN;
  for (;;) {
    if (entry >= close) {
      if (depth == 0) break;
      depth--;
      const frame = frames + depth * FRAME;
      entry = close + 8;
      close = load<u32>(frame, 4);
      isObject = load<u32>(frame, 8) != 0;
      index = load<u32>(frame, 12);
      continue;
    }
    if (most == 0) break;
    most--;
    const start = text + load<u32>(entry);
    const link = load<u32>(entry, 4);
    if (isObject) {
      let end = start - 1;
      while (load<u8>(end) != QUOTE) end--;
      if (keyCount == 0) {
        leakStops = true;
        break;
      }
      // The key that followed the last one the last time, or else any.
      let guess = last == 0 ? keys : load<u32>(last, 8);
      if (!isKey(end, guess, text)) {
        guess = keys;
        while (guess < keysEnd && !isKey(end, guess, text)) guess += KEY;
        if (guess == keysEnd) {
          leakStops = true;
          break;
        }
        if (last != 0) store<u32>(last, guess, 8);
      }
      last = guess;
    }
    const first: u32 = load<u8>(start);
    if ((link & OPENING) != 0) {
      if (depth == MOST_DEPTH) {
        leakStops = true;
        break;
      }
      const frame = frames + depth * FRAME;
      store<u32>(frame, entry);
      store<u32>(frame, close, 4);
      store<u32>(frame, isObject ? 1 : 0, 8);
      store<u32>(frame, index + 1, 12);
      depth++;
      close = entry + ((link & LINK) << 3);
      isObject = first == 0x7b;
      index = 0;
      entry += 8;
      continue;
    }
    const length = link & LINK;
    if (first == QUOTE) {
      if (length >= MIN_STRING) {
        const isShort = length < 18 && isBare(start + 1, length - 2);
        const features = length == LINK || isShort ? 0 : featuresOf(start + 1, start + length - 1, tables);
        let isNamed = !isObject && followsOption(entry, index, text);
        // The second item is named by the first one if there are only two; otherwise by the array, whose name says nothing.
        if (!isObject && index == 1) isNamed = isNamed || entry + 8 == close || holdsStart(start + 1, start + length - 1);
        if (features != 0 || isNamed || length == LINK) {
          leakStops = true;
          if (length != LINK) leakFeatures = features;
          break;
        }
      }
    } else if (first < 0x3a && length <= MAX_NUMBER && length >= MIN_ITEM_NUMBER) {
      // Shorter ones are none without a name, which the items of a plain array have only as the second of two or behind an option.
      const isNamed = !isObject && ((index == 1 && entry + 8 == close) || followsOption(entry, index, text));
      if (length < MIN_NUMBER && !isNamed) {
        index++;
        entry += 8;
        continue;
      }
      let p = start;
      while (p < start + length && <u32>load<u8>(p) - 0x30 < 10) p++;
      if (p == start + length) {
        leakStops = true;
        break;
      }
    }
    index++;
    entry += 8;
  }
  store<u32>(results, entry);
  store<u32>(results, depth, 4);
  store<u32>(results, index, 8);
  store<u32>(results, leakStops ? 1 : 0, 12);
  store<u32>(results, leakFeatures, 16);
}
