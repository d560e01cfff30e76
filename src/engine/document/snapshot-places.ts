// The places of a snapshot, read directly from its buffers, for code that only reads values. Copies nothing and needs no
// WebAssembly.

import { DIALECTS } from '../../shared/document/dialect.ts';
import { Children } from '../tape/children.ts';
import { Places, type ReadPlaces } from '../tape/places.ts';
import type { Snapshot } from './snapshot.ts';
import { Tape, type TapeMemory, type TapeText } from '../tape/tape.ts';

/** Words per cache line of the processor. */
const LINE_WORDS = 16;

/** The places of a valid snapshot, which must not change. */
export function placesOf({ header, text, tape: words }: Snapshot): ReadPlaces {
  const tape = new Tape<TapeMemory>(new PlainMemory(words), DIALECTS[header[7] ?? 0]);
  tape.count = words.length / 2;
  return new Places(tape, new Children(tape), new PlainText(text));
}

/** A tape in an array of its own. */
class PlainMemory implements TapeMemory {
  readonly tapeBase = 0;
  readonly passes = { fetch: (start: number, end: number): void => this.touch(start >>> 2, end >>> 2) };
  /** Combines the words last read: the JavaScript engine would remove a loop without a result. */
  seen = 0;

  constructor(readonly words: Uint32Array) {}

  private touch(from: number, to: number): void {
    const { words } = this;
    let seen = 0;
    for (let at = from; at < to; at += LINE_WORDS) seen ^= words[at] ?? 0;
    this.seen = seen;
  }
}

/** A text in an array of its own. */
class PlainText implements TapeText {
  constructor(private readonly bytes: Uint8Array) {}

  get size(): number {
    return this.bytes.length;
  }

  byteAt(offset: number): number {
    return this.bytes[offset] ?? 0;
  }

  slice(start: number, end: number): Uint8Array {
    return this.bytes.subarray(start, end);
  }
}
