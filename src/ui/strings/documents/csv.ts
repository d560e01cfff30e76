// Texts about CSV files.

import type { CsvEncoding, CsvFault, CsvInfo } from '../../../shared/protocol/csv.ts';

const SEPARATOR_NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};
const ENCODING_NAMES: Readonly<Record<CsvEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'windows-1252',
  'windows-1250': 'windows-1250 (Central European)',
  'windows-1251': 'windows-1251 (Cyrillic)',
  'windows-1253': 'windows-1253 (Greek)',
  'windows-1254': 'windows-1254 (Turkish)',
  'windows-1257': 'windows-1257 (Baltic)',
  'iso-8859-2': 'ISO 8859-2 (Central European)',
  'iso-8859-15': 'ISO 8859-15 (Western)',
  'koi8-r': 'KOI8-R (Cyrillic)',
  ibm866: 'IBM 866 (Cyrillic)',
  macintosh: 'Macintosh',
  shift_jis: 'Shift JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  'euc-kr': 'EUC-KR (Korean)',
  gb18030: 'GB 18030, GBK (Chinese)',
  big5: 'Big5 (Chinese)',
};
/** What was done about a faulty place. */
const FAULT_NAMES: Readonly<Record<CsvFault, string>> = {
  'text-after-quote': 'text behind a closing quote; the cell is kept as it stands',
  'quote-in-cell': 'a quote inside of a cell without quotes; kept as a character',
  'unclosed-quote': 'a quote that is not closed; kept as a character',
  'blank-at-quote': 'blanks beside a quote; left out',
  'short-row': 'fewer cells than columns; the others are missing',
  'long-row': 'more cells than columns; they have columns of their own',
  'nul-byte': 'a NUL character; kept',
  'bad-json': 'a cell that is not JSON; kept as text',
  'not-a-number': 'a cell that is not a number; kept as text',
};
/** Faulty lines that a notice names. */
const NAMED_FAULTS = 5;

const lines = (numbers: readonly number[]): string =>
  numbers.length === 1 ? `line ${numbers[0]}` : `lines ${numbers.join(', ')}`;

export const CSV = {
  separatorName: (separator: string | null): string =>
    separator === null ? 'one column' : (SEPARATOR_NAMES[separator] ?? separator),
  encodingName: (encoding: CsvEncoding): string => ENCODING_NAMES[encoding],
  itemHint: 'How the file is read',
  fault: (kind: CsvFault): string => FAULT_NAMES[kind],
  faults: ({ warnings, warningCount }: Pick<CsvInfo, 'warnings' | 'warningCount'>, name: string): string => {
    const all = new Set(warnings.map(({ line }) => line));
    const first = [...all].slice(0, NAMED_FAULTS);
    const more = all.size > first.length || warningCount > warnings.length ? ' and more' : '';
    const what = warningCount === 1 ? 'One place' : `${warningCount.toLocaleString()} places`;
    return `${what} of "${name}" ${warningCount === 1 ? 'is' : 'are'} not as CSV should be: ${lines(first)}${more}. Nothing is lost.`;
  },
  /** In the list of problems. */
  problem: (line: number, what: string): string => `Line ${line.toLocaleString()} of the file: ${what}.`,
  reading: 'Reading as CSV',
  writing: (name: string): string => `Writing ${name}`,
  nested: {
    title: 'Write nested values as JSON?',
    text: (count: number, name: string): string =>
      `${count === 1 ? 'One cell holds' : `${count.toLocaleString()} cells hold`} an object or an array, which CSV can’t. In "${name}" ${count === 1 ? 'it is' : 'they are'} written as JSON text.`,
    yes: 'Save',
  },
  doubled: {
    title: 'Save one value of each name?',
    text: (count: number, name: string): string =>
      `${CSV.notWritten(count)} If you save, "${name}" will not hold ${count === 1 ? 'it' : 'them'}.`,
    yes: 'Save',
  },
  notWritten: (count: number): string =>
    count === 1
      ? 'One value is left out, because a later one in the same object has the same name.'
      : `${count.toLocaleString()} values are left out, because later ones in the same object have the same name.`,
  replaced: {
    title: 'Save without the old bytes?',
    text: (count: number, name: string): string =>
      `${count === 1 ? 'One edited cell' : `${count.toLocaleString()} edited cells`} of "${name}" had bytes that are no characters of its encoding. ${count === 1 ? 'It is' : 'They are'} written as shown, without them. All other cells keep theirs.`,
    yes: 'Save',
  },
  holdsJson: (name: string): string => `"${name}" holds JSON. It is opened as JSON, and saved as JSON.`,
  unnamed: {
    title: 'Save without the names?',
    text: (names: readonly string[], name: string): string => {
      const shown = names.slice(0, NAMED_FAULTS).map((one) => `"${one}"`);
      const more = names.length > shown.length ? ` and ${(names.length - shown.length).toLocaleString()} more` : '';
      return `"${name}" has no row of names, so the ${names.length === 1 ? 'name' : 'names'} ${shown.join(', ')}${more} can’t be saved in it. To keep ${names.length === 1 ? 'it' : 'them'}, cancel and export as CSV with names in the first row.`;
    },
    yes: 'Save without',
  },
  copyResult: 'Copy as CSV',
  saveResult: 'Save as CSV',
  /** The name of a file for the result of a query on a document. */
  resultName: (name: string): string => `${name.replace(/\.[^.]+$/, '')} result.csv`,
  asJson: 'Download as JSON',
  savedAsJson: (name: string): string => `"${name}" is JSON in the cloud. Download it to have it as CSV.`,
} as const;

