// Searches the raw text with regular expressions, decoded in chunks. A chunk must be large enough that its matches are those of
// the whole text:
//
//   lines     For an expression that can't match a line end (`staysInLine`) and no line above 4 MB: chunks of
//             whole lines. Exact at any size. Lines without what each match contains (`literal.ts`) are not decoded.
//   whole     Otherwise, up to 32 MB: one chunk. Exact.
//   windows   Otherwise: 4 MB at a time, with 1 MB of context on both sides. Exact if no attempt to match
//             reads further than 1 MB from where it begins; a longer match is cut or missed.
//
//             reach      core: matches that start here count      reach
//          |--------|------------------------------------------|--------|
//
// A user's expression may run forever within one chunk: run it where it can be terminated.

import { CR, LF } from '../../shared/bytes/ascii.ts';
import { countBelow, countWhile } from '../../shared/bytes/binary-search.ts';
import { NO_NODE } from '../../shared/protocol/search.ts';
import { columnAtByte, byteAtColumn, decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../document/document.ts';
import type { Sink } from './hits.ts';
import { TEXT_BASE, type DocumentMemory } from '../base/memory.ts';
import { findLiteral } from './literal.ts';
import { nextMatch, type Expression } from './pattern.ts';
import type { Work } from '../base/work.ts';

const MB = 1024 * 1024;

/** Sizes in bytes; parameters, so that tests can reach every boundary. */
export interface ChunkSizes {
  /** Size of a chunk of lines. */
  readonly lines: number;
  /** Longest line with which chunks of lines are used. */
  readonly longestLine: number;
  /** Largest text that is searched as one chunk. */
  readonly whole: number;
  /** At least 4, so that each window has at least one character. */
  readonly core: number;
  readonly reach: number;
  /** Most bytes that are passed over in one slice. */
  readonly passed: number;
}

export const CHUNK_SIZES: ChunkSizes = {
  lines: MB / 2,
  longestLine: 4 * MB,
  whole: 32 * MB,
  core: 4 * MB,
  reach: MB,
  passed: 32 * MB,
};
/** Lines that are this close are decoded together, in bytes. */
const DENSE = 64;
/** Matches per slice. */
const SLICE_MATCHES = 8192;

/** The offsets of a chunk: its matches start in `core` to `coreEnd`, its string is `start` to `end`. */
interface Chunk {
  readonly start: number;
  readonly core: number;
  readonly coreEnd: number;
  readonly end: number;
}

/**
 * Passes the matches that start in `from` to `to` to the sink. `from` is the start of the search, or 0; for an expression that
 * stays in a line, it may be the start of any line. `to` is past the text's end to include an empty match there.
 */
export function* findExpression(
  document: JsonDocument,
  { regex, staysInLine, seesLineEnds, literal }: Expression,
  from: number,
  to: number,
  sink: Sink,
  sizes = CHUNK_SIZES,
): Work<void> {
  const { memory, lines } = document;
  const { size } = memory;
  const inLines = staysInLine && lines.longestLine <= sizes.longestLine;
  // Lines without what each match contains are passed over. The others are decoded one by one, or in chunks while most lines are of them.
  const wanted = inLines ? literal : null;
  let span = wanted === null ? sizes.lines : 0;
  let pausedAt = from;
  const chunkAt = (core: number): Chunk => {
    if (inLines) {
      const end = lines.startOfLine(lines.lineAt(Math.min(size, core + span)) + 1);
      // The start of the line is included, so that look-behind can see what precedes the first match.
      return { start: lines.startOfLine(lines.lineAt(core)), core, coreEnd: end, end };
    }
    if (size <= sizes.whole) return { start: 0, core, coreEnd: size, end: size };
    const coreEnd = characterStart(memory, Math.min(size, core + sizes.core));
    const end = characterStart(memory, Math.min(size, coreEnd + sizes.reach));
    return { start: characterStart(memory, Math.max(0, core - sizes.reach)), core, coreEnd, end };
  };
  let resume = from;
  /** Nothing that is wanted begins from `core` up to here. */
  let passedTo = from;
  for (let core = from; core < to;) {
    let line: LineRange | null = null;
    if (wanted !== null) {
      const start = Math.min(size, Math.max(core, resume, passedTo));
      const end = Math.min(size, start + Math.max(sizes.passed, wanted.bytes.length));
      const at = findLiteral(memory, wanted, start, end);
      if (at < 0 && end === size) return;
      if (at < 0) {
        // It may begin in the last bytes that were searched, and its match at any place of their line.
        passedTo = end - wanted.bytes.length + 1;
        core = Math.max(core, lines.startOfLine(lines.lineAt(passedTo)));
        pausedAt = passedTo;
        yield { done: passedTo, total: size };
        continue;
      }
      span = at - start < Math.max(DENSE, span / 8) ? Math.min(sizes.lines, span * 2 + DENSE) : 0;
      line = lineAround(memory, at);
      core = Math.max(core, line.start);
      if (core >= to) return;
    }
    const chunk = line !== null && span <= DENSE ? { ...line, core, coreEnd: line.end } : chunkAt(core);
    const isLast = chunk.coreEnd >= size;
    const map = new OffsetMap(memory, chunk, !seesLineEnds);
    regex.lastIndex = map.unitAt(Math.max(resume, core));
    let matches = 0;
    for (let match = nextMatch(regex, map.text); match !== null; match = nextMatch(regex, map.text)) {
      const start = map.byteAt(match.index);
      if (start >= to || (start >= chunk.coreEnd && !isLast)) break;
      const end = map.byteAt(match.index + match[0].length);
      // After an empty match at the text's end, nothing is left to search.
      resume = regex.lastIndex <= map.text.length ? map.byteAt(regex.lastIndex) : end;
      sink.takeMatch(start, end, NO_NODE, match);
      if (sink.done) return;
      matches += 1;
      if (matches % SLICE_MATCHES === 0) {
        // Other searches may use the same expression between slices.
        const { lastIndex } = regex;
        yield { done: end, total: size };
        regex.lastIndex = lastIndex;
      }
    }
    if (isLast) return;
    core = chunk.coreEnd;
    if (wanted !== null && core - pausedAt < sizes.lines) continue;
    pausedAt = core;
    yield { done: core, total: size };
  }
}

/** A line with its end. */
interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** The line around a byte that is no part of a line end. */
function lineAround(memory: DocumentMemory, at: number): LineRange {
  const { bytes, size } = memory;
  const last = TEXT_BASE + size;
  let start = TEXT_BASE + at;
  while (start > TEXT_BASE && bytes[start - 1] !== LF && bytes[start - 1] !== CR) start -= 1;
  let end = TEXT_BASE + at;
  while (end < last && bytes[end] !== LF && bytes[end] !== CR) end += 1;
  if (end < last) end += bytes[end] === CR && end + 1 < last && bytes[end + 1] === LF ? 2 : 1;
  return { start: start - TEXT_BASE, end: end - TEXT_BASE };
}

/**
 * The start of the character around `offset`, at most three bytes before it; `offset` itself when these are all continuation
 * bytes.
 */
function characterStart(memory: DocumentMemory, offset: number): number {
  const text = memory.text();
  const isContinuation = (at: number): boolean => ((text[at] ?? 0) & 0xc0) === 0x80;
  // A CRLF is one line end.
  if (text[offset] === LF && text[offset - 1] === CR) return offset - 1;
  let at = offset;
  while (offset - at < 3 && at > 0 && isContinuation(at)) at -= 1;
  return isContinuation(at) ? offset : at;
}

/**
 * Converts between offsets of the document and indexes into the decoded chunk, in ascending order. With `joinsLineEnds`, each
 * CRLF and each lone CR is one LF in the chunk.
 */
class OffsetMap {
  readonly text: string;
  private readonly isPlain: boolean;
  /** The indexes, in the text as it is, of the CRs of all CRLFs; `null` when the chunk is that text. */
  private readonly joined: readonly number[] | null;
  private unit = 0;
  private byte: number;

  constructor(
    private readonly memory: DocumentMemory,
    private readonly chunk: Chunk,
    joinsLineEnds: boolean,
  ) {
    const text = decodeUtf8(memory.text(chunk.start, chunk.end));
    // Each UTF-16 unit takes at least one byte, so equal counts mean one byte per unit.
    this.isPlain = text.length === chunk.end - chunk.start;
    this.byte = chunk.start;
    const hasCr = joinsLineEnds && text.includes('\r');
    this.joined = hasCr ? indexesOf(text, '\r\n') : null;
    this.text = hasCr ? text.replaceAll(/\r\n?/g, '\n') : text;
  }

  unitAt(byte: number): number {
    const unit = this.sourceUnitAt(byte);
    return this.joined === null ? unit : unit - countBelow(this.joined, unit);
  }

  byteAt(unit: number): number {
    if (this.joined === null) return this.byteAtSource(unit);
    // Each CR comes before the unit if that many fewer units do.
    const before = countWhile(this.joined.length, (index) => (this.joined?.[index] ?? 0) - index < unit);
    return this.byteAtSource(unit + before);
  }

  private sourceUnitAt(byte: number): number {
    const { start, end } = this.chunk;
    return this.isPlain ? byte - start : columnAtByte(this.memory.text(start, end), 0, end - start, byte - start);
  }

  private byteAtSource(unit: number): number {
    const { start, end } = this.chunk;
    if (this.isPlain) return start + unit;
    if (unit < this.unit) [this.unit, this.byte] = [0, start];
    const run = end - this.byte;
    this.byte += byteAtColumn(this.memory.text(this.byte, end), 0, run, unit - this.unit);
    this.unit = unit;
    return this.byte;
  }
}

/** The indexes of all occurrences, in ascending order. */
function indexesOf(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) found.push(at);
  return found;
}
