// Locates a caret in a text that may be half typed: the containers of the last valid tape that it is in, what is expected
// there, and the token at the caret. The tape covers the text up to the edits around the caret. From there on, the tokens are
// read forwards, because only that tells what is inside a string.
//
//   last valid text  [{"a": 1}, {"a": 2}]
//   now              [{"a": 1}, {"a": 2, "▮}]
//                                      └── boundary: after the 2, in frames $ and $[1]

import { hasComments } from '../../shared/document/dialect.ts';
import { unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../document/document.ts';
import { LINK_MASK, type TapeText } from '../tape/tape.ts';
import { spaceLength } from '../tape/trivia.ts';
import { APOSTROPHE, BACKSLASH, COLON, COMMA, CR, LF, QUOTE, SLASH, STAR } from '../../shared/bytes/ascii.ts';

/** Bytes that are read before the caret, and after it, at most. */
const REACH = 65_536;
/** Edits this close to each other may be in one token, in bytes. */
const CLOSE = 4096;
/** Containers around the caret that are returned, unless the caller sets another number. */
const LEVELS = 32;

/** A container around the caret. */
export interface OpenContainer {
  readonly isObject: boolean;
  /** Its entry on the tape; -1 when it was opened since. */
  readonly entry: number;
  /** The child that the caret is in; -1 when it is between two children or in a new one. */
  child: number;
  /** The ordinal of that child, or of the last one before the caret. */
  readonly ordinal: number;
  /** The position among the container's children of what is at the caret, or would be. */
  position: number;
  /** Members read from the text after the boundary, with their values if those are scalars. */
  readonly typed: TypedMember[];
  /** The key of the child that the caret is in, if it is known; `null` in arrays. */
  key: string | null;
  expects: 'key' | 'colon' | 'value' | 'comma';
}

/** A member that is not on the tape yet. */
export interface TypedMember {
  readonly key: string;
  /** The value as it is spelt; `null` when it is missing or a container. */
  value: string | null;
}

/** A place where a key or a value is, or may be typed. */
export interface CaretContext {
  readonly at: 'key' | 'value';
  /** The innermost containers, outermost first. */
  readonly frames: readonly OpenContainer[];
  /** The token at the caret, or an empty range. */
  readonly start: number;
  readonly end: number;
  /** Whether the token is in quotes. */
  readonly isQuoted: boolean;
  /** Whether a colon follows the token. */
  readonly hasColon: boolean;
  /** Keys of the innermost object that were read after the boundary. */
  readonly typedKeys: readonly string[];
  /** The end of the value before the caret, if a comma is missing after it; else -1. */
  readonly lacksComma: number;
  /** Whether another member or item follows the token, without a comma. */
  readonly isFollowed: boolean;
}

/**
 * Returns the place of a byte offset of the present text, with the `levels` innermost containers around it. `null` when no key
 * or value can be there, or it is too far from what the tape covers.
 */
export function readCaret(document: JsonDocument, offset: number, levels = LEVELS): CaretContext | null {
  const known = findBoundary(document, offset, levels);
  if (known === null || offset - known.at > REACH) return null;
  const { memory, size } = document;
  const bytes = memory.text(known.at, Math.min(size, offset + REACH));
  return new CaretReader(document, bytes, known.at, known.frames, levels).read(offset - known.at);
}

/** The last place before a caret that the tape covers, as an offset of the present text, and the containers there. */
function findBoundary(
  document: JsonDocument,
  offset: number,
  levels: number,
): { at: number; frames: OpenContainer[] } | null {
  const { tape, places } = document;
  // A text that was never valid is read from its beginning.
  if (tape.count === 0) return { at: 0, frames: [] };
  const changes = document.changes.filter(({ start }) => start <= offset);
  let at = offset;
  for (;;) {
    for (let last = changes.at(-1); last !== undefined && last.end >= at - CLOSE; last = changes.at(-1)) {
      at = Math.min(at, last.start);
      changes.pop();
    }
    const oldAt = document.oldOffset(at);
    const isRecords = tape.bracketLength(0) === 0;
    const entry = Math.max(tape.lastAtOrBefore(oldAt - 1), isRecords ? 0 : -1);
    // Nothing before the changes is left of the last valid text.
    if (entry < 0) return { at: 0, frames: [] };
    const broken = brokenRecordAt(document, entry, oldAt);
    if (broken >= 0) {
      // Its structure is unknown, so it is read from its beginning.
      const now = at - (oldAt - tape.start(broken));
      const { child, ordinal } = places.children.containing(0, broken);
      return { at: now, frames: [{ ...newFrame(false, 0), child, ordinal, position: ordinal }] };
    }
    const frames: OpenContainer[] = places
      .steps(entry)
      .slice(-levels)
      .map(({ container, child, ordinal }) => {
        const isObject = places.kind(container) === 'object';
        return {
          isObject,
          entry: container,
          child,
          ordinal,
          position: ordinal,
          typed: [],
          key: isObject ? places.key(child) : null,
          expects: 'comma',
        };
      });
    let boundary = tape.start(entry);
    const top = frames.at(-1);
    if (tape.isOpening(entry)) {
      const isObject = places.kind(entry) === 'object';
      boundary += tape.bracketLength(entry);
      frames.push(newFrame(isObject, entry));
    } else if (tape.isClosing(entry)) {
      boundary += 1;
      if (top !== undefined) top.child = -1;
    } else {
      const { end } = places.range(entry);
      if (end < oldAt) boundary = end;
      if (top !== undefined) {
        if (end < oldAt) top.child = -1;
        else top.expects = 'value';
      }
    }
    const now = at - (oldAt - boundary);
    const before = changes.at(-1);
    if (before === undefined || before.end <= now) return { at: now, frames };
    at = before.start;
    changes.pop();
  }
}

/** The broken record of an entry, if `offset` is inside it or after it on the same line; else -1. */
function brokenRecordAt({ tape, places }: JsonDocument, entry: number, offset: number): number {
  if (tape.broken.length === 0 || entry === 0) return -1;
  const record = tape.isClosing(entry) ? entry - (tape.link(entry) & LINK_MASK) : entry;
  if (!tape.isBroken(record)) return -1;
  const { end } = places.range(record);
  return offset <= end || !places.text.slice(end, offset).includes(LF) ? record : -1;
}

/** Reads tokens from a boundary up to a caret. Offsets are indexes into `bytes`. */
class CaretReader {
  private typedKeys: string[] = [];
  /** The end of the last token if a comma has to follow it; else -1. */
  private commaAt = -1;
  private readonly hasComments: boolean;
  private readonly text: TapeText;

  constructor(
    private readonly document: JsonDocument,
    private readonly bytes: Uint8Array,
    private readonly base: number,
    private readonly frames: OpenContainer[],
    private readonly levels: number,
  ) {
    if (frames.at(-1)?.expects === 'comma') this.commaAt = 0;
    this.hasComments = hasComments(document.dialect);
    this.text = {
      size: bytes.length,
      byteAt: (at) => bytes[at] ?? 0,
      slice: (start, end) => bytes.subarray(start, end),
    };
  }

  read(caret: number): CaretContext | null {
    let at = 0;
    for (;;) {
      at = this.skipSpace(at, caret);
      if (at > caret) return null;
      const isToken = this.isToken(at);
      if (at === caret && !isToken) return this.place(at, at);
      const end = isToken ? this.tokenEnd(at) : at + 1;
      if (isToken && end >= caret) {
        this.beginWithoutComma(at);
        return this.place(at, this.realEnd(at, end, caret));
      }
      this.feed(at, end);
      at = end;
    }
  }

  /** A string starts a new member or item, even without a comma. */
  private beginWithoutComma(at: number): void {
    const top = this.frames.at(-1);
    const first = this.bytes[at];
    if (top?.expects === 'comma' && (first === QUOTE || first === APOSTROPHE)) begin(top);
  }

  private isToken(at: number): boolean {
    const byte = this.bytes[at] ?? 0;
    if (at >= this.bytes.length || isPunctuation(byte) || this.spaceLength(at) > 0) return false;
    return !this.hasComments || byte !== SLASH;
  }

  /**
   * The length in bytes of the white space character at an offset, or 0. White space of JSON5 counts in dialects with comments.
   */
  private spaceLength(at: number): number {
    const byte = this.bytes[at] ?? 0;
    if (byte < 0x80 || !this.hasComments) return isSpace(byte) ? 1 : 0;
    return spaceLength(this.text, at);
  }

  private place(start: number, end: number): CaretContext | null {
    const frame = this.frames.at(-1);
    if (frame === undefined || frame.expects === 'colon' || frame.expects === 'comma') return null;
    const first = this.bytes[start];
    const isQuoted = end > start && (first === QUOTE || first === APOSTROPHE);
    const at = frame.expects;
    if (at === 'key') frame.key = null;
    return {
      at,
      frames: this.frames.slice(-this.levels),
      start: this.base + start,
      end: this.base + end,
      isQuoted,
      hasColon: this.bytes[this.skipSpace(end, this.bytes.length)] === COLON,
      typedKeys: this.typedKeys,
      // A value in an object follows its key.
      lacksComma: this.commaAt < 0 || (at === 'value' && frame.isObject) ? -1 : this.base + this.commaAt,
      isFollowed: this.isFollowed(end),
    };
  }

  /** Whether the next token after `end` starts a key or a value. */
  private isFollowed(end: number): boolean {
    const { bytes } = this;
    let at = end;
    while (at < bytes.length && this.spaceLength(at) > 0) at += this.spaceLength(at);
    return this.isToken(at) || bytes[at] === 0x7b || bytes[at] === 0x5b;
  }

  /** Processes one token that is entirely before the caret. */
  private feed(start: number, end: number): void {
    const { frames } = this;
    const top = frames.at(-1);
    switch (this.bytes[start]) {
      case 0x7b:
      case 0x5b: {
        const isObject = this.bytes[start] === 0x7b;
        if (top !== undefined) top.child = -1;
        this.commaAt = -1;
        frames.push(newFrame(isObject, -1));
        this.typedKeys = [];
        break;
      }
      case 0x7d:
      case 0x5d: {
        frames.pop();
        this.typedKeys = [];
        const around = frames.at(-1);
        if (around !== undefined) {
          around.expects = 'comma';
          around.child = -1;
        }
        this.commaAt = end;
        break;
      }
      case COMMA:
        if (top !== undefined) begin(top);
        this.commaAt = -1;
        break;
      case COLON:
        if (top?.isObject === true) top.expects = 'value';
        break;
      default:
        if (top === undefined) break;
        if (top.expects === 'key') {
          top.key = unquote(decodeUtf8(this.bytes.subarray(start, end)));
          top.expects = 'colon';
          this.typedKeys.push(top.key);
          top.typed.push({ key: top.key, value: null });
        } else if (top.expects === 'value') {
          top.expects = 'comma';
          this.commaAt = end;
          const member = top.typed.at(-1);
          if (member !== undefined && member.key === top.key)
            member.value = decodeUtf8(this.bytes.subarray(start, end));
        }
    }
  }

  /**
   * The first offset from `at` on that is neither white space nor comment, at most `limit`; past the limit when a comment
   * extends beyond it.
   */
  private skipSpace(at: number, limit: number): number {
    const { bytes } = this;
    while (at < limit) {
      const byte = bytes[at] ?? 0;
      if (byte === LF || byte === CR) {
        // A new line starts a new member or item, even without a comma.
        const top = this.frames.at(-1);
        if (top?.expects === 'comma') begin(top);
        at += 1;
      } else if (this.spaceLength(at) > 0) at += this.spaceLength(at);
      else if (!this.hasComments || byte !== SLASH) break;
      else if (bytes[at + 1] === SLASH) {
        while (at < bytes.length && bytes[at] !== LF) at += 1;
        if (at >= limit) return limit + 1;
      } else if (bytes[at + 1] === STAR) {
        at += 2;
        while (at < bytes.length && !(bytes[at] === STAR && bytes[at + 1] === SLASH)) at += 1;
        at += 2;
      } else break;
    }
    return at;
  }

  /** The end of a string, or of another run of bytes that are neither white space nor punctuation. */
  private tokenEnd(start: number): number {
    const { bytes } = this;
    const quote = bytes[start];
    let at = start + 1;
    if (quote !== QUOTE && quote !== APOSTROPHE) {
      for (; at < bytes.length; at += 1) {
        const byte = bytes[at] ?? 0;
        if (this.spaceLength(at) > 0 || isPunctuation(byte) || byte === QUOTE || byte === APOSTROPHE) break;
        if (this.hasComments && byte === SLASH) break;
      }
      return at;
    }
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === BACKSLASH) at += 1;
      else if (byte === quote) return at + 1;
      else if (byte === LF || byte === CR) return at;
    }
    return bytes.length;
  }

  /**
   * The end of the token at the caret. In an invalid text, a quote that is followed by more text opens another string, unless
   * that is a string itself; of a string that is not closed, the word at the caret is part.
   */
  private realEnd(start: number, end: number, caret: number): number {
    const { bytes } = this;
    const quote = bytes[start];
    if (this.document.isLive || (quote !== QUOTE && quote !== APOSTROPHE) || end === caret) return end;
    if (bytes[end - 1] !== quote || end - 1 === start) return this.wordEnd(caret);
    const next = bytes[this.skipBlanks(end)];
    const isClosed = next === undefined || isPunctuation(next) || next === LF || next === CR || next === quote;
    return isClosed ? end : this.wordEnd(caret);
  }

  private wordEnd(caret: number): number {
    let at = caret;
    while (isWord(this.bytes[at] ?? 0)) at += 1;
    return at;
  }

  private skipBlanks(at: number): number {
    while (this.bytes[at] === 0x20 || this.bytes[at] === 9) at += 1;
    return at;
  }
}

function newFrame(isObject: boolean, entry: number): OpenContainer {
  const expects = isObject ? 'key' : 'value';
  return { isObject, entry, child: -1, ordinal: 0, position: 0, typed: [], key: null, expects };
}

/** Starts the next member or item of a container. */
function begin(frame: OpenContainer): void {
  frame.expects = frame.isObject ? 'key' : 'value';
  frame.key = null;
  frame.child = -1;
  frame.position += 1;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 9 && byte <= 13);
}

/** Whether a byte is part of a letter, a digit, "_" or "-". */
function isWord(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x5f ||
    byte === 0x2d ||
    byte >= 0x80
  );
}

function isPunctuation(byte: number): boolean {
  return byte === 0x7b || byte === 0x7d || byte === 0x5b || byte === 0x5d || byte === COMMA || byte === COLON;
}
