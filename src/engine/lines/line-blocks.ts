// The whole lines that selections cover, and a walk over any number of lines. A line ends at LF, CRLF or a lone CR; a byte
// order mark is not part of the first line.

import { LF, CR } from '../../shared/bytes/ascii.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { JsonDocument } from '../document/document.ts';
import { TEXT_BASE, type DocumentMemory } from '../base/memory.ts';
import type { Range } from '../tape/tape.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';

/** Adjacent lines. `end` excludes the last line's line end. */
export interface Block extends Range {
  /** The start of the next line; `end` if there is none. */
  readonly next: number;
  /** Indexes of the selections in it. */
  readonly spans: readonly number[];
}

/** Start of the text, after a byte order mark. */
export function textStart({ memory, size }: JsonDocument): number {
  const [a, b, c] = memory.text(0, Math.min(3, size));
  return a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0;
}

/** The line at a byte, without its line end and without a byte order mark. */
export function lineAround(document: JsonDocument, offset: number): Range {
  const { lines, size } = document;
  const line = lines.lineAt(Math.min(offset, size));
  const start = line === 0 ? textStart(document) : lines.startOfLine(line);
  if (line + 1 >= lines.lineCount) return { start, end: size };
  const next = lines.startOfLine(line + 1);
  return { start, end: next - lengthOfEnd(document, next, start) };
}

/** All lines as one block. */
export function wholeText(document: JsonDocument): Block {
  return { start: textStart(document), end: document.size, next: document.size, spans: [] };
}

/**
 * The lines that selections cover. A line of which only the start is the end of a selection is not included. Selections that
 * share a line form one block; with `joins`, so do selections with no line in between.
 */
export function blocksOf(document: JsonDocument, spans: Selection, joins = false): Block[] {
  const first = textStart(document);
  const blocks = spans.map(({ anchor, active }, index) => {
    const from = Math.max(first, Math.min(anchor, active));
    const to = Math.max(from, Math.max(anchor, active));
    const { start } = lineAround(document, from);
    let { end } = lineAround(document, to);
    if (to > start && lineAround(document, to).start === to) ({ end } = lineAround(document, to - 1));
    return { start, end, next: nextLine(document, end), spans: [index] };
  });
  const apart: Block[] = [];
  for (const block of blocks.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = apart.at(-1);
    const touches = last !== undefined && (joins ? block.start <= last.next : block.start <= last.end);
    if (!touches) {
      apart.push(block);
      continue;
    }
    const longer = block.end > last.end ? block : last;
    apart[apart.length - 1] = {
      start: last.start,
      end: longer.end,
      next: longer.next,
      spans: [...last.spans, ...block.spans],
    };
  }
  return apart;
}

/** The lines that selections cover; all lines if they cover only one. */
export function blocksOrAll(document: JsonDocument, spans: Selection): { blocks: Block[]; isAll: boolean } {
  const blocks = blocksOf(document, spans);
  const [only] = blocks;
  const isAll = blocks.length === 1 && only !== undefined && lineAround(document, only.start).end === only.end;
  return { blocks: isAll ? [{ ...wholeText(document), spans: spans.map((_, index) => index) }] : blocks, isAll };
}

/** The start of the line after a line's end; the end itself if there is none. */
export function nextLine({ memory, size }: JsonDocument, end: number): number {
  if (end >= size) return end;
  const [first, second] = memory.text(end, Math.min(size, end + 2));
  return end + (first === CR && second === LF ? 2 : 1);
}

/** Calls `visit` for every line between two line bounds, with the addresses of its start and end in `bytes`. */
export function* eachLine(
  memory: DocumentMemory,
  { start, end }: Range,
  visit: (bytes: Uint8Array, start: number, end: number) => void,
): Work<void> {
  const stop = TEXT_BASE + end;
  const hasReturns = memory.text(start, end).includes(CR);
  let pause = start + SLICE_BYTES;
  for (let at = TEXT_BASE + start; ;) {
    const { bytes } = memory;
    let lineEnd = at;
    if (hasReturns) while (lineEnd < stop && bytes[lineEnd] !== LF && bytes[lineEnd] !== CR) lineEnd += 1;
    else {
      const found = bytes.indexOf(LF, at);
      lineEnd = found < 0 || found > stop ? stop : found;
    }
    visit(bytes, at, lineEnd);
    if (lineEnd >= stop) return;
    at = lineEnd + (bytes[lineEnd] === CR && bytes[lineEnd + 1] === LF && lineEnd + 1 < stop ? 2 : 1);
    if (at - TEXT_BASE > pause) {
      yield { done: at - TEXT_BASE - start, total: end - start };
      pause = at - TEXT_BASE + SLICE_BYTES;
    }
  }
}

/** Whether removing everything between two addresses of the memory would join a lone CR and an LF into one line end. */
export function wouldJoinLineEnds({ bytes, size }: DocumentMemory, start: number, end: number): boolean {
  return start > TEXT_BASE && end < TEXT_BASE + size && bytes[start - 1] === CR && bytes[end] === LF;
}

function lengthOfEnd({ memory }: JsonDocument, next: number, start: number): 1 | 2 {
  const [before, last] = memory.text(next - 2, next);
  return last === LF && before === CR && next - 2 >= start ? 2 : 1;
}
