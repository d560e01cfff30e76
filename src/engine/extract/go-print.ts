// What Go prints with `%v` and `%+v`: `{Name:Ann Tags:[a b]}`, `map[a:1 b:2]`, `&{ID:7 Peer:<nil>}`. Strings have no quotes and spaces
// separate, so every value is a guess; words without a key belong to the value before them.

import {
  AMPERSAND,
  BRACE,
  BRACE_END,
  BRACKET,
  BRACKET_END,
  COLON,
  COMMA,
  CR,
  LF,
  NINE,
  QUOTE,
  SEMICOLON,
  SLASH,
  SPACE,
  ZERO,
} from '../../shared/bytes/ascii.ts';
import { isWordByte } from '../base/json-tokens.ts';
import type { FailedOffsets } from '../base/strict-reader.ts';
import { looksLike } from './bare-scalar.ts';
import { ByteCursor } from './byte-cursor.ts';

const DEEPEST = 200;

/** Reads prints of Go. */
export class GoPrintReader extends ByteCursor {
  /** Number of `key:value` pairs that were read. */
  pairs = 0;
  /** Whether the outermost key begins with a capital letter. */
  isExported = false;
  private depth = 0;

  constructor(
    bytes: Uint8Array,
    limit: number,
    private readonly failed: FailedOffsets,
  ) {
    super(bytes, limit);
  }

  /** Reads a value at `{`, `[`, `&{` or `map[`. */
  read(start: number): string | null {
    this.at = start;
    this.depth = 0;
    this.pairs = 0;
    this.isExported = false;
    return this.nested();
  }

  private nested(): string | null {
    const start = this.at;
    if (this.byte(start) === AMPERSAND && this.byte(start + 1) === BRACE) this.at += 1;
    const isMap = this.isMap(start);
    if (isMap) this.at += 3;
    const opener = this.byte();
    if (opener !== BRACE && opener !== BRACKET) return null;
    const bracket = this.at;
    if (this.failed.has(bracket) || this.depth >= DEEPEST) return null;
    this.depth += 1;
    const value = isMap || opener === BRACE ? this.fields(opener + 2, isMap) : this.list();
    this.depth -= 1;
    if (value === null) this.failed.add(bracket);
    return value;
  }

  private isMap(at: number): boolean {
    return this.startsWith('map[', at);
  }

  private fields(closer: number, isMap: boolean): string | null {
    this.at += 1;
    if (this.byte() === closer) {
      this.at += 1;
      return '{}';
    }
    const parts: string[] = [];
    for (;;) {
      const end = this.keyEnd(this.at, isMap);
      if (end < 0) return null;
      const key = this.text(this.at, end);
      if (this.depth === 1 && parts.length === 0) this.isExported = /^\p{Lu}/u.test(key);
      this.at = end + 1;
      const value = this.value(closer, isMap);
      if (value === null) return null;
      this.pairs += 1;
      parts.push(`${JSON.stringify(key)}:${value}`);
      if (this.byte() === closer) break;
      this.at += 1;
    }
    this.at += 1;
    return `{${parts.join(',')}}`;
  }

  private list(): string | null {
    this.at += 1;
    if (this.byte() === BRACKET_END) {
      this.at += 1;
      return '[]';
    }
    const items: string[] = [];
    for (;;) {
      const start = this.at;
      let item = this.nested();
      if (item === null) {
        this.at = start;
        while (!this.isBreak(this.byte())) this.at += 1;
        if (this.at === start) return null;
        item = looksLike(this.text(start, this.at));
      }
      items.push(item);
      const byte = this.byte();
      if (byte === BRACKET_END) break;
      if (byte !== SPACE) return null;
      this.at += 1;
    }
    this.at += 1;
    return `[${items.join(',')}]`;
  }

  private isBreak(byte: number): boolean {
    return (
      byte === 0 ||
      byte === LF ||
      byte === SPACE ||
      byte === BRACKET_END ||
      byte === BRACE_END ||
      byte === BRACE ||
      byte === BRACKET ||
      byte === COMMA
    );
  }

  /** The colon after a key, or -1. Fields have names; keys of maps are anything without spaces. */
  private keyEnd(start: number, isMap: boolean): number {
    let at = start;
    for (;;) {
      const byte = this.byte(at);
      if (byte === COLON) break;
      if (!isWordByte(byte) && !(isMap && byte > SPACE && !this.isBreak(byte) && byte !== QUOTE)) return -1;
      at += 1;
    }
    if (at === start || (this.byte(at + 1) === SLASH && this.byte(at + 2) === SLASH)) return -1;
    return !isMap && this.byte(start) >= ZERO && this.byte(start) <= NINE ? -1 : at;
  }

  private value(closer: number, isMap: boolean): string | null {
    const start = this.at;
    const nested = this.nested();
    if (nested !== null && this.isEnd(closer, isMap)) return nested;
    this.at = start;
    const open: number[] = [];
    for (;;) {
      const byte = this.byte();
      if (byte === 0 || byte === LF || byte === CR || byte === SEMICOLON) return null;
      if (open.length === 0 && this.isEnd(closer, isMap)) break;
      if (byte === BRACE || byte === BRACKET) open.push(byte + 2);
      else if ((byte === BRACE_END || byte === BRACKET_END) && open.pop() !== byte) return null;
      this.at += 1;
    }
    const text = this.text(start, this.at);
    if (text.startsWith(' ') || /[,{}]|\bfunc\b/.test(text)) return null;
    return looksLike(text);
  }

  private isEnd(closer: number, isMap: boolean): boolean {
    const byte = this.byte();
    return byte === closer || (byte === SPACE && this.keyEnd(this.at + 1, isMap) >= 0);
  }
}
