// Reads a complete value from the worker, piece by piece on demand. Pieces are short enough not to block the page.

import { asByte, type ByteRange } from '../../../shared/units.ts';
import { beginOfCutEscape, unquote } from '../../../shared/bytes/literals.ts';
import type { TreeModel } from '../model/model.ts';
import type { OpenedPopover } from '../model/opener.ts';

/** Length of a piece, in bytes. */
export const PIECE_BYTES = 1_048_576;
/** Longer values are neither shown completely nor copied from the popover. */
export const MAX_SHOWN_BYTES = 8 * PIECE_BYTES;

/** The part of a value that has been read. */
export interface FullText {
  /** As spelt. */
  readonly literal: string;
  /** The content: a string unescaped and without its quotes. */
  readonly text: string;
  readonly isWhole: boolean;
  /** Number of bytes read. */
  readonly bytes: number;
}

/** Returns the part of the value that the row itself carries. */
export function carried({ row: { row } }: OpenedPopover): FullText {
  const text = row.kind === 'string' ? unquote(row.text) : row.text;
  return { literal: row.text, text, isWhole: !row.textCut, bytes: row.textCut ? 0 : row.byteLength };
}

/** Reads the pieces of one value in order. */
export class FullTextReader {
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private literal = '';
  private text = '';
  /** An incomplete escape at the end of the last piece. */
  private held = '';
  private read = 0;

  constructor(
    private readonly model: TreeModel,
    private readonly opened: OpenedPopover,
  ) {}

  /** Reads the next piece. Returns all that has been read. @throws CodedError `stale` */
  async next(): Promise<FullText> {
    const { row, revision } = this.opened.row;
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

  /** Unquotes one piece by itself, so that earlier pieces are not decoded again. */
  private unquotePiece(piece: string, isFirst: boolean, isLast: boolean): string {
    const all = this.held + piece;
    const end = isLast ? all.length : beginOfCutEscape(all);
    this.held = all.slice(end);
    const quote = this.literal[0] ?? '';
    return unquote((isFirst ? '' : quote) + all.slice(0, end) + (isLast ? '' : quote));
  }
}
