// Tokens of the literals of JavaScript, Python, Ruby, Go, Rust, PHP and MongoDB's shell: strings, numbers, names, comments. Each
// returns its JSON text, or `null` if none starts here.

import {
  AMPERSAND,
  APOSTROPHE,
  BACKSLASH,
  BACKTICK,
  BRACE,
  BRACE_END,
  BRACKET,
  BRACKET_END,
  COLON,
  CR,
  DOLLAR,
  GREATER,
  HASH,
  LESS,
  LETTER_E,
  LETTER_U,
  LF,
  LOW_LINE,
  MINUS,
  PLUS,
  POINT,
  SLASH,
  SPACE,
  STAR,
  ZERO,
} from '../../shared/bytes/ascii.ts';
import { isDigit, isHex, isQuoteByte, isWordByte } from '../base/json-tokens.ts';
import { type FailedOffsets } from '../base/strict-reader.ts';
import { ByteCursor } from './byte-cursor.ts';
import { utf8 } from './view.ts';

/** What a literal contained that tells its language. */
export interface Signs {
  python: boolean;
  ruby: boolean;
  rust: boolean;
  go: boolean;
  php: boolean;
  mongo: boolean;
  javascript: boolean;
  /** `Name(key=value)`, of Python or Kotlin. */
  keywords: boolean;
  /** `None`, of Python or Rust. */
  none: boolean;
  hasString: boolean;
  hasSingleQuotes: boolean;
  hasBareDate: boolean;
}

const SIMPLE: Readonly<Record<number, number>> = {
  0x6e: 10,
  0x74: 9,
  0x72: 13,
  0x62: 8,
  0x66: 12,
  0x76: 11,
  0x61: 7,
  [LETTER_E]: 27,
};
const NODE_MARK =
  /^\[(?:Object|Array|Getter|Setter|Getter\/Setter|Circular \*\d+|(?:(?:Async)?(?:Generator)?Function|class)(?:: [\w.$ ]+| \(anonymous\)| [\w.$ ]+))\]/;
