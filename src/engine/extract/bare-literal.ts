// What Java, Kotlin and C# print: `Order{id=7, lines=[Line{qty=2}]}`, `Point[x=1, y=2]`, `User(id=1, name=Ann)`, `{ Id = 7 }`. Their
// strings have no quotes, so every value is a guess: what looks like a number, true, false or null is one, and a part without
// `=` belongs to the value before it.

import {
  APOSTROPHE,
  BRACE,
  BRACE_END,
  BRACKET,
  BRACKET_END,
  COMMA,
  CR,
  EQUALS,
  GREATER,
  LF,
  MINUS,
  PAREN,
  PAREN_END,
  POINT,
  QUOTE,
  SEMICOLON,
  SPACE,
} from '../../shared/bytes/ascii.ts';
import { isTypeName } from './type-name.ts';
import { isWordByte } from '../base/json-tokens.ts';
import type { FailedOffsets } from '../base/strict-reader.ts';
import { looksLike } from './bare-scalar.ts';
import { ByteCursor } from './byte-cursor.ts';

const DEEPEST = 200;

/** The bracket that closes one; 0 if the byte opens none. */
function closerOf(byte: number): number {
  if (byte === BRACE || byte === BRACKET) return byte + 2;
  return byte === PAREN ? PAREN_END : 0;
}

/** Reads prints of Java, Kotlin and C#. */
export class BareReader extends ByteCursor {
  kind: 'java' | 'kotlin' | 'csharp' = 'java';
  /** Number of `key=value` pairs that were read. */
  pairs = 0;
  /** Whether the outermost keys all begin with a capital letter. */
  hasCapitals = true;
  private depth = 0;

  constructor(
    bytes: Uint8Array,
    limit: number,
    private readonly failed: FailedOffsets,
  ) {
    super(bytes, limit);
  }

  /** Reads a container whose bracket is here; `hasName` tells whether a type name stands before it. */
  read(bracket: number, hasName: boolean): string | null {
    this.at = bracket;
    this.depth = 0;
    this.pairs = 0;
    this.hasCapitals = true;
    this.kind = this.bytes[bracket] === PAREN ? 'kotlin' : 'java';
    return this.container(hasName);
  }

  private container(hasName: boolean): string | null {
    const start = this.at;
    if (this.failed.has(start) || this.depth >= DEEPEST) return null;
    this.depth += 1;
    const opener = this.bytes[start] ?? 0;
    const value = opener === BRACKET && !hasName ? this.list() : this.fields(closerOf(opener));
    this.depth -= 1;
    if (value === null) this.failed.add(start);
    return value;
  }

  private spaces(): void {
    while (this.byte() === SPACE) this.at += 1;
  }

  private fields(closer: number): string | null {
    this.at += 1;
    const isSpaced = this.byte() === SPACE;
    if (isSpaced && closer === BRACE_END) this.kind = 'csharp';
    this.spaces();
    if (this.byte() === closer) {
      this.at += 1;
      return '{}';
    }
    const parts: string[] = [];
    for (;;) {
      const start = this.at;
      const end = this.keyEnd(start, isSpaced);
      if (end < 0) return null;
      const key = this.text(start, end);
      if (this.depth === 1 && !/^[A-Z]/.test(key)) this.hasCapitals = false;
      while (this.byte() === SPACE) this.at += 1;
      this.at += 1;
      if (this.byte() === EQUALS || this.byte() === GREATER) return null;
      const value = this.value(closer, true, isSpaced);
      if (value === null) return null;
      this.pairs += 1;
      parts.push(`${JSON.stringify(key)}:${value}`);
      if (this.byte() === closer) break;
      this.at += 1;
      this.spaces();
    }
    this.at += 1;
    return `{${parts.join(',')}}`;
  }

