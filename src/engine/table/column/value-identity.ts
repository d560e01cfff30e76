// Two words that tell values apart: equal values have the same, as Compare takes them to be equal. Numbers count by their exact
// values, strings by their characters, containers by what is in them.

import { hasComments } from '../../../shared/document/dialect.ts';
import { unquote } from '../../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { TEXT_BASE } from '../../base/memory.ts';
import { Hasher } from '../../diff/hash/value-hash.ts';
import { valueKind } from '../../suggest/value-kinds.ts';
import type { Places } from '../../tape/places.ts';

const SALTS = {
  null: 0x5be0cd19,
  boolean: 0x1f83d9ab,
  number: 0x165667b1,
  string: 0x1b873593,
  object: 0x71374491,
  array: 0x428a2f98,
} as const;
/** Bytes per entry of the hashes of a container, and per level of the pass's stack. */
const HASH_BYTES = 8;
const STACK_BYTES = 4;

/** Identifies the values of one document. Valid until the text changes. */
export class ValueIdentity {
  low = 0;
  high = 0;
  private readonly hasher = new Hasher();
  private readonly isRelaxed: boolean;

  /** `isLive`: whether the tape is that of the text. If it is older, containers are told apart as they are spelt. */
  constructor(
    private readonly places: Places,
    private readonly isLive = true,
  ) {
    this.isRelaxed = hasComments(places.tape.dialect);
  }

  /** Reads the words of a value. */
  read(entry: number): void {
    const { places, hasher, isRelaxed } = this;
    const { start, end } = places.range(entry);
    const kind = places.tape.isBroken(entry) ? 'null' : valueKind(places.text.byteAt(start));
    if ((kind === 'object' || kind === 'array') && this.isLive && !isRelaxed) return this.hashContainer(entry);
    const bytes = places.text.slice(start, end);
    if (kind === 'number' && isRelaxed) hasher.hashRelaxedNumber(bytes, 0, bytes.length);
    else if (kind === 'number') hasher.hashNumber(bytes, 0, bytes.length);
    else if (kind === 'string') hasher.hashText(unquote(decodeUtf8(bytes)));
    else hasher.hashBytes(bytes, 0, bytes.length);
    this.low = hasher.low ^ SALTS[kind];
    this.high = hasher.high;
  }

  /** Hashes a container by the pass of Compare, in memory behind the tape. */
  private hashContainer(entry: number): void {
    const { tape } = this.places;
    const { memory } = tape;
    const end = tape.closing(entry) + 1;
    const entries = end - entry;
    const out = Math.ceil((memory.tapeBase + tape.byteLength) / HASH_BYTES) * HASH_BYTES;
    const stack = out + entries * HASH_BYTES;
    memory.ensure(stack + entries * STACK_BYTES);
    // The pass addresses hashes by entry: those of this container are at the start of the room.
    const base = (out - entry * HASH_BYTES) | 0;
    memory.passes.beginHash(TEXT_BASE, memory.tapeBase, base, stack, tape.bracketLength(0) === 1, false, false);
    memory.passes.hashEntries(entry, end);
    this.low = memory.words[out / 4] ?? 0;
    this.high = memory.words[out / 4 + 1] ?? 0;
  }
}
