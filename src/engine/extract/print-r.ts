// What PHP's print_r prints. Strings have no quotes, so every value is a guess.
//
//   Array
//   (
//       [id] => 7
//       [tags] => Array
//           (
//               [0] => a
//           )
//
//   )

import {
  BACKSLASH,
  BRACKET,
  BRACKET_END,
  CR,
  EQUALS,
  GREATER,
  LETTER_E,
  LF,
  PAREN,
  PAREN_END,
  SPACE,
  TAB,
} from '../../shared/bytes/ascii.ts';
import { isWordByte } from '../base/json-tokens.ts';
import { looksLike } from './bare-scalar.ts';
import { ByteCursor } from './byte-cursor.ts';

const DEEPEST = 200;
const ARRAY = [0x41, 0x72, 0x72, 0x61, 0x79];
const OBJECT = [0x4f, 0x62, 0x6a, LETTER_E, 0x63, 0x74];

/** Where `Array` or `Name Object` starts that this parenthesis belongs to; -1 if none does. */
export function printStart(bytes: Uint8Array, parenthesis: number): number {
  let at = parenthesis;
  while (at > parenthesis - 100 && at > 0 && isSpace(bytes[at - 1])) at -= 1;
  if (at === parenthesis) return -1;
  if (endsWith(bytes, at, ARRAY)) {
    const start = at - ARRAY.length;
    return isWordByte(bytes[start - 1]) ? -1 : start;
  }
  if (!endsWith(bytes, at, OBJECT)) return -1;
  let name = at - OBJECT.length - 1;
  if (bytes[name] !== SPACE) return -1;
  const end = name;
  while (name > end - 200 && (isWordByte(bytes[name - 1]) || bytes[name - 1] === BACKSLASH)) name -= 1;
  return name === end ? -1 : name;
}

function endsWith(bytes: Uint8Array, end: number, word: readonly number[]): boolean {
  return word.every((byte, index) => bytes[end - word.length + index] === byte);
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === LF || byte === CR || byte === TAB;
}

/** Reads prints of PHP. */
export class PrintReader extends ByteCursor {
  /** From here on no parenthesis closes a value. */
  private unclosedFrom = Number.POSITIVE_INFINITY;

  /** Reads the members inside of a parenthesis. */
  read(parenthesis: number): string | null {
    if (parenthesis >= this.unclosedFrom) return null;
    this.at = parenthesis;
    return this.members(0);
  }

  private members(depth: number): string | null {
    if (depth > DEEPEST) return null;
    this.at += 1;
    const keys: string[] = [];
    const values: string[] = [];
    for (;;) {
      this.space();
      if (this.bytes[this.at] === PAREN_END) break;
      const key = this.key();
      if (key === null) return null;
      const value = this.value(depth);
      if (value === null) return null;
      keys.push(key);
      values.push(value);
    }
    this.at += 1;
    if (keys.every((key, index) => key === String(index))) return `[${values.join(',')}]`;
    return `{${values.map((value, index) => `${JSON.stringify(keys[index])}:${value}`).join(',')}}`;
  }

  private space(): void {
    while (this.at < this.limit && isSpace(this.bytes[this.at])) this.at += 1;
  }

  /** `[key] =>`, without `:protected` and `:Name:private`. */
  private key(): string | null {
    const end = this.keyEnd();
    if (end < 0) return null;
    const key = this.text(this.at + 1, end - 4).replace(/:(?:protected|(?:[\w\\]+:)?private)$/, '');
    this.at = end;
    return key;
  }

  private value(depth: number): string | null {
    while (this.bytes[this.at] === SPACE) this.at += 1;
    const start = this.at;
    // Up to the next key or the parenthesis that ends the members; both start a line, unless all is on one.
    while (this.at < this.limit) {
      this.steps += 1;
      if (this.steps >= this.budget) return null;
      const byte = this.bytes[this.at];
      if (byte === PAREN && printStart(this.bytes, this.at) === start) return this.members(depth + 1);
      if (byte === BRACKET && isSpace(this.bytes[this.at - 1]) && this.keyEnd() >= 0) break;
      if (byte === PAREN_END && isSpace(this.bytes[this.at - 1])) break;
      this.at += 1;
    }
    if (this.at >= this.limit) this.unclosedFrom = Math.min(this.unclosedFrom, start);
    return this.at >= this.limit ? null : looksLike(this.text(start, this.at).trimEnd());
  }

  /** The end of `[key] =>`, or -1. */
  private keyEnd(): number {
    const { bytes, at: start } = this;
    if (bytes[start] !== BRACKET) return -1;
    const most = Math.min(this.limit, start + 500);
    for (let at = start + 1; at < most; at += 1) {
      this.steps += 1;
      const byte = bytes[at];
      if (byte === LF) return -1;
      if (byte === BRACKET_END && bytes[at + 1] === SPACE && bytes[at + 2] === EQUALS && bytes[at + 3] === GREATER)
        return at + 4;
    }
    return -1;
  }
}
