// AssemblyScript. Hashes every subtree of plain JSON in one pass over tape and text: two words for each entry, as described in
// `engine/diff/hash/subtree-hash.ts`, which has the TypeScript twin.
//
// The sums of an open container are in its own words, and the hash of its key is in those of its closing bracket. A stack holds
// the containers around it:
//
//   31   30                     0
//   obj  entry of the container           all ones below the top bit: there is none

const QUOTE: u32 = 0x22;
const BACKSLASH: u32 = 0x5c;
const BRACE: u32 = 0x7b;
const MINUS: u32 = 0x2d;
const POINT: u32 = 0x2e;
const ZERO: u32 = 0x30;
const NINE: u32 = 0x39;
const OPENING: u32 = 0x40000000;
const CLOSING: u32 = 0x80000000;
const LINK_MASK: u32 = 0x3fffffff;
const NONE: u32 = 0x7fffffff;

const SEED_LOW: i32 = 0x811c9dc5;
const SEED_HIGH: i32 = 0x2f0b4c47;
const PRIME_LOW: i32 = 0xcc9e2d51;
const PRIME_HIGH: i32 = 0x9e3779b1;
const KEY_PRIME: i32 = 0x27d4eb2f;
const VALUE_PRIME: i32 = 0x165667b1;
const ITEM_PRIME: i32 = 0x2c1b3c6d;
const STRING_SALT: i32 = 0x1b873593;
const NUMBER_SALT: i32 = 0x3c6ef372;
const LITERAL_SALT: i32 = 0x5be0cd19;
const OBJECT_SALT: i32 = 0x71374491;
const ARRAY_SALT: i32 = 0x428a2f98;
const LARGE_POWER: i64 = 1000000000000000;

let text: u32 = 0;
let tape: u32 = 0;
let out: u32 = 0;
let stack: u32 = 0;
let hasBrackets: bool = true;
let bySpelling: bool = false;
let anyOrder: bool = false;
let position: u32 = 0;
let open: u32 = NONE;
let inObject: bool = false;
let depth: u32 = 0;

/** Sets the addresses of text, tape, hashes (8 bytes per entry) and stack (4 bytes per level), and what counts. */
export function beginHash(
  textAt: u32,
  tapeAt: u32,
  outAt: u32,
  stackAt: u32,
  rootHasBrackets: bool,
  numbersBySpelling: bool,
  itemsInAnyOrder: bool,
): void {
  text = textAt;
  tape = tapeAt;
  out = outAt;
  stack = stackAt;
  hasBrackets = rootHasBrackets;
  bySpelling = numbersBySpelling;
  anyOrder = itemsInAnyOrder;
  position = textAt;
  open = NONE;
  inObject = false;
  depth = 0;
}

