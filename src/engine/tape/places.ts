// Where a value is: its bytes, its key, its path; and which value is at a byte or at a path. Reads the tape and the text that
// it was made for. Nothing here recurses, and no lookup by position walks over more than about a thousand siblings once
// `children` has checkpoints for a container.

import type { Path, Segment } from '../../shared/document/path.ts';
import { hasComments } from '../../shared/document/dialect.ts';
import { unquote } from '../../shared/bytes/literals.ts';
import type { RowKind } from '../../shared/protocol/rows.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { Children } from './children.ts';
import type { DocumentMemory } from '../base/memory.ts';
import { kindOf, LINK_MASK, type Range, type Tape, type TapeMemory, type TapeText } from './tape.ts';
import { readKey } from './trivia.ts';
import { BACKSLASH, QUOTE } from '../../shared/bytes/ascii.ts';

/** A container on the way from the root to a value, and the child that leads there. */
export interface Step {
  readonly container: number;
  readonly child: number;
  readonly ordinal: number;
}

/** A key to find. */
export interface Name {
  readonly text: string;
  /** In UTF-8. */
  readonly bytes: Uint8Array;
}

/** A lone surrogate has no UTF-8 of its own: a key that holds one is spelt with an escape, and is longer than these bytes. */
export function nameOf(text: string): Name {
  return { text, bytes: encodeUtf8(text) };
}

/** The places of a read-only document. */
export type ReadPlaces = Places<TapeMemory>;

/** Looks up places. The root is entry 0. */
export class Places<Memory extends TapeMemory = DocumentMemory> {
  constructor(
    readonly tape: Tape<Memory>,
    readonly children: Children,
    readonly text: TapeText,
  ) {}

  kind(entry: number): RowKind {
    if (this.tape.bracketLength(entry) === 0) return 'array';
    if (this.tape.isBroken(entry)) return 'broken';
    return kindOf(this.text.byteAt(this.tape.start(entry)));
  }

  /** The bytes of a value. */
  range(entry: number): Range {
    const { tape } = this;
    const start = tape.start(entry);
    if (tape.isOpening(entry)) return { start, end: tape.start(tape.closing(entry)) + tape.bracketLength(entry) };
    const length = tape.scalarLength(entry);
    return { start, end: length < LINK_MASK ? start + length : this.longEnd(start, length) };
  }

