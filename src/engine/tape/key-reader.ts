// Locates the key of a member without allocating a string or an object.

import { hasComments } from '../../shared/document/dialect.ts';
import { TEXT_BASE } from '../base/memory.ts';
import type { Places } from './places.ts';
import { APOSTROPHE, BACKSLASH, QUOTE } from '../../shared/bytes/ascii.ts';

/** Reads the positions of keys into its fields. */
export class KeyReader {
  /** The last key without its quotes: its first byte, and the end (exclusive). */
  start = 0;
  end = 0;
  hasEscapes = false;
  private readonly isRelaxed: boolean;

  constructor(readonly places: Places) {
    this.isRelaxed = hasComments(places.tape.dialect);
  }

  read(member: number): void {
    const { places } = this;
    const { tape } = places;
    const { bytes } = tape.memory;
    if (this.isRelaxed) {
      const { start, end } = places.keyRange(member);
      const first = bytes[TEXT_BASE + start];
      const quotes = first === QUOTE || first === APOSTROPHE ? 1 : 0;
      this.start = start + quotes;
      this.end = end - quotes;
      this.hasEscapes = false;
      for (let at = this.start; at < this.end; at += 1) if (bytes[TEXT_BASE + at] === BACKSLASH) this.hasEscapes = true;
      return;
    }
    let at = TEXT_BASE + tape.start(member) - 1;
    while (bytes[at] !== QUOTE) at -= 1;
    this.end = at - TEXT_BASE;
    this.hasEscapes = false;
    for (;;) {
      at -= 1;
      const byte = bytes[at];
      if (byte === BACKSLASH) this.hasEscapes = true;
      if (byte !== QUOTE) continue;
      let slashes = 0;
      while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1;
      if (slashes % 2 === 0) break;
      this.hasEscapes = true;
    }
    this.start = at + 1 - TEXT_BASE;
  }
}
