// Computes the hash of every subtree of a document in one pass over tape and text:
//
//   words[2 · entry], words[2 · entry + 1]      the two lanes of the value at an entry; unused for closing brackets
//
//   scalar    its kind and its value (`value-hash.ts`)
//   array     its items in sequence; their sum where order is ignored
//   object    the sum over its members of key and value mixed, so that order does not count
//
// Ignored values contribute nothing.

import type { CompareOptions } from '../../../shared/protocol/compare.ts';
import { hasComments } from '../../../shared/document/dialect.ts';
import { hasCode } from '../../../shared/errors.ts';
import { unquote } from '../../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../../document/document.ts';
import { TEXT_BASE } from '../../base/memory.ts';
import { CLOSING, LINK_MASK, OPENING } from '../../tape/tape.ts';
import type { Work } from '../../base/work.ts';
import { Hasher, mixBits } from './value-hash.ts';
import type { Ignored } from './ignored.ts';
import { APOSTROPHE, BRACE, QUOTE } from '../../../shared/bytes/ascii.ts';

const SLICE_ENTRIES = 262_144;
/** Bytes per entry of the hashes, and per level of the stack. */
const HASH_BYTES = 8;
const STACK_BYTES = 4;
/** Words per open container: hash of its key, sums, and whether it is an object. */
const LEVEL = 6;
const KEY_PRIME = 0x27d4eb2f;
const VALUE_PRIME = 0x165667b1;
const ITEM_PRIME = 0x2c1b3c6d;
/** Each kind has a salt, so that the string "1" and the number 1 differ. */
const STRING_SALT = 0x1b873593;
const NUMBER_SALT = 0x3c6ef372;
const LITERAL_SALT = 0x5be0cd19;
const OBJECT_SALT = 0x71374491;
const ARRAY_SALT = 0x428a2f98;

/** Two words per entry of a document's tape. */
export type Hashes = Uint32Array;

type HashOptions = Pick<CompareOptions, 'numbers' | 'ignoreOrder'>;

/** Hashes all subtrees. Cost: about two scans, and eight bytes for each entry. */
export function* hashDocument(document: JsonDocument, options: HashOptions, ignored: Ignored | null): Work<Hashes> {
  // The WebAssembly pass supports only plain JSON without ignored values, and no scalar of a gigabyte or more.
  const isPlain = !hasComments(document.dialect) && ignored === null && document.size < LINK_MASK;
  if (!isPlain || !makeRoom(document)) return yield* hashPlainly(document, options, ignored);
  const { tape, memory } = document;
  const { count } = tape;
  const out = memory.tapeBase + tape.byteLength;
  memory.passes.beginHash(
    TEXT_BASE,
    memory.tapeBase,
    out,
    out + count * HASH_BYTES,
    tape.bracketLength(0) === 1,
    options.numbers === 'spelling',
    options.ignoreOrder,
  );
  for (let from = 0; from < count; from += SLICE_ENTRIES) {
    const to = Math.min(count, from + SLICE_ENTRIES);
    memory.passes.hashEntries(from, to);
    yield { done: tape.start(to - 1), total: memory.size };
  }
  return memory.words.slice(out / 4, out / 4 + count * 2);
}

/** Reserves memory after the tape for hashes and a stack; false when there is not enough. */
function makeRoom({ memory, tape }: JsonDocument): boolean {
  try {
    memory.ensure(memory.tapeBase + tape.byteLength + tape.count * (HASH_BYTES + STACK_BYTES / 2) + STACK_BYTES);
    return true;
  } catch (error) {
    if (hasCode(error, 'too-large')) return false;
    throw error;
  }
}

