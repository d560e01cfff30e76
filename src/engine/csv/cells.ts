// Reads the cells of a file of separated values, which is in UTF-8, one after the other into the fields of one object.
//
//   id , "a ""b""" , 5" pipe ⏎       a cell is quoted if it begins with a quote and the closing one is at its end
//   ▲    ▲           ▲               elsewhere a quote is a character
//
// A quote that nothing closes is a character too. The search for its end can run to the end of the file only once: behind it
// quotes stand in pairs, so every later cell that begins with one is closed by the next.

import { CR, LF, SPACE } from '../../shared/bytes/ascii.ts';

export const TAB = 9;
/** What the bytes mean to the reader; other bytes are ordinary. */
const SEPARATOR = 1;
const LINE_FEED = 2;
const RETURN = 3;
const QUOTING = 4;
const NUL = 5;
const RIVAL = 6;

export const FAULTS = { none: 0, textAfterQuote: 1, quoteInCell: 2, unclosedQuote: 3, blankAtQuote: 4 } as const;

/** The characters that separate cells, of which a file is expected to use one. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Where reading is in a file. */
export class CellReader {
  /** The cell without its quotes. */
  start = 0;
  end = 0;
  /** The cell as it stands in the file. */
  rawStart = 0;
  rawEnd = 0;
  isQuoted = false;
  /** Whether a quoted cell holds quotes, each of them twice. */
  hasDoubled = false;
  hasNul = false;
  fault: number = FAULTS.none;
  /** Whether the cell is the last one of its row. */
  endsRow = false;
  /** The line on which the cell begins, from 1. */
  line = 1;
  /** The first byte that has not been read. */
  at: number;
  /** Line ends outside of quotes. */
  readonly lineEnds = { LF: 0, CRLF: 0, CR: 0 };
  /** Other separators in cells without quotes, for the one in question. A comma between digits is none. */
  rivals = 0;
  private nextLine = 1;
  private readonly classes = new Uint8Array(256);

  constructor(
    readonly bytes: Uint8Array,
    start: number,
    /** A byte; -1 for a file of one column. */
    readonly separator: number,
    readonly quote: number,
    /** Whether a line without anything in it is a row. */
    private readonly hasEmptyRows = false,
    countsRivals = false,
  ) {
    this.at = start;
    const { classes } = this;
    if (countsRivals) for (const rival of SEPARATORS) classes[rival.charCodeAt(0)] = RIVAL;
    if (separator >= 0) classes[separator] = SEPARATOR;
    classes[quote] = QUOTING;
    classes[LF] = LINE_FEED;
    classes[CR] = RETURN;
    classes[0] = NUL;
  }

  /** Goes to the first cell of the next row; returns whether there is one. Blank lines before the header are never rows. */
  nextRow(isHeader = false): boolean {
    const { bytes } = this;
    if (!this.hasEmptyRows || isHeader) {
      for (; this.at < bytes.length; this.endLine()) {
        const byte = bytes[this.at];
        if (byte !== LF && byte !== CR) break;
      }
    }
    this.line = this.nextLine;
    return this.at < bytes.length;
  }

  /** Goes on at the beginning of a row, after so many lines that somebody else has read. */
  skipTo(at: number, lines: number): void {
    this.at = at;
    this.nextLine += lines;
  }

  /** Reads the next cell of the row. */
  nextCell(): void {
    const { bytes, quote } = this;
    const from = this.at;
    this.line = this.nextLine;
    this.rawStart = from;
    this.isQuoted = false;
    this.hasDoubled = false;
    this.hasNul = false;
    this.fault = FAULTS.none;
    let first = bytes[from];
    let at = from;
    if (first === SPACE || (first === TAB && this.separator !== TAB)) {
      while (at < bytes.length && this.isBlank(at)) at += 1;
      first = bytes[at];
    }
    if (first === quote && at < bytes.length) this.quoted(at);
    else this.bare(from);
  }

  isBlank(at: number): boolean {
    const byte = this.bytes[at];
    return byte === SPACE || (byte === TAB && this.separator !== TAB);
  }

  private quoted(open: number): void {
    const { bytes, classes, quote } = this;
    const { length } = bytes;
    let lines = 0;
    let at = open + 1;
    for (; at < length; at += 1) {
      const kind = classes[bytes[at] ?? 0] ?? 0;
      if (kind === 0 || kind === SEPARATOR || kind === RIVAL) continue;
      if (kind === QUOTING) {
        if (bytes[at + 1] !== quote || at + 1 >= length) break;
        this.hasDoubled = true;
        at += 1;
      } else if (kind === NUL) this.hasNul = true;
      else if (kind === LINE_FEED || bytes[at + 1] !== LF) lines += 1;
    }
    if (at >= length) {
      this.hasDoubled = false;
      this.hasNul = false;
      this.bare(this.rawStart);
      this.fault = FAULTS.unclosedQuote;
      return;
    }
    const close = at;
    at += 1;
    const behind = at;
    while (at < length && this.isBlank(at)) at += 1;
    const next = at < length ? (classes[bytes[at] ?? 0] ?? 0) : LINE_FEED;
    this.nextLine += lines;
    if (next === SEPARATOR || next === LINE_FEED || next === RETURN) {
      this.isQuoted = true;
      this.start = open + 1;
      this.end = close;
      if (open > this.rawStart || at > behind) this.fault = FAULTS.blankAtQuote;
      this.finish(at);
      return;
    }
    this.hasDoubled = false;
    this.bare(behind);
    this.fault = FAULTS.textAfterQuote;
  }

  /** Reads up to the next separator or line end, from a byte of the cell on. */
  private bare(from: number): void {
    const { bytes, classes } = this;
    const { length } = bytes;
    let at = from;
    for (; at < length; at += 1) {
      const kind = classes[bytes[at] ?? 0] ?? 0;
      if (kind === 0) continue;
      if (kind <= RETURN) break;
      if (kind === QUOTING) {
        if (this.quote === 0x22) this.fault = FAULTS.quoteInCell;
      } else if (kind === NUL) this.hasNul = true;
      else if (bytes[at] !== 0x2c || !isDigit(bytes[at - 1]) || !isDigit(bytes[at + 1])) this.rivals += 1;
    }
    this.start = this.rawStart;
    this.end = at;
    this.finish(at);
  }

  private finish(at: number): void {
    this.rawEnd = at;
    this.at = at;
    if (at < this.bytes.length && this.bytes[at] === this.separator) {
      this.at = at + 1;
      this.endsRow = false;
      return;
    }
    this.endsRow = true;
    if (at < this.bytes.length) this.endLine();
  }

  private endLine(): void {
    const { bytes, lineEnds } = this;
    this.nextLine += 1;
    if (bytes[this.at] === LF) lineEnds.LF += 1;
    else if (bytes[this.at + 1] === LF) {
      lineEnds.CRLF += 1;
      this.at += 1;
    } else lineEnds.CR += 1;
    this.at += 1;
  }
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
