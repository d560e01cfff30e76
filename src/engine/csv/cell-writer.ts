// Writes values as cells.

import { BACKSLASH, CR, LF, QUOTE } from '../../shared/bytes/ascii.ts';
import { unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { hasComments } from '../../shared/document/dialect.ts';
import type { Places } from '../tape/places.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import { apostrophesBeforeFormula } from './formulas.ts';
import { writeJson } from '../values/json-writer.ts';
import { LOOKS, looksOf } from './tokens.ts';
import { encodeWtf8 } from './wtf8.ts';

/** How cells are written. */
export interface CellStyle {
  /** A byte; -1 for a file of one column. */
  readonly separator: number;
  readonly quote: number;
  readonly typed: boolean;
  readonly escapesFormulas: boolean;
  /** Whether lone surrogates stay (`wtf8.ts`); otherwise each becomes U+FFFD. */
  readonly keepsSurrogates?: boolean;
}

/** How one cell is written. */
export interface CellRules {
  /** Whether the cell is in a column of JSON of the typed form. */
  readonly isJson?: boolean;
  /** Whether texts are in quotes even if they need none. */
  readonly quotesText?: boolean;
  /** Whether a text that looks like a number or a boolean needs quotes to stay a text. */
  readonly quotesTokens?: boolean;
}

/** Writes the cells of one document. */
export class CellWriter {
  private readonly isRelaxed: boolean;
  private readonly encode: (text: string) => Uint8Array;
  private readonly scratch = new ByteBuffer();

  constructor(
    private readonly places: Places,
    private readonly style: CellStyle,
    private readonly out: ByteBuffer,
  ) {
    this.isRelaxed = hasComments(places.tape.dialect);
    this.encode = style.keepsSurrogates === true ? encodeWtf8 : encodeUtf8;
  }

  /** Writes a value as one cell. Returns whether it is an object or an array. */
  write(entry: number, rules: CellRules = {}): boolean {
    const { places, out, style } = this;
    const kind = places.kind(entry);
    if (kind === 'string') {
      if (style.typed && rules.isJson === true) this.writeJsonText(entry);
      else this.writeText(this.stringBytes(entry), rules);
      return false;
    }
    if (kind === 'object' || kind === 'array') {
      this.writeJsonText(entry);
      return true;
    }
    writeJson(places, entry, out);
    return false;
  }

  private writeJsonText(entry: number): void {
    const { places, scratch } = this;
    if (places.kind(entry) === 'string') {
      const bytes = this.stringBytes(entry);
      // An empty text is `""` in a column of JSON too.
      if (bytes.length === 0) {
        this.quote(bytes);
        return;
      }
    }
    writeJson(places, entry, scratch);
    const json = scratch.takeView();
    if (this.style.typed || this.needsQuotes(json)) this.quote(json);
    else this.out.add(json);
  }

  /** Writes a name of the header. */
  writeName(name: string): void {
    const bytes = this.encode(name);
    if (this.style.typed || this.needsQuotes(bytes) || looksLikeNoName(name, bytes)) this.quote(bytes);
    else this.out.add(bytes);
  }

  private writeText(bytes: Uint8Array, { quotesText, quotesTokens }: CellRules): void {
    const { style } = this;
    const apostrophes = apostrophesBeforeFormula(bytes, 0, bytes.length);
    const isEscaped = style.escapesFormulas ? apostrophes >= 0 : style.typed && apostrophes > 0;
    const isToken = quotesTokens === true && (looksOf(bytes, 0, bytes.length) & (LOOKS.number | LOOKS.boolean)) !== 0;
    if (style.typed || quotesText === true || isToken || this.needsQuotes(bytes)) {
      this.quote(bytes, isEscaped);
      return;
    }
    if (isEscaped) this.out.put(0x27);
    this.out.add(bytes);
  }

  private needsQuotes(bytes: Uint8Array): boolean {
    if (bytes.length === 0) return true;
    const { separator, quote } = this.style;
    for (const byte of bytes) if (byte === separator || byte === quote || byte === LF || byte === CR) return true;
    return false;
  }

  private quote(bytes: Uint8Array, isEscaped = false): void {
    const { out } = this;
    const { quote } = this.style;
    out.put(quote);
    if (isEscaped) out.put(0x27);
    let from = 0;
    for (let at = bytes.indexOf(quote); at >= 0; at = bytes.indexOf(quote, at + 1)) {
      out.add(bytes, from, at + 1);
      from = at;
    }
    out.add(bytes, from);
    out.put(quote);
  }

  /** The bytes that a string stands for. */
  stringBytes(entry: number): Uint8Array {
    const { start, end } = this.places.range(entry);
    const literal = this.places.text.slice(start, end);
    if (literal[0] !== QUOTE || literal.includes(BACKSLASH)) return this.encode(unquote(decodeUtf8(literal)));
    return this.isRelaxed ? this.encode(unquote(decodeUtf8(literal))) : literal.subarray(1, -1);
  }
}

const NAMELESS = LOOKS.number | LOOKS.commaNumber | LOOKS.looseNumber | LOOKS.boolean | LOOKS.time;

/**
 * Whether a first row would not be taken for names because of this one: a number, a date, a comment. Or it would be taken for the line
 * that gives the separator, or for a mark, or lose its blanks.
 */
function looksLikeNoName(name: string, bytes: Uint8Array): boolean {
  if (/^sep=.$|^[#\ufeff]/.test(name) || name !== name.trim()) return true;
  return (looksOf(bytes, 0, bytes.length) & NAMELESS) !== 0;
}
