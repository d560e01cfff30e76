// Moves, copies and deletes whole lines. When lines are swapped with the one above or below, the line end between them stays
// between them.

import { largest } from '../../shared/append.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import type { Selection, Span } from '../../shared/protocol/selection.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asByte } from '../../shared/units.ts';
import { byteAtColumn } from '../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../document/document.ts';
import { blocksOf, lineAround, textStart, type Block } from './line-blocks.ts';
import type { LinesPlan } from './lines-plan.ts';

/** Swaps the selected lines with the line above or below. Cost: that line. */
export function moveLines(document: JsonDocument, spans: Selection, by: 'up' | 'down'): LinesPlan {
  const splices: Splice[] = [];
  const moved = [...spans];
  for (const block of blocksOf(document, spans, true)) {
    // As in Monaco, the lines don't move down if a selection ends in the last line, even at its start.
    const reach = largest(block.spans.map((index) => endOf(spans[index])));
    const shift =
      by === 'up'
        ? moveUp(document, block, splices)
        : lineAround(document, reach).end === document.size
          ? 0
          : moveDown(document, block, splices);
    shiftSpans(moved, block, shift, document.size);
  }
  return { splices, spans: moved };
}

/**
 * Copies the selected lines; `side` chooses whether the selections are then on the upper or the lower copy. Cost: their bytes.
 */
export function copyLines(
  document: JsonDocument,
  spans: Selection,
  side: 'up' | 'down',
  lineEnd: Uint8Array,
): LinesPlan {
  const splices: Splice[] = [];
  const moved = [...spans];
  let grown = 0;
  for (const block of blocksOf(document, spans)) {
    const text = document.memory.text(block.start, block.end);
    const isUp = side === 'up';
    splices.push(
      isUp
        ? splice(block.end, block.end, joinBytes([lineEnd, text]))
        : splice(block.start, block.start, joinBytes([text, lineEnd])),
    );
    const length = text.length + lineEnd.length;
    shiftSpans(moved, block, grown + (isUp ? 0 : length));
    grown += length;
  }
  return { splices, spans: moved };
}

/** Inserts a copy of each selection after it; for a caret, a copy of its line. Cost: the copied bytes. */
export function duplicate(document: JsonDocument, spans: Selection, lineEnd: Uint8Array): LinesPlan {
  const splices: Splice[] = [];
  const moved: Span[] = [...spans];
  let grown = 0;
  const order = [...spans.keys()].toSorted((a, b) => startOf(spans[a]) - startOf(spans[b]));
  for (const index of order) {
    const { anchor, active } = spans[index] ?? { anchor: 0, active: 0 };
    const [start, end] = [Math.min(anchor, active), Math.max(anchor, active)];
    const line = lineAround(document, start);
    const isBare = start === end;
    const made = isBare
      ? splice(line.start, line.start, joinBytes([document.memory.text(line.start, line.end), lineEnd]))
      : splice(end, end, document.memory.text(start, end).slice());
    splices.push(made);
    const { length } = made.insert;
    // Selects the copy, or moves the caret to the lower copy of its line.
    moved[index] = isBare
      ? { anchor: start + grown + length, active: start + grown + length }
      : { anchor: end + grown, active: end + grown + length };
    grown += length;
  }
  return { splices, spans: moved };
}

/** Deletes the selected lines. Each block leaves a caret in the line that takes its place, in the same column. */
export function deleteLines(document: JsonDocument, spans: Selection): LinesPlan {
  const { lines, size } = document;
  const first = textStart(document);
  const splices: Splice[] = [];
  const carets: Span[] = [];
  let shrunk = 0;
  for (const block of blocksOf(document, spans, true)) {
    const isLast = block.next === block.end;
    // The last line is removed with the line end before it.
    const start = isLast && block.start > first ? lineAround(document, block.start - 1).end : block.start;
    splices.push(splice(start, block.next, new Uint8Array()));
    const { column } = lines.placeOf(Math.min(size, spans[block.spans[0] ?? 0]?.active ?? 0));
    // The line after the block, or the one before if the last line was removed.
    const line = isLast ? lineAround(document, start) : lineAround(document, block.next);
    const bytes = document.memory.text(line.start, Math.min(isLast ? start : line.end, line.start + column * 3));
    const from = isLast ? line.start : start;
    const caret = from - shrunk + byteAtColumn(bytes, 0, bytes.length, column);
    carets.push({ anchor: caret, active: caret });
    shrunk += block.next - start;
  }
  return { splices, spans: carets };
}

function moveDown(document: JsonDocument, { start, end, next }: Block, splices: Splice[]): number {
  if (next === end) return 0;
  const line = lineAround(document, next);
  const { memory } = document;
  const insert = joinBytes([memory.text(line.start, line.end), memory.text(end, next)]);
  splices.push(splice(start, start, insert), splice(end, line.end, new Uint8Array()));
  return insert.length;
}

function moveUp(document: JsonDocument, { start, end }: Block, splices: Splice[]): number {
  if (start === textStart(document)) return 0;
  const { memory } = document;
  const line = lineAround(document, start - 1);
  const insert = joinBytes([memory.text(line.end, start), memory.text(line.start, line.end)]);
  splices.push(splice(line.start, start, new Uint8Array()), splice(end, end, insert));
  return -insert.length;
}

function shiftSpans(spans: Span[], block: Block, by: number, most = Number.POSITIVE_INFINITY): void {
  for (const index of block.spans) {
    const { anchor, active } = spans[index] ?? { anchor: 0, active: 0 };
    spans[index] = { anchor: Math.min(most, anchor + by), active: Math.min(most, active + by) };
  }
}

function splice(start: number, end: number, insert: Uint8Array): Splice {
  return { start: asByte(start), end: asByte(end), insert };
}

function endOf(span: Span | undefined): number {
  return Math.max(span?.anchor ?? 0, span?.active ?? 0);
}

function startOf(span: Span | undefined): number {
  return Math.min(span?.anchor ?? 0, span?.active ?? 0);
}
