// Texts about JSON that was found in a text which is none.

import type { FoundAs } from '../../../shared/protocol/extract.ts';

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString()} ${number === 1 ? one : many}`;

export const EXTRACT = {
  found: (values: number, lines: number): string =>
    `${count(values, 'JSON value', 'JSON values')} in ${count(lines, 'line', 'lines')}`,
  /** A text that is recognised as a log. */
  isLog: 'Log',
  log: (values: number): string => `Log, ${count(values, 'value', 'values')}`,
  soFar: (values: number): string => `${count(values, 'JSON value', 'JSON values')} so far`,
  stopped: (values: number): string =>
    `${count(values, 'JSON value', 'JSON values')} found before the scan was cancelled`,
  list: 'List',
  listHint: 'List the JSON values in this text',
  table: 'Open as table',
  tableCommand: 'Open the JSON values in this text as a table',
  tableHint: 'Open all values as NDJSON in the other panel, with line, time, level and text before each as columns',
  title: 'JSON in this text',
  none: 'There is no JSON in this text.',
  rows: 'JSON values',
  open: 'Open in the other panel',
  line: (line: number): string => `Ln ${(line + 1).toLocaleString()}`,
  guess: 'guess',
  guessHint: 'The form is ambiguous: strings have no quotes in it, so types are guessed',
  record: 'Record',
  copy: 'Copy',
  copied: 'The record was copied.',
  reading: 'Reading the JSON values…',
  records: 'Writing the JSON values as NDJSON',
  name: (line: number, file: string): string => `Line ${(line + 1).toLocaleString()} of ${file}`,
  recordsName: (file: string): string => `${file.replace(/\.(?:log|txt|ndjson|json|md|out|err)$/i, '')}.ndjson`,
} as const;

/** About a value that was opened from a text, and is written back there. */
export const FOUND_LINK = {
  label: (line: number, file: string): string => `From line ${(line + 1).toLocaleString()} of ${file}`,
  literal: 'This was read from a literal of another language: changes of it stay here',
  readOnly: 'not written back',
  write: 'Write back',
  writeHint: 'Put the changed value back where it stood, escaped as it was',
  writing: 'Writing the value back…',
  done: (line: number, file: string): string => `Line ${(line + 1).toLocaleString()} of ${file} has the changed value.`,
  same: 'The text has this value already.',
  invalid: 'The value is not valid JSON. Fix its errors first; nothing was written.',
  closed: (file: string): string =>
    `${file} is no longer open in the other panel, so the value can’t be written back. Open it and its list again.`,
} as const;

/** The languages and encodings of finds, as they are listed. */
export const FOUND_AS: Readonly<Record<FoundAs, string>> = {
  json: 'JSON',
  escaped: 'escaped',
  url: 'URL',
  html: 'HTML',
  base64: 'Base64',
  csv: 'CSV',
  sql: 'SQL',
  js: 'JavaScript',
  python: 'Python',
  ruby: 'Ruby',
  go: 'Go',
  rust: 'Rust',
  php: 'PHP',
  mongo: 'MongoDB',
  java: 'Java',
  kotlin: 'Kotlin',
  csharp: 'C#',
};
