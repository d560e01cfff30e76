// The places of a snapshot straight over its buffers: for whoever reads values of a document and never edits it.
// Nothing is copied, and no WebAssembly is needed.

import { DIALECTS } from '../../../shared/document/dialect.ts';
import { Children } from '../tape/children.ts';
import { Places, type ReadPlaces } from '../tape/places.ts';
import type { Snapshot } from './snapshot.ts';
import { Tape, type TapeMemory, type TapeText } from '../tape/tape.ts';

/** Words in one line of a processor's cache. */
const LINE_WORDS = 16;

/** The places of a valid snapshot, which must stay as it is. */
export function placesOf({ header, text, tape: words }: Snapshot): ReadPlaces {
  const tape = new Tape<TapeMemory>(new PlainMemory(words), DIALECTS[header[7] ?? 0]);
  tape.count = words.length / 2;
  return new Places(tape, new Children(tape), new PlainText(text));
}

/** A tape by itself. */
class PlainMemory implements TapeMemory {
  readonly tapeBase = 0;
  readonly passes = { fetch: (start: number, end: number): void => this.touch(start >>> 2, end >>> 2) };
  /** What was read last: the engine around us would leave out a loop that nothing comes of. */
  seen = 0;

  constructor(readonly words: Uint32Array) {}

  private touch(from: number, to: number): void {
    const { words } = this;
    let seen = 0;
    for (let at = from; at < to; at += LINE_WORDS) seen ^= words[at] ?? 0;
    this.seen = seen;
  }
}

/** A text by itself. */
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
