// Texts of the list of problems and of the related items in the status line.

import type { Parser } from '../../../shared/document/parser.ts';
import type { CsvInfo } from '../../../shared/protocol/csv.ts';
import type { LineEndCounts, ProblemKind } from '../../../shared/protocol/problems.ts';
import { CSV } from '../documents/csv.ts';

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString()} ${number === 1 ? one : many}`;

export const PROBLEMS = {
  title: 'Problems',
  details: 'About this problem',
  none: 'No problems found.',
  /** For an invalid text. */
  incomplete: 'Keys and numbers are checked once the text is valid.',
  inside: 'There are problems inside',
  next: 'Next problem',
  previous: 'Previous problem',
  nextHint: 'Next problem (F8)',
  previousHint: 'Previous problem (Shift+F8)',
  show: 'Show or hide the problems',
  place: (line: number, column: number): string =>
    `Ln ${(line + 1).toLocaleString()}, Col ${(column + 1).toLocaleString()}`,
  more: (number: number): string => `and ${number.toLocaleString()} more`,
  counts: (errors: number, warnings: number, notes: number): string =>
    [
      ...(errors > 0 ? [count(errors, 'error', 'errors')] : []),
      ...(warnings > 0 ? [count(warnings, 'warning', 'warnings')] : []),
      ...(notes > 0 ? [count(notes, 'note', 'notes')] : []),
    ].join(', '),
  /** Announced by screen readers after a step. */
  said: (at: number, of: number, message: string, line: number, column: number): string =>
    `Problem ${at.toLocaleString()} of ${of.toLocaleString()}, line ${(line + 1).toLocaleString()}, column ${(column + 1).toLocaleString()}: ${message}`,
} as const;

/** What the status line says about a document and its schema. */
export const SCHEMA_STATUS = {
  checking: { text: 'checking the schema', hint: 'The document is being checked against its schema.' },
  checked: { text: 'fits the schema', hint: 'The document has a schema, and matches it.' },
  incomplete: { text: 'schema not checked completely', hint: 'The list of problems says why.' },
} as const;

/** Warning after a member was renamed to a key that its object already has. */
export const REPEATED_KEY = {
  message: (key: string): string => {
    const shown = key.length > 60 ? `${key.slice(0, 59)}…` : key;
    return `The object has the key ${JSON.stringify(shown)} twice now. Most programs read only the last one.`;
  },
  undo: 'Undo',
  tooLate: 'Something else was written since: undo it step by step (Ctrl+Z).',
} as const;

/** The headings of the list. */
export const PROBLEM_KIND_LABELS: Readonly<Record<ProblemKind, string>> = {
  syntax: 'Syntax errors',
  record: 'Broken records',
  utf8: 'Invalid UTF-8',
  schema: 'Schema errors',
  csv: 'Faulty lines of the CSV file',
  duplicate: 'Duplicate keys',
  number: 'Numbers a double cannot hold',
};

export const LINE_ENDS: Readonly<Record<LineEndCounts, string>> = {
  none: '',
  lf: 'LF',
  crlf: 'CRLF',
  cr: 'CR',
  mixed: 'Mixed line ends',
};

/** Buttons beside the first error of a text. */
export const ERROR_OFFERS = {
  repair: 'Auto repair',
  jsonc: 'Read as JSON with comments',
  json5: 'Read as JSON5',
  ndjson: 'Read as NDJSON',
  csv: 'Open as CSV',
} as const;

/** The item of the status line for the document. */
export const DOCUMENT_ITEM = {
  hint: 'The dialect, the encoding and the line ends of the document',
  label: (parts: readonly string[]): string => `Document: ${parts.join(', ')}`,
  mark: 'BOM',
  markFull: 'with a byte order mark',
  file: ({ dialect }: Pick<CsvInfo, 'dialect'>, sentence: string): string =>
    `The file: ${sentence}, ${CSV.separatorName(dialect.separator)}`,
  shown: 'Shown here as JSON:',
  numbers: (parser: Parser): string => (parser === 'lossless' ? 'Queries keep all digits' : 'Queries round to doubles'),
} as const;

export const DIALECT_ITEM = {
  legend: 'Read the text as',
  working: 'Reading the text anew',
} as const;