/** Hashes the entries from `from` to `to`, which follow the previous ones. */
export function hashEntries(from: u32, to: u32): void {
  let at = position;
  let around = open;
  let object = inObject;
  let level = depth;
  for (let entry = from; entry < to; entry += 1) {
    const start = text + load<u32>(tape + entry * 8);
    const link = load<u32>(tape + entry * 8, 4);
    let node = entry;
    let key: u64 = 0;
    let low: i32;
    let high: i32;
    if (link & CLOSING) {
      node = entry - (link & LINK_MASK);
      const salt = object ? OBJECT_SALT : ARRAY_SALT;
      low = mixBits(load<i32>(out + node * 8) ^ salt);
      high = mixBits(load<i32>(out + node * 8, 4) + salt);
      key = load<u64>(out + entry * 8);
      store<u64>(out + entry * 8, 0);
      level -= 1;
      const before = load<u32>(stack + level * 4);
      around = before & NONE;
      object = before >>> 31 == 1;
      at = start + 1;
    } else {
      if (object) {
        while (load<u8>(at) != QUOTE) at += 1;
        key = hashString(at + 1);
      }
      if (link & OPENING) {
        store<u64>(out + (entry + (link & LINK_MASK)) * 8, key);
        store<u64>(out + entry * 8, 0);
        store<u32>(stack + level * 4, around | (u32(object) << 31));
        level += 1;
        around = entry;
        const isOutside = entry == 0 && !hasBrackets;
        object = !isOutside && load<u8>(start) == BRACE;
        at = isOutside ? start : start + 1;
        continue;
      }
      const end = start + (link & LINK_MASK);
      const first: u32 = load<u8>(start);
      let hash: u64;
      let salt = STRING_SALT;
      if (first == QUOTE) {
        hash = hashString(start + 1);
      } else if (first == 0x74 || first == 0x66 || first == 0x6e) {
        salt = LITERAL_SALT;
        hash = pack(mixBits(first), mixBits(i32(first) + salt));
      } else {
        salt = NUMBER_SALT;
        hash = bySpelling ? hashBytes(start, end) : hashNumber(start, end);
      }
      low = i32(hash) ^ salt;
      high = i32(hash >> 32) + salt;
      at = end;
    }
    store<u64>(out + node * 8, pack(low, high));
    if (around == NONE) continue;
    const sums = out + around * 8;
    const sumLow = load<i32>(sums);
    const sumHigh = load<i32>(sums, 4);
    if (object) {
      store<i32>(sums, sumLow + mixBits((i32(key) * KEY_PRIME) ^ low));
      store<i32>(sums, sumHigh + mixBits(i32(key >> 32) * VALUE_PRIME + high), 4);
    } else if (anyOrder) {
      store<i32>(sums, sumLow + mixBits(low));
      store<i32>(sums, sumHigh + mixBits(high + ITEM_PRIME), 4);
    } else {
      store<i32>(sums, sumLow * ITEM_PRIME + low + 1);
      store<i32>(sums, (rotl<i32>(sumHigh, 7) * KEY_PRIME) ^ (high + 1), 4);
    }
  }
  position = at;
  open = around;
  inObject = object;
  depth = level;
}

// @ts-ignore: decorator
@inline
function pack(low: i32, high: i32): u64 {
  return u64(u32(low)) | (u64(u32(high)) << 32);
}

// @ts-ignore: decorator
@inline
function mixBits(lane: i32): i32 {
  let mixed: u32 = (u32(lane) ^ (u32(lane) >>> 16)) * 0x85ebca6b;
  mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
  return i32(mixed ^ (mixed >>> 16));
}

// @ts-ignore: decorator
@inline
function mixWord(lane: i32, word: u32, prime: i32): i32 {
  return rotl<i32>((lane ^ i32(word)) * prime, 13);
}

/** Whether one of the four bytes of `word` is the byte that `byte` repeats four times. */
// @ts-ignore: decorator
@inline
function has(word: u32, byte: u32): bool {
  const x = word ^ byte;
  return ((x - 0x01010101) & ~x & 0x80808080) != 0;
}

/** Hashes a string by its characters; `p` is after its opening quotation mark. */
export function hashString(p: u32): u64 {
  let low = SEED_LOW;
  let high = SEED_HIGH;
  const start = p;
  let word: u32 = load<u32>(p);
  while (!has(word, 0x22222222) && !has(word, 0x5c5c5c5c)) {
    low = mixWord(low, word, PRIME_LOW);
    high = mixWord(high, word, PRIME_HIGH);
    p += 4;
    word = load<u32>(p);
  }
  let length = p - start;
  let shift: u32 = 0;
  word = 0;
  for (;;) {
    let byte: u32 = load<u8>(p);
    if (byte == QUOTE) break;
    p += 1;
    // The bytes of the character, up to four, the first one lowest.
    let bytes = byte;
    let count: u32 = 1;
    if (byte == BACKSLASH) {
      byte = load<u8>(p);
      p += 1;
      if (byte == 0x75) {
        let code = hexadecimal(p);
        p += 4;
        if (code >= 0xd800 && code < 0xe000) {
          const isPair = code < 0xdc00 && load<u8>(p) == BACKSLASH && load<u8>(p, 1) == 0x75;
          const next = isPair ? hexadecimal(p + 2) : 0;
          if (next >= 0xdc00 && next < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00);
            p += 6;
          } else {
            code = 0xfffd;
          }
        }
        if (code < 0x80) {
          bytes = code;
        } else if (code < 0x800) {
          bytes = 0xc0 | (code >> 6) | ((0x80 | (code & 63)) << 8);
          count = 2;
        } else if (code < 0x10000) {
          bytes = 0xe0 | (code >> 12) | ((0x80 | ((code >> 6) & 63)) << 8) | ((0x80 | (code & 63)) << 16);
          count = 3;
        } else {
          bytes =
            0xf0 |
            (code >> 18) |
            ((0x80 | ((code >> 12) & 63)) << 8) |
            ((0x80 | ((code >> 6) & 63)) << 16) |
            ((0x80 | (code & 63)) << 24);
          count = 4;
        }
      } else if (byte == 0x6e) bytes = 0x0a;
      else if (byte == 0x74) bytes = 0x09;
      else if (byte == 0x72) bytes = 0x0d;
      else if (byte == 0x62) bytes = 0x08;
      else if (byte == 0x66) bytes = 0x0c;
      else bytes = byte;
    }
    for (; count > 0; count -= 1) {
      word |= (bytes & 0xff) << shift;
      bytes >>>= 8;
      shift += 8;
      length += 1;
      if (shift < 32) continue;
      low = mixWord(low, word, PRIME_LOW);
      high = mixWord(high, word, PRIME_HIGH);
      word = 0;
      shift = 0;
    }
  }
  return pack(mixBits(mixWord(low, word, PRIME_LOW) ^ i32(length)), mixBits(mixWord(high, word, PRIME_HIGH)));
}

