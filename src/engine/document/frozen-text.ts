// The text of a document as it was at one moment, read in pieces while the document changes. Nothing is copied in advance: like the
// last valid text (`old-text.ts`), it is read from the current one through the splices that would revert it.

import { composeSplices } from '../../shared/document/splice-lists.ts';
import type { Splice } from '../../shared/document/splice.ts';
import type { TapeText } from '../tape/tape.ts';
import { OldText } from './old-text.ts';

/** Reads the text of a document from the start to the end, as it was when this was created. `end` must be called. */
export class FrozenText {
  /** In bytes. */
  readonly size: number;
  /** The bytes before this offset have been read. */
  private offset = 0;
  /** The splices that lead from the current text back to this one. */
  private back: readonly Splice[] = [];
  private text: TapeText;

  /** `frozen` are the texts that the document tells of each change. */
  constructor(
    private readonly current: TapeText,
    private readonly frozen: Set<FrozenText>,
  ) {
    this.size = current.size;
    this.text = current;
    frozen.add(this);
  }

  get isAtEnd(): boolean {
    return this.offset >= this.size;
  }

  /** Returns a copy of at most `length` of the next bytes. Cost: their number. */
  read(length: number): Uint8Array<ArrayBuffer> {
    const start = this.offset;
    this.offset = Math.min(this.size, start + length);
    const bytes = this.text.slice(start, this.offset);
    return (this.text === this.current ? bytes.slice() : bytes) as Uint8Array<ArrayBuffer>;
  }

  /** Called after a change of the document; `inverse` are the splices that revert it. */
  change(inverse: readonly Splice[]): void {
    if (this.isAtEnd) return;
    this.back = this.back.length === 0 ? inverse : composeSplices(inverse, this.back);
    this.text = new OldText(this.current, this.back);
  }

  end(): void {
    this.frozen.delete(this);
  }
}
