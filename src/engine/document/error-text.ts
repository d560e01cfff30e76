// The text around a syntax error, one character per byte, so that what is found in it has its offset.

import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { Dialect } from '../../shared/document/dialect.ts';
import type { DocumentMemory } from '../base/memory.ts';

/** Bytes before and after an error that are looked at. */
const AROUND = 65_536;

/** A part of a document's text as a string of bytes: a character that takes several is several here. */
export class ErrorText {
  /** Offset of the first byte. */
  readonly from: number;
  readonly text: string;

  constructor(
    private readonly memory: DocumentMemory,
    readonly dialect: Dialect,
    /** Where the scanner stopped. */
    readonly offset: number,
  ) {
    this.from = Math.max(0, offset - AROUND);
    this.text = asBytes(memory.text(this.from, Math.min(memory.size, offset + AROUND)));
  }

  get hasComments(): boolean {
    return this.dialect === 'jsonc' || this.dialect === 'json5';
  }

  get size(): number {
    return this.memory.size;
  }

  /** The byte at an offset as a character; empty outside. */
  at(offset: number): string {
    return this.text[offset - this.from] ?? '';
  }

  slice(start: number, end: number): string {
    return this.text.slice(Math.max(0, start - this.from), Math.max(0, end - this.from));
  }

  /** The text of a range as it is shown. */
  shown(start: number, end: number): string {
    return decodeUtf8(this.memory.text(start, Math.min(end, this.size)));
  }

  character(offset: number): string {
    return [...this.shown(offset, offset + 4)][0] ?? '';
  }

  /** The match of a sticky expression at an offset. */
  match(expression: RegExp, offset: number): string | null {
    expression.lastIndex = offset - this.from;
    return expression.exec(this.text)?.[0] ?? null;
  }

  lineStart(offset: number): number {
    let at = offset;
    while (at > this.from && !/[\r\n]/.test(this.at(at - 1))) at -= 1;
    return at;
  }

  lineEnd(offset: number): number {
    const end = this.text.slice(offset - this.from).search(/[\r\n]/);
    return end < 0 ? this.from + this.text.length : offset + end;
  }

  /** The end of what stands on the rest of a line. */
  lineContentEnd(offset: number): number {
    const end = this.lineEnd(offset);
    return offset + this.slice(offset, end).trimEnd().length;
  }

  /** The end of the last token before an offset: white space and comments are left out. */
  tokenEnd(offset: number): number {
    for (let at = offset; ;) {
      const before = at;
      while (at > this.from && /[ \t\r\n]/.test(this.at(at - 1))) {
        at -= 1;
        if (this.at(at) === '\n' && this.hasComments) at = this.withoutLineComment(at);
      }
      if (this.hasComments && this.slice(at - 2, at) === '*/') {
        const start = this.text.lastIndexOf('/*', at - this.from - 3);
        if (start >= 0) at = this.from + start;
      }
      if (at === before) return at;
    }
  }

  /** The end of a line without the comment that ends it. */
  private withoutLineComment(lineEnd: number): number {
    const start = this.lineStart(lineEnd);
    for (let at = start; at < lineEnd;) {
      if (this.slice(at, at + 2) === '//') return at;
      const quote = this.at(at);
      at = quote === '"' || quote === "'" ? Math.max(at + 1, this.stringEnd(at, lineEnd)) : at + 1;
    }
    return lineEnd;
  }

  /** The offset after the string that starts here; -1 if it does not end before `limit`. */
  stringEnd(start: number, limit: number): number {
    const quote = this.at(start);
    for (let at = start + 1; at < limit; at += 1) {
      if (this.at(at) === '\\') at += 1;
      else if (this.at(at) === quote) return at + 1;
    }
    return -1;
  }

  /** Where the string starts that is still open at an offset; -1 if there is none on its line. */
  openString(offset: number): number {
    let from = this.lineStart(offset);
    // In JSON5, a backslash continues a string on the next line.
    while (this.dialect === 'json5' && from > this.from && /\\\r?\n$/.test(this.slice(from - 3, from))) {
      from = this.lineStart(this.at(from - 2) === '\r' ? from - 2 : from - 1);
    }
    for (let at = from; at < offset;) {
      const character = this.at(at);
      if (this.hasComments && this.slice(at, at + 2) === '//') return -1;
      if (this.hasComments && this.slice(at, at + 2) === '/*') {
        const close = this.text.indexOf('*/', at + 2 - this.from);
        if (close < 0) return -1;
        at = this.from + close + 2;
      } else if (character === '"' || (character === "'" && this.dialect === 'json5')) {
        const end = this.stringEnd(at, offset);
        if (end < 0) return at;
        at = end;
      } else at += 1;
    }
    return -1;
  }

  /** Where the string starts that ends before this offset. */
  stringBefore(end: number): number {
    const quote = this.at(end - 1);
    for (let at = end - 2; at >= this.from; at -= 1) {
      if (this.at(at) !== quote) continue;
      let backslashes = 0;
      while (this.at(at - 1 - backslashes) === '\\') backslashes += 1;
      if (backslashes % 2 === 0) return at;
    }
    return end - 1;
  }
}

/** A character per byte. (The decoder of that name has other characters from 0x80 to 0x9F.) */
function asBytes(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
}