function hexadecimal(p: u32): u32 {
  let code: u32 = 0;
  for (let end = p + 4; p < end; p += 1) {
    const byte: u32 = load<u8>(p);
    code = (code << 4) | (byte <= NINE ? byte - ZERO : (byte | 0x20) - 87);
  }
  return code;
}

function hashBytes(p: u32, end: u32): u64 {
  let low = SEED_LOW;
  let high = SEED_HIGH;
  const length = end - p;
  let word: u32 = 0;
  let shift: u32 = 0;
  for (; p < end; p += 1) {
    word |= u32(load<u8>(p)) << shift;
    shift += 8;
    if (shift < 32) continue;
    low = mixWord(low, word, PRIME_LOW);
    high = mixWord(high, word, PRIME_HIGH);
    word = 0;
    shift = 0;
  }
  return pack(mixBits(mixWord(low, word, PRIME_LOW) ^ i32(length)), mixBits(mixWord(high, word, PRIME_HIGH)));
}

/** Hashes a number by its exact value. */
function hashNumber(p: u32, end: u32): u64 {
  let low = SEED_LOW;
  let high = SEED_HIGH;
  const isNegative = load<u8>(p) == MINUS;
  if (isNegative) p += 1;
  let power: i64 = 0;
  let zeros: u32 = 0;
  let digits: u32 = 0;
  let step: i64 = 0;
  for (; p < end; p += 1) {
    const byte: u32 = load<u8>(p);
    if (byte == POINT) {
      step = 1;
      continue;
    }
    if (byte < ZERO || byte > NINE) break;
    power -= step;
    if (byte == ZERO) {
      if (digits > 0) zeros += 1;
      continue;
    }
    for (; zeros > 0; zeros -= 1) {
      low = (low ^ i32(ZERO)) * PRIME_LOW;
      high = (rotl<i32>(high, 5) ^ i32(ZERO)) * PRIME_HIGH;
    }
    digits += 1;
    low = (low ^ i32(byte)) * PRIME_LOW;
    high = (rotl<i32>(high, 5) ^ i32(byte)) * PRIME_HIGH;
  }
  if (digits == 0) return pack(mixBits(SEED_LOW), mixBits(SEED_HIGH));
  power += i64(zeros);
  if (p < end) power += readPower(p + 1, end);
  if (power > LARGE_POWER) power = LARGE_POWER;
  if (power < -LARGE_POWER) power = -LARGE_POWER;
  const sign: i32 = isNegative ? 0x55555555 : 0;
  return pack(
    mixBits(((low ^ i32(power)) * PRIME_LOW) ^ sign),
    mixBits((high ^ i32(power >> 32) ^ i32(power)) * PRIME_HIGH + sign),
  );
}

function readPower(p: u32, end: u32): i64 {
  const isNegative = load<u8>(p) == MINUS;
  let power: i64 = 0;
  for (; p < end; p += 1) {
    const byte: u32 = load<u8>(p);
    if (byte < ZERO) continue;
    power = power * 10 + i64(byte - ZERO);
    if (power > LARGE_POWER * 10) power = LARGE_POWER * 10;
  }
  return isNegative ? -power : power;
}