/** The same for any dialect: the TypeScript twin of `wasm/hash.ts`, which takes three times as long. */
export function* hashPlainly(
  document: JsonDocument,
  { numbers, ignoreOrder }: HashOptions,
  ignored: Ignored | null,
): Work<Hashes> {
  const { tape, memory, places, dialect } = document;
  const { count, wordBase } = tape;
  const hashes = new Uint32Array(count * 2);
  const hasher = new Hasher();
  const isRelaxed = hasComments(dialect);
  const hasRootBrackets = tape.bracketLength(0) === 1;
  const byValue = numbers === 'value';
  const isJson5 = dialect === 'json5';
  let bytes = memory.bytes;
  let words = memory.words;
  let levels = new Int32Array(64 * LEVEL);
  // Level 0 is outside the root.
  let top = 0;
  let inObject = 0;
  let position = TEXT_BASE;
  for (let entry = 0; entry < count; entry += 1) {
    if (entry % SLICE_ENTRIES === SLICE_ENTRIES - 1) {
      yield { done: position - TEXT_BASE, total: memory.size };
      ({ bytes, words } = memory);
    }
    const link = words[wordBase + entry * 2 + 1] ?? 0;
    const start = TEXT_BASE + (words[wordBase + entry * 2] ?? 0);
    let node = entry;
    let low = 0;
    let high = 0;
    let keyLow = 0;
    let keyHigh = 0;
    if ((link & CLOSING) !== 0) {
      node = entry - (link & LINK_MASK);
      const salt = inObject === 1 ? OBJECT_SALT : ARRAY_SALT;
      low = mixBits((levels[top + 2] ?? 0) ^ salt);
      high = mixBits((levels[top + 3] ?? 0) + salt);
      keyLow = levels[top] ?? 0;
      keyHigh = levels[top + 1] ?? 0;
      top -= LEVEL;
      inObject = levels[top + 4] ?? 0;
      position = start + 1;
    } else {
      if (inObject === 1) {
        if (isRelaxed) {
          const key = places.keyRange(entry);
          hasher.hashText(unquote(decodeUtf8(places.text.slice(key.start, key.end))));
        } else {
          while (bytes[position] !== QUOTE) position += 1;
          hasher.hashString(bytes, position + 1);
        }
        keyLow = hasher.low;
        keyHigh = hasher.high;
      }
      if ((link & OPENING) !== 0) {
        top += LEVEL;
        if (top + LEVEL > levels.length) {
          const larger = new Int32Array(levels.length * 2);
          larger.set(levels);
          levels = larger;
        }
        levels[top] = keyLow;
        levels[top + 1] = keyHigh;
        levels[top + 2] = 0;
        levels[top + 3] = 0;
        inObject = bytes[start] === BRACE && (entry > 0 || hasRootBrackets) ? 1 : 0;
        levels[top + 4] = inObject;
        position = entry > 0 || hasRootBrackets ? start + 1 : start;
        continue;
      }
      const length = link & LINK_MASK;
      const end = length < LINK_MASK ? start + length : TEXT_BASE + places.range(entry).end;
      const first = bytes[start] ?? 0;
      let salt = STRING_SALT;
      if (first === QUOTE && !isRelaxed) {
        hasher.hashString(bytes, start + 1);
      } else if (first === QUOTE || first === APOSTROPHE) {
        hasher.hashText(unquote(decodeUtf8(bytes.subarray(start, end))));
      } else if (first === 0x74 || first === 0x66 || first === 0x6e) {
        salt = LITERAL_SALT;
        hasher.low = mixBits(first);
        hasher.high = mixBits(first + salt);
      } else {
        salt = NUMBER_SALT;
        if (!byValue) hasher.hashBytes(bytes, start, end);
        else if (isJson5) hasher.hashRelaxedNumber(bytes, start, end);
        else hasher.hashNumber(bytes, start, end);
      }
      low = hasher.low ^ salt;
      high = (hasher.high + salt) | 0;
      position = end;
    }
    hashes[node * 2] = low;
    hashes[node * 2 + 1] = high;
    if (ignored?.has(node) === true) continue;
    if (inObject === 1) {
      levels[top + 2] = ((levels[top + 2] ?? 0) + mixBits(Math.imul(keyLow, KEY_PRIME) ^ low)) | 0;
      levels[top + 3] = ((levels[top + 3] ?? 0) + mixBits(Math.imul(keyHigh, VALUE_PRIME) + high)) | 0;
    } else if (ignoreOrder) {
      levels[top + 2] = ((levels[top + 2] ?? 0) + mixBits(low)) | 0;
      levels[top + 3] = ((levels[top + 3] ?? 0) + mixBits(high + ITEM_PRIME)) | 0;
    } else {
      levels[top + 2] = (Math.imul(levels[top + 2] ?? 0, ITEM_PRIME) + low + 1) | 0;
      levels[top + 3] =
        Math.imul(((levels[top + 3] ?? 0) << 7) | ((levels[top + 3] ?? 0) >>> 25), KEY_PRIME) ^ (high + 1);
    }
  }
  return hashes;
}
