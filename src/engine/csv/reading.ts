// Finds out all about a file: its encoding, separator, header, the names and kinds of its columns. Every row counts.
//
//   bytes ──▶ encoding ──▶ UTF-8 ──▶ sep= ──▶ split ──▶ judged ──▶ columns

import type { CsvChoice, CsvDialect, CsvKind, CsvReadOptions } from '../../shared/protocol/csv.ts';
import type { Work } from '../base/work.ts';
import { CellReader } from './cells.ts';
import { findEncoding, toUtf8 } from './encoding.ts';
import { allLooks, hasDecimalComma, hasGroups, isHeader, isTyped, judge, kindOf, typedKindOf } from './judge.ts';
import { nameColumns, type NamedColumn } from './names.ts';
import { LEAST_BYTES, openFast, type FastRows } from './fast-rows.ts';
import { findSplit, readSepLine } from './separator.ts';

/** How the cells of a column are read: by its kind, by what a person has chosen, or each by itself. */
export type CellRule = 'text' | 'number' | 'boolean' | 'any number' | 'json' | 'typed' | 'typed json';

export interface FileColumn extends NamedColumn {
  readonly rule: CellRule;
  readonly kind: CsvKind;
  /** Whether points stand between groups of its digits, as in `1.234,56`. */
  readonly isGrouped: boolean;
}

/** A file that is understood. */
export interface Reading {
  /** The text in UTF-8, without a byte order mark. */
  readonly text: Uint8Array;
  /** Whether all of it is characters of the encoding; what is not, is as `wtf8.ts` says. */
  readonly isClean: boolean;
  /** Where the rows begin, the header included: behind a line `sep=`. */
  readonly start: number;
  readonly dialect: CsvDialect;
  readonly columns: readonly FileColumn[];
  /** The number of cells that a row should have. */
  readonly width: number;
  readonly hasEmptyRows: boolean;
  readonly options: CsvReadOptions;
  /** Reads most rows; `null` for a short file. */
  readonly fast: FastRows | null;
}

/** Creates a reader of the cells of a file. */
export function readerOf({ text, start, dialect, hasEmptyRows }: Omit<Reading, 'columns'>): CellReader {
  const { separator, quote } = dialect;
  return new CellReader(text, start, separator?.charCodeAt(0) ?? -1, quote.charCodeAt(0), hasEmptyRows);
}

/**
 * Finds out how the bytes of a file are read. Cost: a pass for each separator that occurs, and one more. From `leastBytes` on they are
 * fast.
 */
export function* understand(bytes: Uint8Array, options: CsvReadOptions = {}, leastBytes = LEAST_BYTES): Work<Reading> {
  const raw = openFast(bytes, leastBytes);
  const found = findEncoding(bytes, options.encoding, raw);
  const { text, isClean } = toUtf8(bytes, found);
  const isRaw = text.buffer === bytes.buffer && text.length === bytes.length - found.markBytes;
  const fast = isRaw ? (raw?.from(found.markBytes) ?? null) : openFast(text, leastBytes);
  const sepLine = readSepLine(text);
  const start = sepLine?.end ?? 0;
  const told = {
    separator: options.separator === undefined ? sepLine?.separator : options.separator,
    quote: options.quote,
  };
  const split = yield* findSplit(text, start, told, fast);
  const reader = new CellReader(text, start, split.separator?.charCodeAt(0) ?? -1, split.quote.charCodeAt(0));
  const seen = yield* judge(reader, fast);
  const header = options.header ?? isHeader(seen, split.width);
  const typed = options.typed ?? (header && split.quote === '"' && isTyped(seen));
  const first = header ? (seen.first ?? []) : null;
  const width = first === null ? split.width : first.length;
  const looks = allLooks(seen, header);
  const count = seen.rows === 0 ? 0 : Math.max(width, looks.length);
  const nest = options.nest === true;
  const columns = nameColumns(first, count, typed, nest).map((column, index): FileColumn => {
    const choice = options.types?.get(column.name);
    const own = looks[index] ?? 0;
    const isGrouped = hasGroups(own);
    if (choice !== undefined) return { ...column, isGrouped, kind: choice, rule: ruleOfChoice(choice) };
    if (typed && column.isJson)
      return { ...column, isGrouped, kind: typedJsonKind(typedKindOf(own)), rule: 'typed json' };
    if (typed) return { ...column, isGrouped, kind: typedKindOf(own), rule: 'typed' };
    const kind = kindOf(own);
    return { ...column, isGrouped, kind, rule: kind === 'number' || kind === 'boolean' ? kind : 'text' };
  });
  const { LF, CRLF, CR } = reader.lineEnds;
  const ends = (['LF', 'CRLF', 'CR'] as const).filter((_, index) => [LF, CRLF, CR][index] !== 0);
  const hasComma = split.separator !== ',' && [...looks].some(hasDecimalComma);
  const dialect: CsvDialect = {
    separator: split.separator,
    quote: split.quote,
    lineEnd: ends.length > 1 ? 'mixed' : (ends[0] ?? sepLine?.lineEnd ?? 'LF'),
    header,
    encoding: found.encoding,
    mark: found.markBytes > 0,
    decimal: hasComma ? ',' : '.',
    typed,
    sepLine: sepLine !== null,
  };
  // In the typed form of one column, a row without any cell is an empty line.
  const hasEmptyRows = typed && count === 1;
  return { text, isClean, start, dialect, columns, width, hasEmptyRows, options, fast };
}

function ruleOfChoice(choice: CsvChoice): CellRule {
  return choice === 'number' ? 'any number' : choice;
}

/** Quoted cells of a column of JSON may be anything. */
function typedJsonKind(kind: CsvKind): CsvKind {
  return kind === 'text' ? 'json' : kind;
}