  private list(): string | null {
    this.at += 1;
    this.spaces();
    if (this.byte() === BRACKET_END) {
      this.at += 1;
      return '[]';
    }
    const items: string[] = [];
    for (;;) {
      const value = this.value(BRACKET_END, false, false);
      if (value === null) return null;
      items.push(value);
      if (this.byte() === BRACKET_END) break;
      this.at += 1;
      this.spaces();
    }
    this.at += 1;
    return `[${items.join(',')}]`;
  }

  /** The end of a key that `=` follows; leaves `at` behind the key. */
  private keyEnd(start: number, isSpaced: boolean): number {
    let at = start;
    while (isWordByte(this.byte(at)) || ((this.byte(at) === POINT || this.byte(at) === MINUS) && at > start)) at += 1;
    if (at === start) return -1;
    const end = at;
    if (isSpaced) while (this.byte(at) === SPACE) at += 1;
    if (this.byte(at) !== EQUALS) return -1;
    this.at = end;
    return end;
  }

  /** A value up to the comma or the closer that ends it. */
  private value(closer: number, isField: boolean, isSpaced: boolean): string | null {
    this.spaces();
    const start = this.at;
    const nested = this.nested();
    if (nested !== null) {
      const end = this.at;
      this.spaces();
      if (this.isEnd(closer, isField, isSpaced)) return nested;
      this.at = end;
    }
    this.at = start;
    const quote = this.byte();
    if (quote === APOSTROPHE || quote === QUOTE) {
      const text = this.quotedText(quote, closer, isField, isSpaced);
      if (text !== null) return text;
      this.at = start;
    }
    return this.plain(closer, isField, isSpaced);
  }

  /** A container, with or without a type name. */
  private nested(): string | null {
    const start = this.at;
    let at = start;
    while (isWordByte(this.byte(at)) || (this.byte(at) === POINT && at > start)) at += 1;
    const name = at > start && at - start < 200 ? this.text(start, at) : '';
    if (name !== '' && !isTypeName(name)) return null;
    if (name !== '' && this.byte(at) === SPACE && this.byte(at + 1) === BRACE) at += 1;
    // The name of a type of C#, as it prints an array.
    if (this.byte(at) === BRACKET && this.byte(at + 1) === BRACKET_END && /^[A-Z]\w*\./.test(name)) return null;
    if (closerOf(this.byte(at)) === 0 || (name === '' && this.byte(at) === PAREN)) return null;
    this.at = at;
    return this.container(name !== '');
  }

  /** Whether a value may end here. */
  private isEnd(closer: number, isField: boolean, isSpaced: boolean): boolean {
    const byte = this.byte();
    if (byte === closer) return true;
    return byte === COMMA && (!isField || this.keyFollows(this.at + 1, isSpaced));
  }

  private keyFollows(offset: number, isSpaced: boolean): boolean {
    let at = offset;
    while (this.byte(at) === SPACE) at += 1;
    const before = this.at;
    const end = this.keyEnd(at, isSpaced);
    this.at = before;
    return end >= 0;
  }

  private quotedText(quote: number, closer: number, isField: boolean, isSpaced: boolean): string | null {
    const start = this.at + 1;
    for (let at = start; at < this.limit; at += 1) {
      const byte = this.byte(at);
      if (byte === LF || byte === 0) return null;
      if (byte !== quote) continue;
      this.at = at + 1;
      this.spaces();
      if (this.isEnd(closer, isField, isSpaced)) return JSON.stringify(this.text(start, at));
    }
    return null;
  }

  private plain(closer: number, isField: boolean, isSpaced: boolean): string | null {
    const start = this.at;
    const open: number[] = [];
    for (;;) {
      const byte = this.byte();
      if (byte === 0 || byte === LF || byte === CR || byte === SEMICOLON) return null;
      if (open.length === 0 && this.isEnd(closer, isField, isSpaced)) break;
      const closing = closerOf(byte);
      if (closing !== 0) open.push(closing);
      else if (byte === BRACE_END || byte === BRACKET_END || byte === PAREN_END) {
        if (open.pop() !== byte) return null;
      }
      this.at += 1;
    }
    return looksLike(this.text(start, this.at).trim());
  }
}
