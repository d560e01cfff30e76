// Parses paths: the inverse of `path.ts`. The user types or pastes any of these spellings; the first characters tell which one
// it is:
//
//   /a~1b/0          JSON Pointer (RFC 6901); also the empty text
//   #/a~1b/0         its URI fragment form, percent-encoded (RFC 6901 §6)
//   $.a['b c'][0]    JSONPath (RFC 9535), the singular queries without negative positions
//   .a["b c"][0]     JavaScript; the dot before the first name may be missing
//
// A JSON Pointer does not distinguish positions from keys: all its segments are strings. A lookup treats digits as a position
// where it meets an array.

import { CodedError } from '../errors.ts';
import type { Path, Segment } from './path.ts';
import { IN_PATH, PATH } from '../texts/paths.ts';

/**
 * Parses a path.
 * @throws CodedError `syntax`; its place is the character in `text`, in UTF-16 units
 */
export function parsePath(text: string): Path {
  const start = text.length - text.trimStart().length;
  const first = text[start];
  if (first === undefined) return [];
  if (first === '/') return parsePointer(text.slice(start), start);
  if (first === '#') return parseFragment(text, start);
  if (/^\$\s*(?:$|[.[])/.test(text.slice(start))) return new PathReader(text, start + 1, JSONPATH).segments([]);
  const reader = new PathReader(text, start, JAVASCRIPT);
  return reader.segments(first === '.' || first === '[' || first === '?' ? [] : [reader.name()]);
}

/**
 * Returns the segments of a JSON Pointer. `shift` is added to the places of errors.
 * @throws CodedError `syntax`
 * @see RFC 6901 §3, §4
 */
export function parsePointer(pointer: string, shift = 0): string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) throw failure(shift, PATH.pointer);
  const stray = /~(?![01])/.exec(pointer);
  if (stray !== null) throw failure(shift + stray.index, PATH.tilde);
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the segments of a pointer after `#`. @see RFC 6901 §6, RFC 3986 §2.1 */
function parseFragment(text: string, start: number): string[] {
  const stray = /%(?![0-9a-f]{2})/i.exec(text.slice(start));
  if (stray !== null) throw failure(start + stray.index, PATH.percent);
  let pointer = '';
  for (const { decoded } of fragmentRuns(text, start + 1)) pointer += decoded;
  if (pointer !== '' && !pointer.startsWith('/')) throw failure(start + 1, PATH.fragment);
  try {
    return parsePointer(pointer);
  } catch (error) {
    if (!(error instanceof CodedError) || error.place === null) throw error;
    // Places are in the decoded pointer: map them back to the text.
    let left = error.place.offset;
    for (const { at, decoded, isPlain } of fragmentRuns(text, start + 1)) {
      if (left < decoded.length) throw failure(isPlain ? at + left : at, PATH.tilde);
      left -= decoded.length;
    }
    throw error;
  }
}

/** Decodes a fragment; yields runs of percent-encoded bytes and of other characters. @throws CodedError `syntax` */
function* fragmentRuns(
  text: string,
  start: number,
): Generator<{ readonly at: number; readonly decoded: string; readonly isPlain: boolean }> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for (let at = start; at < text.length;) {
    let end = at;
    while (text[end] === '%') end += 3;
    if (end === at) {
      const next = text.indexOf('%', at);
      end = next < 0 ? text.length : next;
      yield { at, decoded: text.slice(at, end), isPlain: true };
    } else {
      const bytes = new Uint8Array((end - at) / 3);
      for (let index = 0; index < bytes.length; index += 1) {
        bytes[index] = Number.parseInt(text.slice(at + index * 3 + 1, at + index * 3 + 3), 16);
      }
      let decoded: string;
      try {
        decoded = decoder.decode(bytes);
      } catch {
        throw failure(at, `${text.slice(at, Math.min(end, at + 36))} is not the UTF-8 of a character`);
      }
      yield { at, decoded, isPlain: false };
    }
    at = end;
  }
}

/** The differences between the two spellings with dots and brackets. */
interface Dialect {
  readonly name: RegExp;
  /** Characters that letters after a backslash stand for, besides `\u0000`. */
  readonly escapes: ReadonlyMap<string, string>;
  /** Whether other characters after a backslash stand for themselves, and `\x41` and `\u{41}` are escapes. */
  readonly lenient: boolean;
  /** Whether `?.` is allowed in place of a dot. */
  readonly optional: boolean;
}

const CONTROLS = [
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
] as const;

/** @see RFC 9535 §2.3.1.1 for names. It does not allow `$` in one; accepting it is unambiguous. */
const JSONPATH: Dialect = {
  name: /[A-Za-z_$\u0080-\u{D7FF}\u{E000}-\u{10FFFF}][\w$\u0080-\u{D7FF}\u{E000}-\u{10FFFF}]*/uy,
  escapes: new Map([...CONTROLS, ['/', '/'], ['\\', '\\']]),
  lenient: false,
  optional: false,
};

