// Texts of the figures of a table's columns, of their card, and of the filters that are chosen in it.

import type { FieldKind } from '../../../shared/protocol/wizard.ts';

const spell = (count: number): string => count.toLocaleString();
const rowsOf = (count: number): string => `${spell(count)} row${count === 1 ? '' : 's'}`;

/** Long work. */
export const FIGURES_DOING = { expression: 'Running the expression' } as const;

/** The bar below a column's header, and its card. */
export const FIGURES = {
  open: (column: string): string => `Filter and statistics of ${column}`,
  tabs: { values: 'Values', condition: 'Condition', figures: 'Statistics' },
  tabsLabel: 'What is shown of the column',
  close: 'Close',
  reading: 'Reading the column…',
  failed: 'The statistics could not be read.',
  of: (rows: number, all: number): string =>
    rows === all ? `All ${rowsOf(all)}` : `${spell(rows)} of ${rowsOf(all)}, as the other filters keep them`,
  present: 'Present',
  missing: 'Missing',
  null: 'Null',
  distinct: 'Distinct values',
  about: (count: number): string => `about ${spell(count)}`,
  types: 'Types',
  /** The kind of strings that are dates. */
  date: 'date',
  least: 'Minimum',
  greatest: 'Maximum',
  mean: 'Mean',
  sum: 'Sum',
  earliest: 'Earliest',
  latest: 'Latest',
  frequent: 'Most frequent',
  unique: 'Each value occurs once.',
  odd: (count: number, kind: string): string => `${rowsOf(count)} where it is ${kind}`,
  missingRows: (count: number): string => `${rowsOf(count)} where it is missing`,
  histogram: (column: string): string => `Distribution of ${column}`,
  range: (from: string, to: string, count: number): string => `${from} to ${to}: ${rowsOf(count)}`,
  brush: 'Drag over the bars to keep only rows in that range.',
  from: 'From',
  to: 'Below',
  apply: 'Apply',
  clear: 'Clear',
  summary: (present: number, missing: number, distinct: string): string =>
    `${rowsOf(present)}${missing === 0 ? '' : `, ${spell(missing)} missing`}, ${distinct} distinct`,
  loading: 'Loading…',
} as const;

/** The kinds with their articles. */
export const A_KIND: Readonly<Record<FieldKind, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  null: 'null',
  object: 'an object',
  array: 'an array',
};

/** The list of values. */
export const VALUES = {
  search: 'Search values',
  matchCase: 'Match case',
  list: (column: string): string => `Values of ${column}`,
  value: 'Value',
  count: 'Count',
  share: 'Share',
  all: 'All',
  none: 'None',
  missing: 'missing',
  nothing: 'No value contains this',
  first: (shown: number, found: number): string => `The first ${spell(shown)} of ${spell(found)}. Search for others.`,
  incomplete: 'There are more than 100,000 distinct values: only frequent ones are listed.',
  only: (value: string): string => `Keep only ${value}`,
  keep: (value: string): string => `Rows with ${value}`,
  matching: (rows: number): string => `${rowsOf(rows)} match`,
  counting: 'Counting…',
  cut: 'Too long to be a filter',
} as const;

/** The conditions of a column. */
export const CONDITION = {
  label: 'Condition',
  value: 'Value',
  from: 'From',
  to: 'To',
  join: 'Join the conditions by',
  and: 'and',
  or: 'or',
  add: 'Add a condition',
  remove: 'Remove this condition',
  apply: 'Filter',
  clear: 'Clear',
  wrong: {
    number: 'Enter a number, such as 12.5.',
    time: 'Enter a date, such as 2024-05-01, or a date and time.',
    empty: 'Enter a value to compare with.',
    kinds: 'Choose at least one type.',
    expression: (reason: string): string => `This is not a regular expression: ${reason}`,
  },
  tooSlow: (seconds: number): string =>
    `The expression was stopped after ${seconds} seconds. Use one that takes less time, or filter by something else first.`,
  hint: {
    text: 'A number finds that number and the text that spells it. Text in quotation marks finds only strings.',
    time: 'Times without a zone are read as UTC.',
    list: 'One value on each line.',
  },
  names: {
    contains: 'contains',
    'not-contains': 'does not contain',
    start: 'starts with',
    end: 'ends with',
    equals: 'equals',
    'not-equals': 'does not equal',
    'one-of': 'is one of',
    between: 'is between',
    '<': 'is less than',
    '<=': 'is at most',
    '>': 'is greater than',
    '>=': 'is at least',
    before: 'is before',
    after: 'is on or after',
    expression: 'matches expression',
    empty: 'is empty',
    missing: 'is missing',
    present: 'is not missing',
    null: 'is null',
    kind: 'is of type',
  },
} as const;
