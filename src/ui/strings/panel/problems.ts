// Texts of the list of problems and of the related items in the status line.

import type { LineEndCounts, ProblemKind } from '../../../shared/protocol/problems.ts';

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
  showAll: 'Show the problems',
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
  errors: (number: number): string => count(number, 'schema error', 'schema errors'),
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

/** After the encoding, where the text begins with a byte order mark. */
export const BYTE_ORDER_MARK = {
  label: 'BOM',
  hint: 'The text begins with a byte order mark, which is kept',
} as const;

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

export const DIALECT_ITEM = {
  legend: 'Read the text as',
  hint: 'Change the dialect that the text is read in',
  label: (dialect: string): string => `Dialect: ${dialect}`,
  working: 'Reading the text anew',
} as const;
