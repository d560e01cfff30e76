// All of a value, read from the worker piece by piece as somebody asks for more of it. No piece is so long that the page
// stands still over it.

import { asByte, type ByteRange } from '../../../shared/units.ts';
import { beginOfCutEscape, unquote } from '../../../shared/bytes/literals.ts';
import type { TreeModel } from '../model.ts';
import type { Opened } from '../opener.ts';

/** How much is read at a time, in bytes. */
export const PIECE_BYTES = 1_048_576;
/** More than this is not shown, nor copied from here. */
export const MOST_SHOWN_BYTES = 8 * PIECE_BYTES;

/** How much of a value is there. */
export interface FullText {
  /** As spelt. */
  readonly literal: string;
  /** What it says: a string without its quotes. */
  readonly text: string;
  readonly isWhole: boolean;
  /** How many bytes of it are there. */
  readonly bytes: number;
}

/** What the row itself carries. */
export function carried({ seen: { row } }: Opened): FullText {
  const text = row.kind === 'string' ? unquote(row.text) : row.text;
  return { literal: row.text, text, isWhole: !row.textCut, bytes: row.textCut ? 0 : row.byteLength };
}

/** Reads the pieces of one value, one after the other. */
export class FullTextReader {
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private literal = '';
  private text = '';
  /** The beginning of an escape that the last piece cut. */
  private held = '';
  private read = 0;

  constructor(
    private readonly model: TreeModel,
    private readonly opened: Opened,
  ) {}

  /** What is there with the next piece. @throws CodedError `stale` */
  async next(): Promise<FullText> {
    const { row, revision } = this.opened.seen;
    const part: ByteRange = { start: asByte(this.read), end: asByte(this.read + PIECE_BYTES) };
    const bytes = await this.model.client.readValue(revision, row.node, part);
    this.read += bytes.length;
    const isWhole = this.read >= row.byteLength;
    const piece = this.decoder.decode(bytes, { stream: !isWhole });
    const isFirst = this.literal === '';
    this.literal += piece;
    this.text += row.kind === 'string' ? this.unquotePiece(piece, isFirst, isWhole) : piece;
    return { literal: this.literal, text: this.text, isWhole, bytes: this.read };
  }

  /** Reads one piece alone, between quotes: what is long is not read again with each piece of it. */
  private unquotePiece(piece: string, isFirst: boolean, isLast: boolean): string {
    const all = this.held + piece;
    const end = isLast ? all.length : beginOfCutEscape(all);
    this.held = all.slice(end);
    const quote = this.literal[0] ?? '';
    return unquote((isFirst ? '' : quote) + all.slice(0, end) + (isLast ? '' : quote));
  }
}
