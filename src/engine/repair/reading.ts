// The state of a repair: where it is in the text, what is open, what is expected; and the steps that all others are made of.

import { CLOSERS, type RepairFrame, type FrameKind } from './frames.ts';
import { mendContent } from './string-content.ts';
import { findStringEnd, type StringRole } from './strings.ts';
import type { RepairSource } from './source.ts';

export type Expect = 'value' | 'key' | 'colon' | 'after';

/** Several values at the root: made an array, or made lines. */
export type Roots = 'array' | 'lines';

/** The bracket that closed the root. */
interface Closer {
  readonly at: number;
  readonly frame: RepairFrame;
}

/** A text that is read token by token. */
export abstract class RepairReading {
  protected readonly frames: RepairFrame[] = [];
  protected expect: Expect = 'value';
  protected at: number;
  /** The end of the last token or comment that stays, and whether that is a comment which ends with its line. */
  protected solidEnd: number;
  protected isLineComment = false;
  protected keyEnd = 0;
  protected colonEnd = 0;
  /** The last value, if it is a string. */
  protected string: { readonly quote: number; readonly mark: string; readonly before: number } | null = null;
  protected readonly root = {
    count: 0,
    start: 0,
    lastEnd: 0,
    comma: -1,
    isArray: false,
    closer: null as Closer | null,
    isClosed: false,
  };

  constructor(
    protected readonly source: RepairSource,
    protected readonly roots: Roots,
  ) {
    this.at = source.start;
    this.solidEnd = source.start;
  }

  protected get top(): RepairFrame | undefined {
    return this.frames.at(-1);
  }

  protected skip(): void {
    this.at = this.source.take(this.at, (end, isLine) => {
      this.solidEnd = end;
      this.isLineComment = isLine;
    });
  }

  protected solid(end: number): void {
    this.solidEnd = end;
    this.isLineComment = false;
    this.at = end;
  }

  /** Reads one punctuation character, and makes it the one that is meant. */
  protected punctuate(meant: string, length = 1): void {
    const { source, at } = this;
    if (source.text.slice(at, at + length) !== meant) source.edits.replace(at, at + length, meant);
    this.solid(at + length);
  }

  protected drop(length: number): void {
    this.source.edits.remove(this.at, this.at + length);
    this.at += length;
  }

  /** A value starts here. */
  protected begin(): void {
    const frame = this.top;
    this.string = null;
    if (frame === undefined) {
      if (this.root.count === 0) this.root.start = this.at;
      this.root.count += 1;
      this.root.comma = -1;
      return;
    }
    frame.count += 1;
    frame.comma = -1;
  }

  /** The value has been read. */
  protected end(): void {
    this.note(this.at);
    this.solid(this.at);
    this.expect = 'after';
  }

  protected note(end: number): void {
    const frame = this.top;
    if (frame === undefined) this.root.lastEnd = end;
    else {
      frame.previousEnd = frame.lastEnd;
      frame.lastEnd = end;
    }
  }

  protected open(kind: FrameKind): void {
    this.frames.push({
      kind,
      start: this.at,
      count: 0,
      lastEnd: this.at + 1,
      previousEnd: this.at + 1,
      comma: -1,
    });
    this.punctuate(kind === 'object' ? '{' : '[');
    this.expect = kind === 'object' ? 'key' : 'value';
  }

  /** A function called with one value: only that stays. */
  protected openCall(length: number): void {
    const start = this.at;
    this.drop(length);
    this.frames.push({ kind: 'call', start, count: 0, lastEnd: this.at, previousEnd: this.at, comma: -1 });
    this.expect = 'value';
  }

  protected readString(role: StringRole): void {
    const { source, at } = this;
    const opener = source.at(at);
    const { contentEnd, end, isClosed } = findStringEnd(source, at, role, (closer) =>
      this.frames.some(({ kind }) => CLOSERS[kind] === closer),
    );
    const mark = source.isJson5 && opener === "'" ? "'" : '"';
    if (opener !== mark) source.edits.replace(at, at + 1, mark);
    mendContent(source, at + 1, contentEnd, mark, opener === '"');
    this.closeString(contentEnd, end, isClosed, mark);
    this.solid(end);
  }

  protected closeString(contentEnd: number, end: number, isClosed: boolean, mark: string): void {
    const { edits, text } = this.source;
    this.string = { quote: contentEnd, mark, before: edits.mark };
    if (!isClosed) edits.insert(contentEnd, mark);
    else if (text.slice(contentEnd, end) !== mark) edits.replace(contentEnd, end, mark);
  }

  /** Closes the innermost bracket, whose own is missing, after its last value. */
  protected closeMissing(): void {
    const frame = this.frames.pop();
    if (frame === undefined) return;
    // A comma that stays, and the comments after it, are inside.
    const end = frame.comma >= 0 && this.source.hasComments ? this.at : frame.lastEnd;
    this.dropComma(frame);
    if (frame.kind !== 'call') this.source.edits.insert(end, CLOSERS[frame.kind]);
    this.note(end);
  }

  /** Leaves out a comma that no value follows, where the dialect needs one. */
  protected dropComma(frame: RepairFrame): void {
    const { source } = this;
    if (frame.comma >= 0 && !source.hasComments) {
      if (source.at(frame.comma) !== ',') source.edits.cancel(frame.comma, frame.comma + 1);
      source.edits.remove(frame.comma, frame.comma + 1);
    }
    frame.comma = -1;
  }

  protected commaAfter(index: number): number {
    const at = this.source.skip(index);
    return this.source.mark(at) === ',' || this.source.mark(at) === ';' ? at : -1;
  }

  /** Adds text after the last token; after the line of a comment that ends with it. */
  protected append(text: string, end = this.solidEnd): void {
    const { source } = this;
    if (!this.isLineComment || end < this.solidEnd) {
      source.edits.insert(end, text);
      return;
    }
    const lineEnd = source.match(/\r\n|\r|\n/y, this.solidEnd);
    source.edits.insert(
      this.solidEnd + (lineEnd?.length ?? 0),
      lineEnd === null || lineEnd === '' ? `\n${text}` : text,
    );
  }
}
