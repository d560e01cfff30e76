// Tables as text, CSV and TSV: how a file is read, what was found in it, and how one is written.

/** How the bytes of a file stand for characters. */
export const CSV_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-15',
  'koi8-r',
  'ibm866',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
] as const;
/** Those that are found in a file are the first four; the others are chosen by a person. */
export type CsvEncoding = (typeof CSV_ENCODINGS)[number];

export type CsvLineEnd = 'LF' | 'CRLF' | 'CR';
/** What a column holds; `null` for a column whose cells are of several kinds, or all empty. */
export type CsvKind = 'text' | 'number' | 'boolean' | 'json' | null;
/** What a person may choose for a column. */
export type CsvChoice = 'text' | 'number' | 'json';
export type CsvQuote = '"' | "'";

/** How a file is to be read. What is left out is found from the content. */
export interface CsvReadOptions {
  /** One character; `null` for a file of one column. */
  readonly separator?: string | null | undefined;
  readonly quote?: CsvQuote | undefined;
  readonly header?: boolean | undefined;
  readonly encoding?: CsvEncoding | undefined;
  /** Whether it is in the form of our own export (`CsvDialect`). */
  readonly typed?: boolean | undefined;
  /** Whether dots in names make objects inside of objects. */
  readonly nest?: boolean | undefined;
  /** What an empty cell without quotes is; missing by default. */
  readonly empty?: 'missing' | 'text' | undefined;
  /** Whether the apostrophe before a formula is taken off; in the typed form it always is. */
  readonly formulas?: 'keep' | 'unescape' | undefined;
  /** What columns hold, by name; judged by their cells by default. */
  readonly types?: ReadonlyMap<string, CsvChoice> | undefined;
  /** Which of these a person has chosen. The others were found, and are found again when the file has changed. */
  readonly chosen?: readonly (keyof CsvReadOptions)[] | undefined;
}

/** The dialect of a file. */
export interface CsvDialect {
  /** `null` when the file is one column. */
  readonly separator: string | null;
  readonly quote: CsvQuote;
  readonly lineEnd: CsvLineEnd | 'mixed';
  readonly header: boolean;
  readonly encoding: CsvEncoding;
  /** Whether the file begins with a byte order mark. */
  readonly mark: boolean;
  readonly decimal: '.' | ',';
  /** Whether it is in the form of our own export, whose cells say what they are. */
  readonly typed: boolean;
  /** Whether the first line is `sep=` and the separator. */
  readonly sepLine: boolean;
}

export const CSV_FAULTS = [
  'text-after-quote',
  'quote-in-cell',
  'unclosed-quote',
  'blank-at-quote',
  'short-row',
  'long-row',
  'nul-byte',
  'bad-json',
  'not-a-number',
] as const;
export type CsvFault = (typeof CSV_FAULTS)[number];

/** A faulty place of a file. Lines count from 1. */
export interface CsvWarning {
  readonly line: number;
  readonly kind: CsvFault;
  /** The row that it is in, from 0; `null` for the header. */
  readonly row: number | null;
}

/** What was found in a file. */
export interface CsvInfo {
  readonly dialect: CsvDialect;
  readonly columns: readonly string[];
  readonly kinds: readonly CsvKind[];
  readonly rowCount: number;
  /** The first faulty places, in order. */
  readonly warnings: readonly CsvWarning[];
  /** The number of all faulty places. */
  readonly warningCount: number;
}

/** What was found in a file, and its first rows as texts; `null` where a cell is missing. */
export interface CsvPreview extends CsvInfo {
  readonly rows: readonly (readonly (string | null)[])[];
}

/** A file as a document: an array with one object for each row. */
export interface CsvTable extends CsvInfo {
  /** JSON text in UTF-8. */
  readonly json: Blob;
  /** The bytes of the file, unpacked. */
  readonly source: Blob;
  /** Whether the file was compressed with gzip. */
  readonly packed: boolean;
}

/** How a table is written. What is left out is: plain, comma, LF, no mark, a header, formulas kept, flattened. */
export interface CsvWriteOptions {
  readonly form?: 'plain' | 'typed' | undefined;
  readonly separator?: string | undefined;
  readonly quote?: CsvQuote | undefined;
  readonly lineEnd?: CsvLineEnd | undefined;
  readonly mark?: boolean | undefined;
  readonly header?: boolean | undefined;
  /** Whether texts that a spreadsheet would take for formulas get an apostrophe in front. */
  readonly formulas?: 'keep' | 'escape' | undefined;
  /** What becomes of an object in a cell: columns of its own, or JSON. */
  readonly nested?: 'flatten' | 'json' | undefined;
  readonly encoding?: CsvEncoding | undefined;
  /** Whether null is an empty cell in the plain form, or the word, which it is by default. */
  readonly nulls?: 'word' | 'empty' | undefined;
  /** The names of the columns in their order, also of those without a value; by default those that the rows have. */
  readonly columns?: readonly string[] | undefined;
}

/** A file that was read before, which a document is written back into. */
export interface CsvOrigin {
  /** The bytes of the file, unpacked. */
  readonly source: Blob;
  /** How it was read. */
  readonly options: CsvReadOptions;
}

/** A table as a file. */
export interface CsvFile {
  readonly content: Blob;
  /** The number of cells that hold an object or an array, which CSV can't say; they are JSON in the cell. */
  readonly nested: number;
  /** The names of columns that are not in the file, because it has no row of names. */
  readonly unnamed: readonly string[];
  /** The number of edited cells that had bytes which are no characters of the file's encoding, and have them no more. */
  readonly replaced: number;
  /** The number of values that are not in the file, because another one in the same object has the same name. */
  readonly doubled: number;
  /** What separates its cells; `null` in a file of one column. */
  readonly separator: string | null;
}