/** What stands for a value that is missing, and what has no other form: as it is spelt. */
const ANGLES = /^<(?:NA>|pending>|\d+ empty items?>|Buffer|class '|\w+(?:\.\w+)+: |\w+(?:\.\w+)* object at )/;
/** The longest name that is read. */
const LONGEST_NAME = 200;

/** Reads tokens from an offset on. */
export abstract class LiteralTokens extends ByteCursor {
  signs: Signs = noSigns();
  /** From here on no comment is closed. */
  private unclosedFrom = Number.POSITIVE_INFINITY;

  constructor(
    bytes: Uint8Array,
    limit: number,
    protected readonly failed: FailedOffsets,
  ) {
    super(bytes, limit);
  }

  /** Skips white space and comments. */
  protected skip(): void {
    for (;;) {
      const byte = this.byte();
      if (byte === SPACE || (byte >= 9 && byte <= 13)) this.at += 1;
      else if (byte === SLASH && this.byte(this.at + 1) === SLASH) this.skipLine();
      else if (byte === SLASH && this.byte(this.at + 1) === STAR) {
        if (!this.skipComment()) return;
      } else if (byte === HASH && (this.byte(this.at + 1) === SPACE || this.byte(this.at + 1) === HASH))
        this.skipLine();
      else return;
    }
  }

  /** Skips a comment; false if it has no end. */
  private skipComment(): boolean {
    const start = this.at;
    if (start >= this.unclosedFrom) {
      this.hitEnd = true;
      this.at = this.limit;
      return false;
    }
    this.at += 2;
    while (this.byte() !== 0 && !(this.byte() === STAR && this.byte(this.at + 1) === SLASH)) this.at += 1;
    if (this.byte() === 0) {
      if (this.at >= this.limit) this.unclosedFrom = start;
      return false;
    }
    this.at += 2;
    return true;
  }

  private skipLine(): void {
    while (this.byte() !== LF && this.byte() !== 0) this.at += 1;
  }

  /** A string in any quotes, as it reads. */
  protected string(isRaw = false): string | null {
    const quote = this.byte();
    let text = '';
    let from = this.at + 1;
    let at = from;
    for (;;) {
      const byte = this.byte(at);
      if (byte === 0) return null;
      if (byte === quote) break;
      if ((byte === LF || byte === CR) && quote !== BACKTICK && !this.signs.php) return null;
      if (quote === BACKTICK && byte === DOLLAR && this.byte(at + 1) === BRACE) return null;
      if (byte !== BACKSLASH || isRaw) {
        at += 1;
        continue;
      }
      text += this.text(from, at);
      const [piece, next] = this.escape(at, quote);
      if (next < 0) return null;
      text += piece;
      at = next;
      from = next;
    }
    text += this.text(from, at);
    this.at = at + 1;
    this.signs.hasString = true;
    if (quote === APOSTROPHE) this.signs.hasSingleQuotes = true;
    return text;
  }

  private escape(at: number, quote: number): readonly [string, number] {
    const byte = this.byte(at + 1);
    if (this.signs.php && quote === APOSTROPHE && byte !== APOSTROPHE && byte !== BACKSLASH) return ['\\', at + 1];
    if (byte === LETTER_U && this.byte(at + 2) === BRACE) {
      const end = this.hexEnd(at + 3, 6);
      if (this.byte(end) !== BRACE_END || end === at + 3) return ['', -1];
      const code = Number.parseInt(this.text(at + 3, end), 16);
      return code > 0x10ffff ? ['', -1] : [String.fromCodePoint(code), end + 1];
    }
    const digits = byte === LETTER_U ? 4 : byte === 0x55 ? 8 : byte === 0x78 ? 2 : 0;
    if (digits > 0) {
      const end = this.hexEnd(at + 2, digits);
      if (end !== at + 2 + digits) return ['', -1];
      const code = Number.parseInt(this.text(at + 2, end), 16);
      return code > 0x10ffff ? ['', -1] : [digits === 8 ? String.fromCodePoint(code) : String.fromCharCode(code), end];
    }
    if (byte === LF) return ['', at + 2];
    if (byte === ZERO && !isDigit(this.byte(at + 2))) return ['\0', at + 2];
    const simple = SIMPLE[byte];
    if (simple !== undefined) return [String.fromCharCode(simple), at + 2];
    return [byte < 0x80 ? String.fromCharCode(byte) : '', byte < 0x80 ? at + 2 : at + 1];
  }

  private hexEnd(start: number, most: number): number {
    let at = start;
    while (at < start + most && isHex(this.byte(at))) at += 1;
    return at;
  }

  /** A number, spelt as it is where JSON allows it. */
  protected number(): string | null {
    const start = this.at;
    let at = start;
    let sign = '';
    if (this.byte(at) === MINUS || this.byte(at) === PLUS) {
      sign = this.byte(at) === MINUS ? '-' : '';
      at += 1;
    }
    const first = at;
    while (
      isNumberByte(this.byte(at)) ||
      ((this.byte(at) === PLUS || this.byte(at) === MINUS) &&
        (this.byte(at - 1) | 32) === LETTER_E &&
        !/^0x/i.test(this.text(first, first + 2)))
    )
      at += 1;
    const spelt = this.text(first, at);
    const value = jsonNumber(sign, spelt);
    if (value === null || isWordByte(this.byte(at))) return null;
    if (spelt.endsWith('n')) this.signs.javascript = true;
    this.at = at;
    return value;
  }

  /** A date and a time without quotes, as Node and Ruby print them: text as it is spelt. */
  protected bareDate(): string | null {
    if (!isDigit(this.byte(this.at + 3)) || this.byte(this.at + 4) !== MINUS) return null;
    const near = this.text(this.at, Math.min(this.limit, this.at + 48));
    const found = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))*)?/.exec(near);
    if (found === null) return null;
    this.at += found[0].length;
    this.signs.hasBareDate = true;
    return JSON.stringify(found[0]);
  }

  /** `<nil>`, `<Buffer 68 65>`, `<Color.RED: 1>`: null, or text as it is spelt. */
  protected angle(): string | null {
    const start = this.at;
    for (let at = start + 1; at < start + 120; at += 1) {
      const byte = this.byte(at);
      if (byte === LF || byte === 0 || byte === LESS) return null;
      if (byte !== GREATER) continue;
      this.at = at + 1;
      const text = this.text(start, at + 1);
      return text === '<nil>' ? 'null' : ANGLES.test(text) ? quoted(text) : null;
    }
    return null;
  }

  /** `/a+/g` of Node and Ruby: text as it is spelt. A comment is skipped before. */
  protected regularExpression(): string | null {
    const near = this.text(this.at, Math.min(this.limit, this.at + 400));
    const found = /^\/(?:[^/\n\\[]|\\.|\[(?:[^\]\n\\]|\\.)*\])+\/[a-z]*(?=\s*[,}\])])/.exec(near);
    if (found === null) return null;
    this.at += new TextEncoder().encode(found[0]).length;
    return quoted(found[0]);
  }

  /** `[Object]`, `[Function: x]`: what Node prints for what is too deep, or a function. Text as it is spelt. */
  protected nodeMark(): string | null {
    const first = this.byte(this.at + 1);
    if ((first < 0x41 || first > 0x5a) && first !== 0x63) return null;
    const near = this.text(this.at, Math.min(this.limit, this.at + 80));
    const found = NODE_MARK.exec(near);
    if (found === null) return null;
    this.at += found[0].length;
    this.signs.javascript = true;
    return quoted(found[0]);
  }

  protected symbol(): string | null {
    this.at += 1;
    this.signs.ruby = true;
    if (isQuoteByte(this.byte())) {
      const text = this.string();
      return text === null ? null : quoted(text);
    }
    const name = this.plainName();
    return name === '' ? null : quoted(name);
  }

  /** `1.5s`, as Rust and Go print a duration: text. */
  protected duration(): string | null {
    const near = this.text(this.at, Math.min(this.limit, this.at + 40));
    const found = /^\d+(?:\.\d+)?(?:ns|µs|us|ms|s|m|h)(?![\w.])/.exec(near);
    if (found === null) return null;
    this.at += new TextEncoder().encode(found[0]).length;
    return quoted(found[0]);
  }

  /** `... 3 more items`, where Node's inspector stops: text without the dots. */
  protected more(): string | null {
    if (!this.startsWith('... ')) return null;
    const near = this.text(this.at, Math.min(this.limit, this.at + 48));
    const found = /^\.\.\. (\d+ more (?:items?|properties|property|characters?))(?=\s*[}\]])/.exec(near);
    if (found === null) return null;
    this.at += found[0].length;
    this.signs.javascript = true;
    return quoted(found[1] ?? '');
  }

  /** `int64`, as the type of an array: text. */
  protected typeName(start: number): string | null {
    this.at = start;
    const name = this.name();
    return /^[a-z]+\d*$/.test(name) ? quoted(name) : null;
  }

  protected isLineEnd(offset: number): boolean {
    return this.byte(offset) === LF || (this.byte(offset) === CR && this.byte(offset + 1) === LF);
  }

  /** The end of a struct of Go whose fields start here, or -1. */
  private structEnd(start: number): number {
    let depth = 1;
    for (let at = start; at < start + 2000; at += 1) {
      const byte = this.byte(at);
      if (byte === 0 || byte === LF) return -1;
      if (byte === BRACE) depth += 1;
      if (byte === BRACE_END) depth -= 1;
      if (depth === 0) return at + 1;
    }
    return -1;
  }

  /** The end of a type of Go, or -1. */
  goType(start: number, depth = 0): number {
    if (depth > 20) return -1;
    const byte = this.byte(start);
    if (byte === STAR || byte === AMPERSAND) return this.goType(start + 1, depth + 1);
    if (byte === BRACKET) {
      let at = start + 1;
      while (isDigit(this.byte(at))) at += 1;
      return this.byte(at) === BRACKET_END ? this.goType(at + 1, depth + 1) : -1;
    }
    if (this.startsWith('map[', start)) {
      const key = this.goType(start + 4, depth + 1);
      return key > 0 && this.byte(key) === BRACKET_END ? this.goType(key + 1, depth + 1) : -1;
    }
    if (this.startsWith('interface {}', start)) return start + 12;
    if (this.startsWith('struct {', start)) return this.structEnd(start + 8);
    const before = this.at;
    this.at = start;
    const name = this.name();
    const end = this.at;
    this.at = before;
    return /^[A-Za-z_]/.test(name) && !name.includes('::') ? end : -1;
  }

  /** `(nil)` behind a type of Go. */
  protected nilAfter(type: number): string {
    this.at = type + 5;
    this.signs.go = true;
    return 'null';
  }

  /** A dotted name; empty if none starts here. Leaves `at` behind it. */
  protected name(): string {
    const start = this.at;
    if (isDigit(this.byte())) return '';
    let at = start;
    while (at - start < LONGEST_NAME) {
      const byte = this.byte(at);
      if (isWordByte(byte)) at += 1;
      else if (byte === POINT && isWordByte(this.byte(at + 1)) && at > start) at += 1;
      else if (byte === COLON && this.byte(at + 1) === COLON && at > start) at += 2;
      else break;
    }
    this.at = at;
    return this.text(start, at);
  }

  /** A name without dots. */
  protected plainName(): string {
    const start = this.at;
    if (isDigit(this.byte())) return '';
    while (isWordByte(this.byte())) this.at += 1;
    return this.text(start, this.at);
  }
}

