// Regular expressions over keys and values, each by itself and with its escapes resolved: `^` and `$` are
// the ends of a key or a value. The text is decoded in chunks that end where an entry of the tape starts,
// and the tokens are cut from that string: a `TextDecoder` per token would take four times as long.

import { CodedError } from '../../shared/errors.ts';
import { formatSize } from '../../shared/size.ts';
import { decodeUtf8 } from '../../shared/utf8.ts';
import type { JsonDocument } from './document.ts';
import { KEY_BIT, type Sink } from './hits.ts';
import { nextMatch, type Expression } from './pattern.ts';
import { CLOSING, LINK_MASK, OPENING } from './tape.ts';
import type { Work } from './work.ts';

const CHUNK = 512 * 1024;
/** Matches in one token between two slices. */
const SLICE_MATCHES = 8192;
/** Engines stop at strings of about 2^29 units. */
const LONGEST = 256 * 1024 * 1024;
const QUOTE = 0x22;
const COMMA = 0x2c;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/**
 * Hands over the matches from the entry around `from` on, as far as `to`.
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
  let entry = Math.max(0, tape.lastAtOrBefore(from));
  while (entry < count && tape.start(entry) < to) {
    const start = tape.start(entry);
    const last = Math.max(entry, tape.lastAtOrBefore(start + chunkBytes));
    const end = last + 1 < count ? tape.start(last + 1) : memory.size;
    const chunk = new TokenChunk(memory.text(start, end), start, regex, sink);
    const pause = function* (done: number): Work<void> {
      yield { done, total: memory.size };
      // The memory may have grown meanwhile.
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
          if (chunk.bytes[at] === QUOTE) chunk.open(at + 1, behind - 1, entry, true);
          else chunk.open(at, behind, entry, false);
          while (chunk.search()) yield* pause(start + at);
        }
      }
      if (inKeys) {
        const next = entry + 1 < count ? (words[base + entry * 2 + 2] ?? 0) - start : end - start;
        const key = chunk.keyBetween(behind, next);
        if (key >= 0) {
          chunk.open(key, chunk.keyEnd, entry + 1 + KEY_BIT, true);
          while (chunk.search()) yield* pause(start + key);
        }
      }
    }
    if (sink.done) return;
    yield { done: end, total: memory.size };
  }
}

/** Decoded text, searched token by token in rising order. Offsets are of the chunk. */
class TokenChunk {
  keyEnd = 0;
  private readonly text: string;
  private readonly isAscii: boolean;
  /** A byte and the index of its character; tokens come in order, so both only rise. */
  private byte = 0;
  private unit = 0;
  /** The index of the next backslash. */
  private slash = 0;
  /** Of the token at hand. */
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
    if (bytes.length > LONGEST) {
      const size = formatSize(bytes.length);
      throw new CodedError(
        'too-large',
        `A key or a value is too large to be searched by a regular expression: it takes ${size}, and the most is ${formatSize(LONGEST)}. Search for plain text, or in the text as such.`,
      );
    }
    this.text = decodeUtf8(bytes);
    this.isAscii = this.text.length === bytes.length;
    this.slash = this.slashFrom(0);
  }

  /** Where the inside of a key between two entries begins, or -1; `keyEnd` is where it ends. */
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

  /** Begins with a token. */
  open(start: number, end: number, word: number, isString: boolean): void {
    const first = this.unitAt(start);
    const behind = this.unitAt(end);
    if (isString && this.slash < first) this.slash = this.slashFrom(first);
    const escaped = isString && this.slash < behind;
    const source = this.text.slice(first, behind);
    this.content = escaped ? (JSON.parse(`"${source}"`) as string) : source;
    this.walk = new TokenWalk(source, this.base + start, this.isAscii && !escaped, escaped);
    this.word = word;
    this.lastIndex = 0;
  }

  /** Hands over matches in the token; answers whether there may be more. */
  search(): boolean {
    const { regex, sink, walk, content, word } = this;
    // Others may use the same expression between two slices.
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

  private slashFrom(unit: number): number {
    const found = this.text.indexOf('\\', unit);
    return found < 0 ? Number.MAX_SAFE_INTEGER : found;
  }

  private unitAt(byte: number): number {
    if (this.isAscii) return byte;
    const { bytes } = this;
    let unit = this.unit;
    for (let at = this.byte; at < byte; at += 1) {
      const value = bytes[at] ?? 0;
      unit += (value & 0xc0) === 0x80 ? 0 : value >= 0xf0 ? 2 : 1;
    }
    this.unit = unit;
    this.byte = byte;
    return unit;
  }
}

/** From indexes into a token's content to bytes of the document, in rising order. */
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
        const length = source.charCodeAt(this.unit + 1) === LETTER_U ? 6 : 2;
        this.unit += length;
        this.byte += length;
      } else {
        this.unit += 1;
        // Half of a surrogate pair is half of four bytes.
        this.byte += code < 0x80 ? 1 : code < 0x800 || (code & 0xf800) === 0xd800 ? 2 : 3;
      }
      this.content += 1;
    }
    return this.byte;
  }
}
