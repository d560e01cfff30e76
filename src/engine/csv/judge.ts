// Judges the columns of a file, each over all of its rows: whether the first row is a header, whether the file is in the typed
// form, and what each column holds.

import type { CsvKind } from '../../shared/protocol/csv.ts';
import { isJsonNumber } from '../../shared/document/json-text.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';
import { FAULTS, isDigit, type CellReader } from './cells.ts';
import type { FastRows } from './fast-rows.ts';
import { LOOKS, looksOf } from './tokens.ts';
import { decodeWtf8 } from './wtf8.ts';
import type { HeaderCell } from './names.ts';

/** What the cells of a column look like, as bits of `LOOKS`. */
export type Looks = Uint32Array;

/** What was seen in a file. */
export interface Seen {
  /** The first row; its texts without the doubled quotes. `null` in a file without rows. */
  readonly first: readonly FirstCell[] | null;
  /** The looks of each column in all other rows. */
  readonly below: Looks;
  /** The number of cells of the longest row; those at its end that are empty do not count. */
  readonly width: number;
  readonly rows: number;
}

/** A cell of the first row. */
export interface FirstCell extends HeaderCell {
  readonly looks: number;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads a whole file. */
export function* judge(reader: CellReader, fast: FastRows | null = null): Work<Seen> {
  const { bytes } = reader;
  let first: FirstCell[] | null = null;
  let below = new Uint32Array(16);
  let width = 0;
  let rows = 0;
  let pauseAt = reader.at + SLICE_BYTES;
  fast?.begin(reader);
  for (;;) {
    // The texts of the first row are kept.
    const isFirst = first === null;
    if (fast !== null && !isFirst && !fast.judge(reader, Math.min(pauseAt, bytes.length))) {
      rows += fast.count;
      if (reader.at >= bytes.length) break;
      if (reader.at < pauseAt) continue;
      pauseAt = reader.at + SLICE_BYTES;
      yield { done: reader.at, total: bytes.length };
      continue;
    }
    if (!isFirst) rows += fast?.count ?? 0;
    if (!reader.nextRow()) break;
    let column = 0;
    first ??= [];
    do {
      reader.nextCell();
      const looks = looksOfCell(reader);
      if (isFirst) first.push({ text: textOf(reader), isQuoted: reader.isQuoted, looks });
      else {
        if (column >= below.length) {
          const larger = new Uint32Array(column * 2);
          larger.set(below);
          below = larger;
        }
        below[column] = (below[column] ?? 0) | looks;
      }
      column += 1;
      if (looks !== 0 && column > width) width = column;
    } while (!reader.endsRow);
    rows += 1;
    if (reader.at < pauseAt) continue;
    pauseAt = reader.at + SLICE_BYTES;
    yield { done: reader.at, total: bytes.length };
  }
  width = Math.max(width, fast?.widest ?? 0);
  const looks = new Uint32Array(width);
  for (const seen of [below, fast?.looks ?? []])
    for (let column = 0; column < Math.min(width, seen.length); column += 1)
      looks[column] = (looks[column] ?? 0) | (seen[column] ?? 0);
  return { first, below: looks, width, rows };
}

/** The looks of the cell that was read last; 0 if it is empty. */
export function looksOfCell(reader: CellReader): number {
  const { bytes } = reader;
  let { start, end } = reader;
  if (reader.isQuoted) return start === end ? LOOKS.quotedEmpty : LOOKS.quoted;
  if (start === end) return 0;
  if (reader.fault !== FAULTS.none) return LOOKS.text;
  let blanks = 0;
  if (reader.isBlank(start) || reader.isBlank(end - 1)) {
    while (start < end && reader.isBlank(start)) start += 1;
    while (start < end && reader.isBlank(end - 1)) end -= 1;
    blanks = LOOKS.blanks;
    if (start === end) return LOOKS.text | blanks;
  }
  return looksOf(bytes, start, end) | blanks;
}

/** The text of the cell that was read last. */
export function textOf({ bytes, start, end, hasDoubled, quote }: CellReader): string {
  const text = decodeWtf8(bytes.subarray(start, end));
  const mark = String.fromCharCode(quote);
  return hasDoubled ? text.replaceAll(mark + mark, mark) : text;
}

const NUMBERS = LOOKS.number | LOOKS.commaNumber | LOOKS.looseNumber | LOOKS.groups;
const TOKENS = LOOKS.number | LOOKS.boolean | LOOKS.null | LOOKS.quoted | LOOKS.quotedEmpty;

/** Whether the first row is a header. `usual`: the number of cells that most rows have. */
export function isHeader({ first, below }: Seen, usual: number): boolean {
  if (first === null) return true;
  const [begin] = first;
  if (begin !== undefined && !begin.isQuoted && begin.text.startsWith('#') && first.length < usual) return false;
  return !first.some(({ looks }, index) => {
    const all = (below[index] ?? 0) & ~(LOOKS.blanks | LOOKS.quotedEmpty);
    for (const sort of [NUMBERS, LOOKS.boolean, LOOKS.time]) if ((looks & sort) !== 0) return (all & ~sort) === 0;
    return false;
  });
}

/** Whether a file is in the typed form, apart from the quote. */
export function isTyped({ first, below }: Seen): boolean {
  if (first === null || !first.every(({ isQuoted }) => isQuoted)) return false;
  return below.every((looks) => (looks & ~TOKENS) === 0);
}

/** What a column holds by its looks. */
export function kindOf(looks: number): CsvKind {
  const all = looks & ~(LOOKS.blanks | LOOKS.quotedEmpty);
  if (all === 0) return (looks & LOOKS.quotedEmpty) === 0 ? null : 'text';
  if (all === LOOKS.number) return 'number';
  return all === LOOKS.boolean ? 'boolean' : 'text';
}

/** The same in the typed form, where each cell stands for itself. */
export function typedKindOf(looks: number): CsvKind {
  if (looks === LOOKS.number) return 'number';
  if (looks === LOOKS.boolean) return 'boolean';
  return looks !== 0 && (looks & ~(LOOKS.quoted | LOOKS.quotedEmpty)) === 0 ? 'text' : null;
}

/** The looks of all rows, the first one included unless it is a header. */
export function allLooks({ first, below, width }: Seen, header: boolean): Looks {
  const looks = new Uint32Array(Math.max(width, header ? (first?.length ?? 0) : 0));
  looks.set(below);
  if (!header)
    for (const [index, cell] of (first ?? []).entries())
      if (index < looks.length) looks[index] = (looks[index] ?? 0) | cell.looks;
  return looks;
}

/** Whether a column holds nothing but numbers, some of them with a decimal comma. */
export function hasDecimalComma(looks: number): boolean {
  const all = looks & ~(LOOKS.blanks | LOOKS.groups);
  return (all & LOOKS.commaNumber) !== 0 && (all & ~(LOOKS.commaNumber | LOOKS.number)) === 0;
}

/** Whether points stand between groups of digits in a column with decimal commas: in `1.234,56`, so that `2.500` is 2500. */
export function hasGroups(looks: number): boolean {
  return hasDecimalComma(looks) && (looks & LOOKS.groups) !== 0;
}

/**
 * A cell of a column that a person calls numbers as JSON: without leading zeros, with a decimal point. `isGrouped`: `hasGroups` of the
 * column. `null` if it is no number.
 */
export function plainNumber(bytes: Uint8Array, start: number, end: number, isGrouped: boolean): string | null {
  let text = decoder.decode(bytes.subarray(start, end)).trim();
  if (isGrouped && /^[-+]?\d{1,3}(?:\.\d{3})+(?:,|$)/.test(text)) text = text.replaceAll('.', '');
  text = text.replace(',', '.');
  if (!isDigit(text.charCodeAt(0)) && !/^[-+.]/.test(text)) return null;
  text = text
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=$|[eE])/, '');
  return isJsonNumber(text) ? text : null;
}