export function noSigns(): Signs {
  return {
    python: false,
    ruby: false,
    rust: false,
    go: false,
    php: false,
    mongo: false,
    javascript: false,
    keywords: false,
    none: false,
    hasString: false,
    hasSingleQuotes: false,
    hasBareDate: false,
  };
}

function isNumberByte(byte: number): boolean {
  return isDigit(byte) || byte === POINT || byte === LOW_LINE || ((byte | 32) >= 0x61 && (byte | 32) <= 0x7a);
}

/** A number of another language as JSON: its digits are kept; `null` if it is none. */
export function jsonNumber(sign: string, spelt: string): string | null {
  const plain = spelt.replace(/(?<=[\da-f])_(?=[\da-f])/gi, '');
  if (/^0(?:x[\da-f]+|o[0-7]+|b[01]+)n?$/i.test(plain)) {
    const value = BigInt(plain.replace(/n$/, '')).toString();
    return value === '0' ? '0' : sign + value;
  }
  const parts = /^(\d*)(\.\d*)?(e[+-]?\d+)?n?$/i.exec(plain);
  if (parts === null) return null;
  const [, whole = '', fraction = '', exponent = ''] = parts;
  if (whole === '' && fraction.length < 2) return null;
  if (whole.length > 1 && whole.startsWith('0')) return null;
  return sign + (whole === '' ? '0' : whole) + (fraction === '.' ? '' : fraction) + exponent;
}

/** Text as JSON. Lone surrogates stay escaped. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** The bytes of a text. */
export function bytesOf(text: string): number[] {
  return [...text].flatMap((character) => [...utf8(character.codePointAt(0) ?? 0)]);
}
