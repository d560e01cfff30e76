// Passes over the values of a document that can't be secrets, in WebAssembly (`wasm/leaks.ts`). What is passed stands behind the tape, and
// is written before each stretch of values, because other work may use the same memory.
//
//   tables of characters | keys: address, length, next, 0, and the last 16 bytes of each | their bytes | results | frames
//
// A frame is a container that was entered: its entry, and of what is around it the closing entry, whether it is an object, and its index.

import { TEXT_BASE } from '../base/memory.ts';
import type { Places } from '../tape/places.ts';
import { ENTRY_BYTES, LiveText } from '../tape/tape.ts';
import { hasComments } from '../../shared/document/dialect.ts';
import { BACKSLASH } from '../../shared/bytes/ascii.ts';
import { FEATURE_TABLES } from './text-features.ts';

const KEY_BYTES = 32;
const KEY_END = 16;
/** Keys that are known here; one that is none of them is read by the caller. */
const MOST_KEYS = 128;
const SPELT_BYTES = 8192;
const FRAME_WORDS = 4;
const RESULT_WORDS = 8;
const UNKNOWN = 0xffffffff;
const FRAMES_BYTES = RESULT_WORDS * 4 + 64 * FRAME_WORDS * 4;
/** Values per stretch: about a millisecond. */
const STRETCH = 1 << 14;
/** Values that the caller reads before the next try, where one after the other stops the passes. */
const MOST_PATIENCE = 64;

/** Opens a document for such passes; `null` if its text is not plain JSON. */
export function openPlainValues(places: Places): PlainValues | null {
  const { dialect, broken } = places.tape;
  return places.text instanceof LiveText && !hasComments(dialect) && broken.length === 0
    ? new PlainValues(places)
    : null;
}

/** The values of one document. */
export class PlainValues {
  /** Where `skip` has stopped: the closing entry of the container where nothing has stopped it. */
  entry = 0;
  /** The number of containers that were entered and not left. */
  depth = 0;
  /** How many values of the innermost container are before the entry. */
  index = 0;
  /** Whether the value has to be read. */
  isLeft = false;
  /** Its features (`featuresOf`), if they are known. */
  features: number | undefined;
  private readonly image = new Uint8Array(FEATURE_TABLES.length + MOST_KEYS * KEY_BYTES + SPELT_BYTES);
  private readonly words = new Uint32Array(this.image.buffer);
  private readonly base: number;
  private keys = 0;
  private spelt = 0;
  private isWritten = false;
  private patience = 1;
  private left = 0;

  constructor(private readonly places: Places) {
    const { tape } = places;
    const { memory } = tape;
    this.base = Math.ceil((memory.tapeBase + tape.byteLength) / 16) * 16;
    memory.ensure(this.base + this.image.length + FRAMES_BYTES);
    this.image.set(FEATURE_TABLES);
  }

  /** Makes a key known under which only the features of a value matter. */
  know(key: Uint8Array): void {
    const { image, words, keys, spelt } = this;
    if (keys === MOST_KEYS || spelt + key.length > SPELT_BYTES || key.includes(BACKSLASH)) return;
    const bytes = FEATURE_TABLES.length + MOST_KEYS * KEY_BYTES + spelt;
    const at = FEATURE_TABLES.length + keys * KEY_BYTES;
    image.set(key, bytes);
    words.set([this.base + bytes, key.length, this.base + at, 0], at >>> 2);
    const end = key.subarray(Math.max(0, key.length - KEY_END));
    image.set(end, at + KEY_BYTES - end.length);
    this.keys += 1;
    this.spelt += key.length;
    this.isWritten = false;
  }

  /** Has the tables written again, after a pause in which other work may have used the memory. */
  renew(): void {
    this.isWritten = false;
  }

  /**
   * Goes on from an entry in the container that closes at `close`, of which `index` values are before it, and sets where it has stopped.
   * Returns false where the caller is to read some values first.
   */
  skip(entry: number, close: number, isObject: boolean, index: number): boolean {
    if (this.left > 0) {
      this.left -= 1;
      return false;
    }
    const { base } = this;
    const { memory } = this.places.tape;
    const { passes, tapeBase } = memory;
    if (!this.isWritten) memory.bytes.set(this.image, base);
    this.isWritten = true;
    const results = base + this.image.length;
    passes.skipValues(
      tapeBase + entry * ENTRY_BYTES,
      tapeBase + close * ENTRY_BYTES,
      isObject,
      index,
      TEXT_BASE,
      base,
      base + FEATURE_TABLES.length,
      this.keys,
      results,
      STRETCH,
    );
    const { words } = memory;
    const at = results >>> 2;
    this.entry = ((words[at] ?? 0) - tapeBase) / ENTRY_BYTES;
    this.depth = words[at + 1] ?? 0;
    this.index = words[at + 2] ?? 0;
    this.isLeft = words[at + 3] !== 0;
    const features = words[at + 4] ?? UNKNOWN;
    this.features = features === UNKNOWN ? undefined : features;
    if (this.isLeft) {
      this.patience = this.entry === entry ? Math.min(MOST_PATIENCE, this.patience * 2) : 1;
      this.left = this.patience - 1;
    }
    return true;
  }

  /** A container that was entered and not left, the outermost one at 0. */
  entered(depth: number): number {
    return ((this.places.tape.memory.words[this.frame(depth)] ?? 0) - this.places.tape.memory.tapeBase) / ENTRY_BYTES;
  }

  /** How many values of what is around such a container have been passed, with it. */
  indexAround(depth: number): number {
    return this.places.tape.memory.words[this.frame(depth) + 3] ?? 0;
  }

  private frame(depth: number): number {
    return ((this.base + this.image.length) >>> 2) + RESULT_WORDS + depth * FRAME_WORDS;
  }
}
