// The last valid text while the current one is invalid: not a second copy, but a map. `back` is the list of splices that would
// revert the current text; between them the old text is read from the current one.

import { lengthDelta } from '../../shared/document/changes.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { countWhile } from '../../shared/bytes/binary-search.ts';
import type { TapeText } from '../tape/tape.ts';

/** A piece of the old text: either at offset `current` of the current text, or the bytes of a splice. */
interface Piece {
  readonly start: number;
  readonly current: number;
  readonly bytes: Uint8Array | null;
}

/** Reads the old text piece by piece. */
export class OldText implements TapeText {
  readonly size: number;
  private readonly pieces: Piece[] = [];
  /** The piece that was read last. Caching it matters because a key of 50 MB is read byte by byte. */
  private latest = 0;

  constructor(
    private readonly current: TapeText,
    back: readonly Splice[],
  ) {
    this.size = current.size + lengthDelta(back);
    let old = 0;
    let now = 0;
    for (const { start, end, insert } of back) {
      if (start > now) this.pieces.push({ start: old, current: now, bytes: null });
      old += start - now;
      if (insert.length > 0) this.pieces.push({ start: old, current: 0, bytes: insert });
      old += insert.length;
      now = end;
    }
    if (now < current.size || this.pieces.length === 0) this.pieces.push({ start: old, current: now, bytes: null });
  }

  byteAt(offset: number): number {
    const piece = this.pieces[this.pieceAt(offset)];
    if (piece === undefined) return 0;
    const within = offset - piece.start;
    return piece.bytes === null ? this.current.byteAt(piece.current + within) : (piece.bytes[within] ?? 0);
  }

  slice(start: number, end: number): Uint8Array {
    const stop = Math.min(end, this.size);
    const out = new Uint8Array(Math.max(0, stop - start));
    let at = start;
    for (let index = this.pieceAt(start); at < stop; index += 1) {
      const piece = this.pieces[index];
      if (piece === undefined) break;
      const pieceEnd = Math.min(stop, this.pieces[index + 1]?.start ?? this.size);
      const from = at - piece.start;
      const to = pieceEnd - piece.start;
      out.set(
        piece.bytes === null
          ? this.current.slice(piece.current + from, piece.current + to)
          : piece.bytes.subarray(from, to),
        at - start,
      );
      at = pieceEnd;
    }
    return out;
  }

  private pieceAt(offset: number): number {
    const { pieces, latest } = this;
    if ((pieces[latest]?.start ?? 0) <= offset && offset < (pieces[latest + 1]?.start ?? this.size)) return latest;
    this.latest = this.search(offset);
    return this.latest;
  }

  private search(offset: number): number {
    return Math.max(0, countWhile(this.pieces.length, (piece) => (this.pieces[piece]?.start ?? 0) <= offset) - 1);
  }
}
