// Where the values are that were unpacked from strings, through all changes of the document. A value that is removed or replaced is
// forgotten. Undo restores the number of a content; the places that were known for it are known again.

import { ChangeMap } from '../../shared/document/changes.ts';
import type { Splice } from '../../shared/document/splice.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import type { PackedString } from '../../engine/edit/unpack.ts';

/** Contents whose places are kept. */
const MAX_CONTENTS = 20;

/** The unpacked values of one document. */
export class PackedStrings {
  private entries: readonly PackedString[] = [];
  private readonly known = new Map<number, readonly PackedString[]>();

  /** Called when another document is opened. */
  forget(): void {
    this.entries = [];
    this.known.clear();
  }

  /** Adds values, whose ranges are in the text of a content. */
  add(packed: readonly PackedString[], content: number): void {
    // Of two that start together, the outer one first.
    this.entries = [...this.entries, ...packed].toSorted((a, b) => a.start - b.start || b.end - a.end);
    this.keep(content);
  }

  /** Keeps the places for a content that undo may restore. */
  keep(content: number): void {
    this.known.set(content, this.entries);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_CONTENTS && oldest !== undefined) this.known.delete(oldest);
  }

  /** The values that are in the text of a content, sorted by their start, outer ones first. */
  current(document: JsonDocument, content: number): readonly PackedString[] {
    const entries = this.known.get(content) ?? this.entries;
    const { places } = document;
    return entries.filter(({ start, end }) => {
      const first = skipSpace(document, start, end);
      const node = places.atOffset(first);
      if (node < 0) return false;
      const kind = places.kind(node);
      return places.range(node).start === first && (kind === 'object' || kind === 'array');
    });
  }

  /** Called before splices are applied. */
  beforeApply(splices: readonly Splice[]): void {
    if (this.entries.length === 0 || splices.length === 0) return;
    const map = ChangeMap.of(splices);
    this.entries = this.entries.flatMap((entry) => {
      const moved = map.mapRange(entry, 'exclusive', 'drop-deleted');
      return moved === null ? [] : [{ ...entry, ...moved }];
    });
  }

  /** Called before a document is exchanged for another text of it: the same values in another layout keep their places. */
  beforeExchange(document: JsonDocument, next: JsonDocument): void {
    if (this.entries.length === 0) return;
    const isSame = document.isLive && next.isLive && document.tape.count === next.tape.count;
    this.entries = isSame
      ? this.entries.flatMap((entry) => {
          const node = document.places.atOffset(skipSpace(document, entry.start, entry.end));
          return node < 0 ? [] : [{ ...entry, ...next.places.range(node) }];
        })
      : [];
  }
}

function skipSpace({ memory }: JsonDocument, start: number, end: number): number {
  const bytes = memory.text(start, Math.min(end, start + 64));
  let at = 0;
  while (at < bytes.length && (bytes[at] ?? 0) <= 0x20) at += 1;
  return start + at;
}