  /** The bytes of a member's key, including its quotes. `entry` must be the value of a member. */
  keyRange(entry: number): Range {
    if (hasComments(this.tape.dialect)) return readKey(this, entry).key;
    // Backwards from the value over white space and the colon to the closing quote, then to the unescaped opening one.
    const { text } = this;
    let at = this.tape.start(entry) - 1;
    while (text.byteAt(at) !== QUOTE) at -= 1;
    const end = at + 1;
    for (;;) {
      at -= 1;
      if (text.byteAt(at) !== QUOTE) continue;
      let slashes = 0;
      while (text.byteAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
      if (slashes % 2 === 0) return { start: at, end };
    }
  }

  /** A member's key, decoded. */
  key(entry: number): string {
    const { start, end } = this.keyRange(entry);
    return unquote(decodeUtf8(this.text.slice(start, end)));
  }

  /** Whether a member's key equals `name`. Cheaper than decoding the key. */
  isKey(entry: number, name: Name): boolean {
    const { text } = this;
    const { start, end } = this.keyRange(entry);
    const { bytes } = name;
    if (text.byteAt(start) !== QUOTE) return this.key(entry) === name.text;
    const length = end - start - 2;
    // An escape is longer than the character it encodes, so a key with escapes is longer than its name.
    if (length < bytes.length) return false;
    if (length > bytes.length) {
      let at = start + 1;
      while (at < end && text.byteAt(at) !== BACKSLASH) at += 1;
      return at < end && this.key(entry) === name.text;
    }
    for (let index = 0; index < length; index += 1) {
      if (text.byteAt(start + 1 + index) !== bytes[index] || bytes[index] === BACKSLASH) return false;
    }
    return true;
  }

  /** Where an item begins: at the key inside an object, at the value inside an array. */
  itemStart(container: number, entry: number): number {
    return this.kind(container) === 'object' ? this.keyRange(entry).start : this.tape.start(entry);
  }

  /** The containers around an entry, from the root inwards. Cost: the depth. */
  steps(entry: number): Step[] {
    const steps: Step[] = [];
    let container = 0;
    while (container !== entry && this.tape.closing(container) !== entry) {
      const { child, ordinal } = this.children.containing(container, entry);
      steps.push({ container, child, ordinal });
      container = child;
    }
    return steps;
  }

  /** The container that directly contains a value; -1 for the root. */
  parent(entry: number): number {
    return this.steps(entry).at(-1)?.container ?? -1;
  }

  path(entry: number): Path {
    return this.steps(entry).map(({ container, child, ordinal }) =>
      this.kind(container) === 'object' ? this.key(child) : ordinal,
    );
  }

  /** The value at a path; -1 if there is none. Of duplicate keys the last one counts, as in `JSON.parse`. */
  atPath(path: Path): number {
    let entry = this.tape.count > 0 ? 0 : -1;
    for (const segment of path) {
      entry = entry < 0 ? -1 : this.child(entry, segment);
    }
    return entry;
  }

  /**
   * The innermost value at a byte: a key and the white space around it belong to the member's value, other white space to the
   * container. -1 outside the root.
   */
  atOffset(offset: number): number {
    const { tape } = this;
    let entry = tape.lastAtOrBefore(offset);
    if (entry < 0) return -1;
    const followed = entry + 1;
    if (tape.isClosing(entry)) {
      if (offset > tape.start(entry)) entry = this.parent(entry - (tape.link(entry) & LINK_MASK));
      else return entry - (tape.link(entry) & LINK_MASK);
    } else if (!tape.isOpening(entry) && offset > this.range(entry).end) {
      entry = this.parent(entry);
    }
    if (entry < 0) return -1;
    // Between two values: check whether the byte is in the key of the next one.
    if (tape.isOpening(entry) && this.kind(entry) === 'object' && followed < tape.count && !tape.isClosing(followed)) {
      if (offset > tape.start(entry) && offset >= this.keyRange(followed).start) return followed;
    }
    return entry;
  }

  /** The value at a caret before this byte. A value that ends there takes precedence over one that starts there. */
  atCaret(offset: number): number {
    const before = offset > 0 ? this.atOffset(offset - 1) : -1;
    return before >= 0 && this.range(before).end === offset ? before : this.atOffset(offset);
  }

  /** The value or member that begins first in a range that was written; skips commas and white space. */
  atItem(start: number, end: number): number {
    const space = /[\s,]/;
    let at = start;
    while (at < end - 1 && space.test(String.fromCharCode(this.text.byteAt(at)))) at += 1;
    return this.atOffset(at);
  }

  /** The value one path segment below a container; -1 if there is none. Of duplicate keys the last one counts. */
  child(container: number, segment: Segment): number {
    if (!this.tape.isOpening(container)) return -1;
    if (this.kind(container) === 'array') {
      const ordinal = typeof segment === 'number' ? segment : /^(0|[1-9]\d*)$/.test(segment) ? Number(segment) : -1;
      return this.children.nth(container, ordinal);
    }
    const wanted = nameOf(String(segment));
    const close = this.tape.closing(container);
    let found = -1;
    for (let child = container + 1; child < close; child = this.tape.next(child)) {
      if (this.isKey(child, wanted)) found = child;
    }
    return found;
  }

  /** The end of a scalar whose length does not fit in its link: a string or number of more than a gigabyte. */
  private longEnd(start: number, length: number): number {
    const { text } = this;
    let at = start + length;
    if (text.byteAt(start) !== QUOTE) {
      while (at < text.size && /[-+.\deE]/.test(String.fromCharCode(text.byteAt(at)))) at += 1;
      return at;
    }
    let slashes = 0;
    while (text.byteAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 1) at += 1;
    while (text.byteAt(at) !== QUOTE) at += text.byteAt(at) === BACKSLASH ? 2 : 1;
    return at + 1;
  }
}
