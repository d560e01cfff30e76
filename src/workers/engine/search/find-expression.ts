// Regular expressions over the text as such, decoded in chunks. What a chunk must hold so that its matches
// are those of the whole text:
//
//   lines     An expression that can't match a line end (`staysInLine`), and no line above 4 MB: chunks of
//             whole lines. Exact at any size.
//   whole     Else, up to 32 MB: one chunk. Exact.
//   windows   Else: 4 MB at a time, and 1 MB more on both sides to look at. Exact as long as no attempt to
//             match reads further than 1 MB from where it begins; a longer match is cut or missed.
//
//             reach      core: matches that start here count      reach
//          |--------|------------------------------------------|--------|
//
// An expression of the user's may take for ever inside of one chunk: run it where it can be killed.

import { NO_NODE } from '../../../shared/protocol/search.ts';
import { columnAtByte, byteAtColumn, decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../document/document.ts';
import type { Sink } from './hits.ts';
import type { DocumentMemory } from '../base/memory.ts';
import { nextMatch, type Expression } from './pattern.ts';
import type { Work } from '../base/work.ts';

const MB = 1024 * 1024;

/** Sizes in bytes, so that tests can reach every border. */
export interface ChunkSizes {
  /** Of a chunk of lines. */
  readonly lines: number;
  /** Of the longest line for which chunks of lines are used. */
  readonly longestLine: number;
  /** Of a text that is searched as one chunk. */
  readonly whole: number;
  /** At least 4, so that each window has a character of its own. */
  readonly core: number;
  readonly reach: number;
}

export const CHUNK_SIZES: ChunkSizes = { lines: MB / 2, longestLine: 4 * MB, whole: 32 * MB, core: 4 * MB, reach: MB };
/** Matches between two slices. */
const SLICE_MATCHES = 8192;

/** Where a chunk is: its matches start in `core` to `coreEnd`, its string is `start` to `end`. */
interface Chunk {
  readonly start: number;
  readonly core: number;
  readonly coreEnd: number;
  readonly end: number;
}

/**
 * Hands over the matches that start in `from` to `to`. `from` is where the search is to begin, or
 * 0; of an expression that stays in a line also any line's start. `to` is past the text's end for a match of no length there.
 */
export function* findExpression(
  document: JsonDocument,
  { regex, staysInLine }: Expression,
  from: number,
  to: number,
  sink: Sink,
  sizes = CHUNK_SIZES,
): Work<void> {
  const { memory, lines } = document;
  const { size } = memory;
  const inLines = staysInLine && lines.longestLine <= sizes.longestLine;
  const chunkAt = (core: number): Chunk => {
    if (inLines) {
      const end = lines.startOfLine(lines.lineAt(Math.min(size, core + sizes.lines)) + 1);
      // What comes before the first match on its line is there to look at.
      return { start: lines.startOfLine(lines.lineAt(core)), core, coreEnd: end, end };
    }
    if (size <= sizes.whole) return { start: 0, core, coreEnd: size, end: size };
    const coreEnd = characterStart(memory, Math.min(size, core + sizes.core));
    const end = characterStart(memory, Math.min(size, coreEnd + sizes.reach));
    return { start: characterStart(memory, Math.max(0, core - sizes.reach)), core, coreEnd, end };
  };
  let resume = from;
  for (let core = from; core < to;) {
    const chunk = chunkAt(core);
    const isLast = chunk.coreEnd >= size;
    const map = new OffsetMap(memory, chunk);
    regex.lastIndex = map.unitAt(Math.max(resume, core));
    let matches = 0;
    for (let match = nextMatch(regex, map.text); match !== null; match = nextMatch(regex, map.text)) {
      const start = map.byteAt(match.index);
      if (start >= to || (start >= chunk.coreEnd && !isLast)) break;
      const end = map.byteAt(match.index + match[0].length);
      // Behind the text's end, after a match of no length there, nothing is left to look at.
      resume = regex.lastIndex <= map.text.length ? map.byteAt(regex.lastIndex) : end;
      sink.takeMatch(start, end, NO_NODE, match);
      if (sink.done) return;
      matches += 1;
      if (matches % SLICE_MATCHES === 0) {
        // Others may use the same expression meanwhile.
        const { lastIndex } = regex;
        yield { done: end, total: size };
        regex.lastIndex = lastIndex;
      }
    }
    if (isLast) return;
    core = chunk.coreEnd;
    yield { done: core, total: size };
  }
}

/** The byte, at most three before `offset`, at which the character around it starts, as decoding sees it. */
function characterStart(memory: DocumentMemory, offset: number): number {
  const text = memory.text();
  const isContinuation = (at: number): boolean => ((text[at] ?? 0) & 0xc0) === 0x80;
  let at = offset;
  while (offset - at < 3 && at > 0 && isContinuation(at)) at -= 1;
  return isContinuation(at) ? offset : at;
}

/** Between offsets of the document and indexes into the decoded chunk, in rising order. */
class OffsetMap {
  readonly text: string;
  private readonly isPlain: boolean;
  private unit = 0;
  private byte: number;

  constructor(
    private readonly memory: DocumentMemory,
    private readonly chunk: Chunk,
  ) {
    this.text = decodeUtf8(memory.text(chunk.start, chunk.end));
    // A unit never takes less than a byte: as many of both means one byte each.
    this.isPlain = this.text.length === chunk.end - chunk.start;
    this.byte = chunk.start;
  }

  unitAt(byte: number): number {
    const { start, end } = this.chunk;
    return this.isPlain ? byte - start : columnAtByte(this.memory.text(start, end), 0, end - start, byte - start);
  }

  byteAt(unit: number): number {
    const { start, end } = this.chunk;
    if (this.isPlain) return start + unit;
    if (unit < this.unit) [this.unit, this.byte] = [0, start];
    const run = end - this.byte;
    this.byte += byteAtColumn(this.memory.text(this.byte, end), 0, run, unit - this.unit);
    this.unit = unit;
    return this.byte;
  }
}