const KINDS = { text: 'text', number: 'number', boolean: 'boolean', json: 'JSON' } as const;

/** The dialog "CSV options". */
export const CSV_OPTIONS = {
  title: 'CSV options',
  separator: 'Separator',
  quote: 'Quote',
  quotes: 'quote "',
  apostrophes: "apostrophe '",
  encoding: 'Encoding',
  header: 'The first row holds the names',
  nest: 'Nest names with dots',
  nestHint: 'pos.x and pos.y become an object pos',
  empty: 'Empty cells are empty texts',
  reading: 'Reading…',
  found: (rows: number, columns: number): string =>
    `${rows.toLocaleString()} ${rows === 1 ? 'row' : 'rows'}, ${columns.toLocaleString()} ${columns === 1 ? 'column' : 'columns'}. Kinds are judged over all rows.`,
  preview: 'First rows',
  kindOf: (name: string): string => `Kind of ${name}`,
  foundKind: (kind: keyof typeof KINDS | null | undefined): string =>
    kind === undefined ? 'as found' : `as found: ${kind === null ? 'mixed or empty' : KINDS[kind]}`,
  kinds: KINDS,
  missing: '–',
  faults: (count: number): string => (count === 1 ? 'One faulty place' : `${count.toLocaleString()} faulty places`),
  fault: (line: number, what: string): string => `Line ${line.toLocaleString()}: ${what}`,
  read: 'Read again',
} as const;

/** The dialog "Export as CSV". */
export const CSV_EXPORT = {
  title: 'Export as CSV',
  what: 'Content',
  all: 'the whole document',
  shown: (rows: number, columns: number): string =>
    `what the table shows: ${rows.toLocaleString()} ${rows === 1 ? 'row' : 'rows'}, ${columns.toLocaleString()} ${columns === 1 ? 'column' : 'columns'}`,
  to: 'To',
  file: 'a file',
  panel: 'the other panel',
  clipboard: 'the clipboard',
  copied: 'Copied as CSV.',
  form: 'Form',
  plain: 'plain',
  typed: 'typed',
  plainHint: 'Quotes only where needed, for spreadsheets and other programs',
  typedHint: 'Every text in quotes, so that all values come back as they are when opened here',
  separator: 'Separator',
  lineEnd: 'Line end',
  nested: 'Objects',
  flatten: 'as columns',
  json: 'as JSON',
  flattenHint: 'pos.x and pos.y; arrays are JSON in the cell',
  jsonHint: 'Objects and arrays are JSON in the cell',
  header: 'Names in the first row',
  mark: 'Mark for Excel',
  markHint: 'A byte order mark, so that Excel reads the file as UTF-8',
  formulas: 'Escape formulas',
  formulasHint: 'An apostrophe before texts that begin with =, +, - or @; never before numbers',
  save: 'Export',
  files: 'CSV',
  done: (name: string): string => `Exported as ${name}.`,
} as const;