/** @see ECMA-262 §12.7 for names, §12.9.4 for strings */
const JAVASCRIPT: Dialect = {
  name: /[\p{ID_Start}$_][\p{ID_Continue}$\u200C\u200D]*/uy,
  escapes: new Map([...CONTROLS, ['v', '\v'], ['0', '\0'], ['\n', ''], ['\u2028', ''], ['\u2029', '']]),
  lenient: true,
  optional: true,
};

/** Reads segments from `at` to the end of the text. */
class PathReader {
  constructor(
    private readonly text: string,
    private at: number,
    private readonly dialect: Dialect,
  ) {}

  /** Appends the remaining segments to `path`. */
  segments(path: Segment[]): Path {
    for (;;) {
      this.skipSpace();
      if (this.at === this.text.length) return path;
      if (this.take('[')) {
        path.push(this.bracket());
      } else if (this.take('.')) {
        path.push(this.name());
      } else if (this.dialect.optional && this.take('?.')) {
        path.push(this.take('[') ? this.bracket() : this.name());
      } else {
        throw this.unexpected(IN_PATH.dotOrBracket);
      }
    }
  }

  /** Reads a name after a dot, or the first one. */
  name(): string {
    const name = this.match(this.dialect.name);
    if (name !== null) return name;
    if (this.text.startsWith('*', this.at) || this.text.startsWith('.', this.at)) throw this.unexpected(IN_PATH.many);
    throw this.unexpected(IN_PATH.name);
  }

  /** Reads the segment after an opening bracket. */
  private bracket(): Segment {
    this.skipSpace();
    const quote = this.take('"') ? '"' : this.take("'") ? "'" : null;
    const segment = quote === null ? this.position() : this.string(quote);
    this.skipSpace();
    if (/[,:]/.test(this.text[this.at] ?? '')) throw this.unexpected(IN_PATH.many);
    if (!this.take(']')) throw this.unexpected(IN_PATH.closing);
    return segment;
  }

  private position(): number {
    const start = this.at;
    const digits = this.match(/0|[1-9]\d*/y);
    if (digits === null) {
      if (/[*?:]/.test(this.text[this.at] ?? '')) throw this.unexpected(IN_PATH.many);
      if (this.text.startsWith('-', this.at)) throw this.unexpected(IN_PATH.fromStart);
      throw this.unexpected(IN_PATH.positionOrKey);
    }
    if (Number(digits) <= Number.MAX_SAFE_INTEGER) return Number(digits);
    throw failure(start, PATH.noPosition(digits));
  }

  /** Reads a string after its opening quote. */
  private string(quote: string): string {
    const start = this.at - 1;
    let value = '';
    for (;;) {
      const from = this.at;
      while (this.at < this.text.length && this.text[this.at] !== quote && this.text[this.at] !== '\\') this.at += 1;
      value += this.text.slice(from, this.at);
      if (this.at === this.text.length) throw failure(start, 'this quotation mark is not closed');
      if (this.take(quote)) return value;
      value += this.escape(quote);
    }
  }

  /** Reads an escape, from its backslash. */
  private escape(quote: string): string {
    const { escapes, lenient } = this.dialect;
    const start = this.at;
    this.at += 1;
    const unit = this.match(/u[0-9a-f]{4}/iy) ?? (lenient ? this.match(/x[0-9a-f]{2}/iy) : null);
    if (unit !== null) return String.fromCharCode(Number.parseInt(unit.slice(1), 16));
    const point = lenient ? this.match(/u\{0*(?:10|[0-9a-f])?[0-9a-f]{1,4}\}/iy) : null;
    if (point !== null) return String.fromCodePoint(Number.parseInt(point.slice(2), 16));
    const character = this.text[this.at] ?? '';
    const known = character === quote ? quote : escapes.get(character);
    const isOctal = lenient && /^(?:0\d|[1-9])/.test(this.text.slice(this.at, this.at + 2));
    if (isOctal || character === '' || (known === undefined && (!lenient || /[ux]/.test(character))))
      throw failure(start, `"${this.text.slice(start, start + 2)}" is not an escape`);
    this.at += 1;
    return known ?? character;
  }

  private skipSpace(): void {
    this.match(/\s*/y);
  }

  private take(wanted: string): boolean {
    if (!this.text.startsWith(wanted, this.at)) return false;
    this.at += wanted.length;
    return true;
  }

  /** Consumes and returns the match of a sticky pattern; `null` if there is none. */
  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    this.at += found?.length ?? 0;
    return found;
  }

  private unexpected(wanted: string): CodedError {
    const found = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
    return failure(this.at, PATH.unexpected(wanted, this.at < this.text.length ? `"${found}"` : PATH.end));
  }
}

function failure(at: number, sentence: string): CodedError {
  return new CodedError('syntax', PATH.wrong(at + 1, sentence), {
    offset: at,
    line: 0,
    column: at,
  });
}
