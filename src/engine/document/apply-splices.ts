// Changes the bytes of a document by splices, in one pass over the text, and nothing else. A list may hold a million splices:
// small runs are copied byte by byte, because each typed-array call costs more.

import { copyBytes } from '../../shared/bytes/bytes.ts';
import { lengthDelta } from '../../shared/document/changes.ts';
import { invertSplices } from '../../shared/document/splice-lists.ts';
import { checkSplices, type Splice } from '../../shared/document/splice.ts';
import type { DocumentMemory } from '../base/memory.ts';

/** Up to this many bytes a loop is faster than a call. */
const SMALL = 48;
const PIECE = 65536;

/**
 * Applies a list of splices to the text and returns the list that reverts it. If the text needs more room, `tapeBytes` bytes of
 * tape are moved. Cost: one move of everything after the first splice.
 * @throws CodedError `too-large`, before anything is changed
 */
export function applySplices(memory: DocumentMemory, splices: readonly Splice[], tapeBytes: number): Splice[] {
  checkSplices(splices, memory.size);
  const size = memory.size + lengthDelta(splices);
  memory.ensureText(size, tapeBytes);
  const [only] = splices;
  if (splices.length === 1 && only?.disposable === true && only.insert.length === only.end - only.start) {
    exchange(memory.text(only.start, only.end), only.insert);
    return [{ start: only.start, end: only.end, insert: only.insert }];
  }
  const inverse = invert(memory, splices);
  moveKept(memory, splices, size);
  memory.size = size;
  const text = memory.text(0, size);
  for (let index = 0; index < splices.length; index += 1) {
    const insert = splices[index]?.insert;
    const at = inverse[index]?.start;
    if (insert !== undefined && at !== undefined) copyBytes(insert, 0, insert.length, text, at);
  }
  return inverse;
}

/** Swaps two byte ranges of equal length, in pieces that fit in the processor's cache. */
function exchange(one: Uint8Array, other: Uint8Array): void {
  const held = new Uint8Array(Math.min(one.length, PIECE));
  for (let start = 0; start < one.length; start += PIECE) {
    const end = Math.min(one.length, start + PIECE);
    held.set(one.subarray(start, end));
    one.set(other.subarray(start, end), start);
    other.set(held.subarray(0, end - start), start);
  }
}

/** Returns the list that reverts a list. All removed bytes share one buffer. */
function invert(memory: DocumentMemory, splices: readonly Splice[]): Splice[] {
  const text = memory.text();
  let total = 0;
  for (const { start, end } of splices) total += end - start;
  const removed = new Uint8Array(total);
  let at = 0;
  return invertSplices(splices, (start, end) => {
    const from = at;
    copyBytes(text, start, end, removed, from);
    at += end - start;
    return removed.subarray(from, at);
  });
}

/**
 * Moves the stretches between splices to their new places: those that move left first, then, from the end, those that move
 * right.
 */
function moveKept(memory: DocumentMemory, splices: readonly Splice[], size: number): void {
  const text = memory.text(0, Math.max(memory.size, size));
  const by = new Float64Array(splices.length);
  let delta = 0;
  const endOf = (index: number): number => splices[index + 1]?.start ?? memory.size;
  for (let index = 0; index < splices.length; index += 1) {
    const splice = splices[index];
    if (splice === undefined) continue;
    delta += splice.insert.length - (splice.end - splice.start);
    by[index] = delta;
    if (delta < 0) shiftLeft(text, splice.end, endOf(index), -delta);
  }
  for (let index = splices.length - 1; index >= 0; index -= 1) {
    const [start, shift] = [splices[index]?.end ?? 0, by[index] ?? 0];
    if (shift > 0) shiftRight(text, start, endOf(index), shift);
  }
}

function shiftLeft(text: Uint8Array, start: number, end: number, by: number): void {
  if (end - start > SMALL) text.copyWithin(start - by, start, end);
  else for (let at = start; at < end; at += 1) text[at - by] = text[at] ?? 0;
}

function shiftRight(text: Uint8Array, start: number, end: number, by: number): void {
  if (end - start > SMALL) text.copyWithin(start + by, start, end);
  else for (let at = end - 1; at >= start; at -= 1) text[at + by] = text[at] ?? 0;
}
