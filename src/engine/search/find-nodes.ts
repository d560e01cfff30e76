// Searches keys and values with regular expressions, each one separately and with its escapes resolved, so `^` and `$` match
// the ends of a key or a value. The text is decoded in chunks that end where an entry of the tape starts, one character per
// byte, and ASCII tokens are slices of that at the offsets of the tape. A `TextDecoder` call for each token would take four
// times as long; only other tokens are decoded one by one.

import { hasComments } from '../../shared/document/dialect.ts';
import { CodedError } from '../../shared/errors.ts';
import { KEY_BIT } from '../../shared/protocol/search.ts';
import { unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8, encodeUtf8, isAscii } from '../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../document/document.ts';
import type { Sink } from './hits.ts';
import { nextMatch, type Expression } from './pattern.ts';
import type { Places } from '../tape/places.ts';
import { CLOSING, LINK_MASK, OPENING } from '../tape/tape.ts';
import { findKey } from '../tape/trivia.ts';
import type { Work } from '../base/work.ts';
import { SEARCH } from '../../shared/texts/formatting.ts';
import { APOSTROPHE, BACKSLASH, COMMA, LETTER_U, QUOTE, SPACE } from '../../shared/bytes/ascii.ts';

const CHUNK = 512 * 1024;
const STEP = 64;
/** Matches in one token per slice. */
const SLICE_MATCHES = 8192;
/** Engines limit strings to about 2^29 units. */
const MAX_PATTERN_BYTES = 256 * 1024 * 1024;
/** Characters that JSON does not allow after a backslash, with escapes of another length: `x` and line ends. */
const SPECIAL = new Set([0x78, 0x0a, 0x0d]);
/** An escape with one of these or a non-ASCII character. `LEFT_OUT` matches a line continuation, which stands for nothing. */
const ESCAPE = /^\\(?:x..|\r\n|[^])/u;
const LEFT_OUT = /^\\[\r\n\u2028\u2029]/;
/** Decodes each byte to one character. Only ASCII is read from the result. */
const BYTES = new TextDecoder('windows-1252');

/**
 * Passes the matches from the entry around `from` up to `to` to the sink.
 * @throws CodedError `too-large` for a key or a value above 256 MB
 */
export function* findNodes(
  document: JsonDocument,
  { regex }: Expression,
  scope: 'keys' | 'values' | 'all',
  from: number,
  to: number,
  sink: Sink,
  chunkBytes = CHUNK,
): Work<void> {
  const { memory, tape, places } = document;
  const [inKeys, inValues] = [scope !== 'values', scope !== 'keys'];
  const { count } = tape;
  const isRelaxed = hasComments(tape.dialect);
  let entry = Math.max(0, tape.lastAtOrBefore(from));
  while (entry < count && tape.start(entry) < to) {
    const start = tape.start(entry);
    const last = Math.max(entry, tape.lastAtOrBefore(start + chunkBytes));
    const end = last + 1 < count ? tape.start(last + 1) : memory.size;
    const chunk = new TokenChunk(memory.text(start, end), start, regex, sink);
    const pause = function* (done: number): Work<void> {
      yield { done, total: memory.size };
      // The memory may have grown in between.
      chunk.bytes = memory.text(start, end);
    };
    for (; entry <= last && !sink.done; entry += 1) {
      const { words } = memory;
      const base = tape.wordBase;
      const at = (words[base + entry * 2] ?? 0) - start;
      const link = words[base + entry * 2 + 1] ?? 0;
      let behind = at + 1;
      if ((link & (OPENING | CLOSING)) === 0) {
        behind = (link & LINK_MASK) === LINK_MASK ? places.range(entry).end - start : at + link;
        if (inValues) {
          const isString = chunk.bytes[at] === QUOTE || chunk.bytes[at] === APOSTROPHE;
          if (isString) chunk.open(at + 1, behind - 1, entry, chunk.quoteAt(at));
          else chunk.open(at, behind, entry, null);
          while (chunk.search()) yield* pause(start + at);
        }
      }
      if (inKeys) {
        const next = entry + 1 < count ? (words[base + entry * 2 + 2] ?? 0) - start : end - start;
        const key = isRelaxed ? chunk.keyOf(places, entry + 1) : chunk.keyBetween(behind, next);
        if (key >= 0) {
          chunk.open(key, chunk.keyEnd, entry + 1 + KEY_BIT, chunk.quoteAt(key - 1));
          while (chunk.search()) yield* pause(start + key);
        }
      }
    }
    if (sink.done) return;
    yield { done: end, total: memory.size };
  }
}

/** A chunk of the text, searched token by token in ascending order. Offsets are relative to the chunk. */
class TokenChunk {
  keyEnd = 0;
  private readonly text: string;
  /** The next backslash, and the next non-ASCII byte. */
  private slash = -1;
  private high = -1;
  /** State of the current token. */
  private content = '';
  private walk = new TokenWalk('', 0, true, false);
  private word = 0;
  private lastIndex = 0;

