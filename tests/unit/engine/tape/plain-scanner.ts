// A second scanner, byte by byte in plain TypeScript. `wasm/scan.ts` with its fast paths must agree with it to the last entry
// and error. The codes are those of `engine/document/syntax.ts`.

import { CLOSING, OPENING } from '../../../../src/engine/tape/tape.ts';

/** The tape's words, and the first error; `null` when there is none. */
export interface Scanned {
  readonly words: readonly number[];
  readonly error: { readonly code: number; readonly offset: number } | null;
}

class Refused extends Error {
  constructor(
    readonly code: number,
    readonly offset: number,
  ) {
    super(`code ${code} at ${offset}`);
  }
}

const CODES = {
  value: 1,
  end: 2,
  commaInArray: 3,
  commaInObject: 4,
  key: 5,
  trailingInObject: 6,
  trailingInArray: 7,
  colon: 8,
  control: 9,
  escape: 10,
  hex: 11,
  utf8: 12,
  leadingZero: 13,
  digit: 14,
  literal: 15,
  rest: 16,
} as const;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const char = (byte: number | undefined): string => (byte === undefined ? '' : String.fromCharCode(byte));

/** Scans a whole text. */
export function scanByBytes(bytes: Uint8Array): Scanned {
  const words: number[] = [];
  try {
    new Twin(bytes, words).run();
    return { words, error: null };
  } catch (error) {
    if (error instanceof Refused) return { words, error: { code: error.code, offset: error.offset } };
    throw error;
  }
}

class Twin {
  private at = 0;
  private readonly open: number[] = [];

  constructor(
    private readonly bytes: Uint8Array,
    private readonly words: number[],
  ) {}

  run(): void {
    let trailing = false;
    for (;;) {
      if (this.value(trailing)) {
        trailing = false;
        continue;
      }
      if (this.afterValue()) return;
      trailing = true;
    }
  }

  private peek(): string {
    return char(this.bytes[this.at]);
  }

  /** Skips white space and returns the next character; the text must not end there. */
  private token(): string {
    while (/[ \t\r\n]/.test(this.peek())) this.at += 1;
    if (this.at >= this.bytes.length) throw new Refused(CODES.end, this.at);
    return this.peek();
  }

  private inObject(): boolean {
    const start = this.words[(this.open.at(-1) ?? -1) * 2];
    return start !== undefined && char(this.bytes[start]) === '{';
  }

  /** Reads a whole value and returns false, or reads the opening bracket of a non-empty container and returns true. */
  private value(trailing: boolean): boolean {
    const c = this.token();
    if (c === '{' || c === '[') {
      this.open.push(this.words.length / 2);
      this.words.push(this.at, 0);
      this.at += 1;
      if (this.token() === (c === '{' ? '}' : ']')) return false;
      if (c === '{') this.key(false);
      return true;
    }
    const from = this.at;
    if (c === '"') this.string();
    else if (/[-\d]/.test(c)) this.number();
    else if (/[tfn]/.test(c)) this.literal();
    else throw new Refused(c === ']' && trailing && !this.inObject() ? CODES.trailingInArray : CODES.value, this.at);
    this.words.push(from, this.at - from);
    return false;
  }

  private key(trailing: boolean): void {
    const c = this.token();
    if (c !== '"') throw new Refused(c === '}' && trailing ? CODES.trailingInObject : CODES.key, this.at);
    this.string();
    if (this.token() !== ':') throw new Refused(CODES.colon, this.at);
    this.at += 1;
  }

  /** Reads closing brackets. Returns true if the text is complete, false if a value follows. */
  private afterValue(): boolean {
    for (;;) {
      if (this.open.length === 0) {
        while (/[ \t\r\n]/.test(this.peek())) this.at += 1;
        if (this.at < this.bytes.length) throw new Refused(CODES.rest, this.at);
        return true;
      }
      const c = this.token();
      const object = this.inObject();
      if (c === ',') {
        this.at += 1;
        if (object) this.key(true);
        return false;
      }
      if (c !== (object ? '}' : ']')) throw new Refused(object ? CODES.commaInObject : CODES.commaInArray, this.at);
      const opening = this.open.pop() ?? 0;
      const distance = this.words.length / 2 - opening;
      this.words[opening * 2 + 1] = (distance | OPENING) >>> 0;
      this.words.push(this.at, (distance | CLOSING) >>> 0);
      this.at += 1;
    }
  }

  private string(): void {
    this.at += 1;
    for (;;) {
      const byte = this.bytes[this.at];
      if (byte === undefined) throw new Refused(CODES.end, this.at);
      if (byte === 0x22) break;
      if (byte < 0x20) throw new Refused(CODES.control, this.at);
      if (byte === 0x5c) this.escape();
      else if (byte < 0x80) this.at += 1;
      else this.sequence();
    }
    this.at += 1;
  }

  private escape(): void {
    const c = char(this.bytes[this.at + 1]);
    if (c === '') throw new Refused(CODES.end, this.at + 1);
    if (!/["\\/bfnrtu]/.test(c)) throw new Refused(CODES.escape, this.at + 1);
    this.at += 2;
    for (let digits = 0; c === 'u' && digits < 4; digits += 1, this.at += 1) {
      if (this.peek() === '') throw new Refused(CODES.end, this.at);
      if (!/[\da-f]/i.test(this.peek())) throw new Refused(CODES.hex, this.at);
    }
  }

  private sequence(): void {
    const length = [2, 3, 4].find((size) => {
      try {
        return [...utf8.decode(this.bytes.subarray(this.at, this.at + size))].length === 1;
      } catch {
        return false;
      }
    });
    if (length === undefined || this.at + length > this.bytes.length) throw new Refused(CODES.utf8, this.at);
    this.at += length;
  }

  private digits(): void {
    const from = this.at;
    while (/\d/.test(this.peek())) this.at += 1;
    if (this.at > from) return;
    throw new Refused(this.at < this.bytes.length ? CODES.digit : CODES.end, this.at);
  }

  private number(): void {
    if (this.peek() === '-') this.at += 1;
    const zero = this.peek() === '0';
    if (zero && /\d/.test(char(this.bytes[this.at + 1]))) throw new Refused(CODES.leadingZero, this.at + 1);
    this.digits();
    if (this.peek() === '.') {
      this.at += 1;
      this.digits();
    }
    if (/[eE]/.test(this.peek())) {
      this.at += 1;
      if (/[+-]/.test(this.peek())) this.at += 1;
      this.digits();
    }
  }

  private literal(): void {
    const word = { t: 'true', f: 'false', n: 'null' }[this.peek()] ?? '';
    const found = String.fromCharCode(...this.bytes.subarray(this.at, this.at + word.length));
    if (found !== word) throw new Refused(CODES.literal, this.at);
    this.at += word.length;
  }
}
