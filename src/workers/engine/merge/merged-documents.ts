// What a merge needs of documents: copies, texts of values, and their places.

import { CHANGE_WORDS, readChange } from '../../../shared/protocol/compare.ts';
import { MAX_CONFLICT_VALUE, type MergeConflict } from '../../../shared/protocol/jobs/merge.ts';
import { toPointer } from '../../../shared/document/path.ts';
import type { Splice } from '../../../shared/document/splice.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { Work } from '../base/work.ts';
import type { Comparison } from '../diff/result/compare.ts';
import { JsonDocument } from '../document/document.ts';
import { compareValues } from '../tape/equality.ts';
import type { Places } from '../tape/places.ts';

export function copyOf({ memory, dialect }: JsonDocument): JsonDocument {
  return parse(memory.module, memory.text(), dialect);
}

export function parse(module: WebAssembly.Module, text: Uint8Array, dialect: JsonDocument['dialect']): JsonDocument {
  const document = new JsonDocument(module, text.length, dialect);
  document.append(text);
  document.complete();
  return document;
}

export function textAt({ places, memory }: JsonDocument, entry: number): string {
  const { start, end } = places.range(entry);
  return decodeUtf8(memory.text(start, end));
}

/** The beginning of a value's text. */
export function startOf({ places, memory }: JsonDocument, entry: number): string {
  const { start, end } = places.range(entry);
  if (end - start <= MAX_CONFLICT_VALUE) return decodeUtf8(memory.text(start, end));
  return `${decodeUtf8(memory.text(start, start + MAX_CONFLICT_VALUE)).replace(/\uFFFD+$/, '')}…`;
}

export function isItem(places: Places, entry: number): boolean {
  const parent = places.parent(entry);
  return parent >= 0 && places.kind(parent) === 'array';
}

export function* isEqual(a: JsonDocument, one: number, b: JsonDocument, other: number): Work<boolean> {
  return yield* compareValues({ places: a.places, node: one }, { places: b.places, node: other });
}

/** Adds the splice that gives a value another text, unless it has it. */
export function replace(places: Places, entry: number, before: string, text: Uint8Array, splices: Splice[]): void {
  if (decodeUtf8(text) === before) return;
  const { start, end } = places.range(entry);
  splices.push({ start: start as Splice['start'], end: end as Splice['end'], insert: Uint8Array.from(text) });
}

export function* edited(document: JsonDocument, splices: Splice[]): Work<JsonDocument> {
  const copy = copyOf(document);
  copy.apply(splices.toSorted((a, b) => a.start - b.start || a.end - b.end));
  yield* copy.settle();
  return copy;
}

export type ConflictPlace = Pick<MergeConflict, 'path' | 'nth'>;

/** The place of a value, and which of several members of its key it is. */
export function placeOf(places: Places, entry: number): ConflictPlace {
  const path = toPointer(places.path(entry));
  const parent = places.parent(entry);
  if (parent < 0 || places.kind(parent) !== 'object') return { path };
  const key = places.key(entry);
  let nth = 0;
  let count = 0;
  for (let member = parent + 1; member < places.tape.closing(parent); member = places.tape.next(member)) {
    if (places.key(member) !== key) continue;
    count += 1;
    if (member === entry) nth = count;
  }
  return count > 1 ? { path, nth } : { path };
}

/** What has moved from the left to the right document: its entry on the left, by its entry on the right. */
export function movesOf({ changes }: Comparison): Map<number, number> {
  const moves = new Map<number, number>();
  for (let index = 0; index < changes.length / CHANGE_WORDS; index += 1) {
    const { left, partner } = readChange(changes, index);
    const there = left === null || partner === null ? null : readChange(changes, partner).right;
    if (left !== null && there !== null) moves.set(there, left);
  }
  return moves;
}