  constructor(
    public bytes: Uint8Array,
    private readonly base: number,
    private readonly regex: RegExp,
    private readonly sink: Sink,
  ) {
    if (bytes.length > MAX_PATTERN_BYTES) {
      throw new CodedError('too-large', SEARCH.tooLarge(bytes.length, MAX_PATTERN_BYTES));
    }
    this.text = BYTES.decode(bytes);
  }

  /**
   * Returns the start of a key between two entries, after its quote, or -1. Sets `keyEnd` to its end, before the closing quote.
   */
  keyBetween(from: number, to: number): number {
    const { bytes } = this;
    let at = from;
    while (at < to && ((bytes[at] ?? 0) <= SPACE || bytes[at] === COMMA)) at += 1;
    if (at >= to || bytes[at] !== QUOTE) return -1;
    let end = to - 1;
    while (bytes[end] !== QUOTE) end -= 1;
    this.keyEnd = end;
    return at + 1;
  }

  /** Like `keyBetween`, for a document that may have comments and unquoted names. */
  keyOf(places: Places, entry: number): number {
    const key = findKey(places, entry);
    if (key === null) return -1;
    const quotes = this.quoteAt(key.start - this.base) === '' ? 0 : 1;
    this.keyEnd = key.end - this.base - quotes;
    return key.start - this.base + quotes;
  }

  /** The quotation mark at a byte; empty for any other byte. */
  quoteAt(at: number): string {
    const byte = this.bytes[at];
    return byte === QUOTE ? '"' : byte === APOSTROPHE ? "'" : '';
  }

  /**
   * Starts on the content of a token. `quote` is the quotation mark of a string, which determines its escapes; `null` for other
   * tokens.
   */
  open(start: number, end: number, word: number, quote: string | null): void {
    const isString = quote !== null;
    if (isString && this.slash < start) this.slash = this.slashFrom(start);
    if (this.high < start) this.high = nextNonAscii(this.bytes, start);
    const escaped = isString && this.slash < end;
    const isPlain = this.high >= end;
    const source = isPlain ? this.text.slice(start, end) : decodeUtf8(this.bytes.subarray(start, end));
    this.content = escaped ? unquote(quote + source + quote) : source;
    this.walk = new TokenWalk(source, this.base + start, isPlain && !escaped, escaped);
    this.word = word;
    this.lastIndex = 0;
  }

  /** Passes matches in the token to the sink. Returns whether there may be more. */
  search(): boolean {
    const { regex, sink, walk, content, word } = this;
    // Other searches may use the same expression between two slices.
    regex.lastIndex = this.lastIndex;
    for (let matches = 0; matches < SLICE_MATCHES; matches += 1) {
      if (sink.done) return false;
      const match = nextMatch(regex, content);
      if (match === null) return false;
      const from = walk.byteAt(match.index);
      const to = walk.byteAt(match.index + match[0].length);
      sink.takeMatch(from, to, word, match);
    }
    this.lastIndex = regex.lastIndex;
    return true;
  }

  private slashFrom(byte: number): number {
    const found = this.text.indexOf('\\', byte);
    return found < 0 ? Number.MAX_SAFE_INTEGER : found;
  }
}

/** The first non-ASCII byte from `start` on; the end when there is none. */
function nextNonAscii(bytes: Uint8Array, start: number): number {
  const end = bytes.length;
  let at = start;
  while (at + STEP <= end && isAscii(bytes, at, at + STEP)) at += STEP;
  while (at < end && (bytes[at] ?? 0) < 0x80) at += 1;
  return at;
}

/** Converts indexes into a token's content to bytes of the document, in ascending order. */
class TokenWalk {
  private content = 0;
  private unit = 0;

  constructor(
    private readonly source: string,
    private byte: number,
    private readonly isPlain: boolean,
    private readonly escaped: boolean,
  ) {}

  byteAt(index: number): number {
    if (this.isPlain) return this.byte + index;
    const { source } = this;
    while (this.content < index) {
      const code = source.charCodeAt(this.unit);
      if (this.escaped && code === BACKSLASH) {
        const next = source.charCodeAt(this.unit + 1);
        if (next < 0x80 && !SPECIAL.has(next)) {
          const length = next === LETTER_U ? 6 : 2;
          this.unit += length;
          this.byte += length;
        } else {
          const [escape = ''] = ESCAPE.exec(source.slice(this.unit, this.unit + 4)) ?? [];
          this.unit += escape.length;
          this.byte += encodeUtf8(escape).length;
          // A line continuation stands for nothing.
          if (LEFT_OUT.test(escape)) continue;
        }
      } else {
        this.unit += 1;
        // A surrogate counts as half of its pair's four bytes.
        this.byte += code < 0x80 ? 1 : code < 0x800 || (code & 0xf800) === 0xd800 ? 2 : 3;
      }
      this.content += 1;
    }
    return this.byte;
  }
}
