// Texts of the transform dialog.

import { toJsonPath } from '../../../shared/document/path.ts';
import type { QueryLanguage, QueryNote } from '../../../shared/protocol/query.ts';
import type { Side } from '../../model/side.ts';
import { cutEnd } from '../app/cut.ts';

/** Longest path in UTF-16 units; longer ones are cut. */
const MAX_PATH_LENGTH = 120;
const MAX_NUMBER_LENGTH = 60;

export const LANGUAGES: Readonly<Record<QueryLanguage, string>> = {
  javascript: 'JavaScript',
  lodash: 'Lodash',
  jmespath: 'JMESPath',
  jsonpath: 'JSONPath',
  jsonquery: 'JSON Query',
  jq: 'jq',
};

const NAMES = { left: 'left', right: 'right' } as const;

export const TRANSFORM = {
  from: { left: 'From the left panel, at path', right: 'From the right panel, at path' },
  target: 'Result goes to',
  targets: (from: Side, to: Side, path: string): string =>
    from === to ? (path === '$' ? `the ${NAMES[to]} panel, in place` : `${path}, in place`) : `the ${NAMES[to]} panel`,
  language: 'Language',
  wizard: 'Wizard',
  query: 'Query',
  input: 'Input',
  result: 'Result',
  help: 'Help',
  history: 'Earlier queries',
  noHistory: 'No queries yet',
  format: 'Layout',
  fullScreen: 'Full screen',
  window: 'Leave full screen',
  close: 'Close',
  cancel: 'Cancel',
  apply: 'Transform',
  applying: 'Transforming',
  applyHint: 'Ctrl+Enter',
  stop: 'Stop the query',
  goOn: 'Go on longer',
  again: 'Run again',
  detached: 'The query was edited by hand, so the wizard no longer writes it.',
  attach: 'Let the wizard write it',
  attachHint: 'Replaces the query by what the wizard says.',
  done: (path: string): string => `Transformed ${path === '$' ? 'the document' : path}.`,
  stale: 'The document has changed meanwhile. The query runs again on what it is now.',
} as const;

export const WIZARD = {
  filter: 'Filter',
  sort: 'Sort',
  pick: 'Pick',
  none: 'nothing',
  noFilter: 'no filter',
  noSort: 'as it is',
  itself: 'the item itself',
  operator: 'Operator',
  value: 'Value',
  valueHint: 'A number, true, false, null, or a text. Without a value there is no filter; "" is the empty text.',
  values: 'Values',
  valuesHint: 'Values with a comma between. A text that holds one stands in quotes.',
  join: 'Conditions',
  and: 'and',
  or: 'or',
  add: 'Add a condition',
  remove: 'Remove the condition',
  nth: (label: string, nth: number): string => `${label} ${nth}`,
  direction: 'Direction',
  ascending: 'ascending',
  descending: 'descending',
  all: 'all of each item',
  picked: (count: number): string => (count === 1 ? '1 field' : `${count} fields`),
  noArray: 'The wizard works on arrays. Choose one, or write the query by hand.',
  arrays: 'Array',
  noChoice: 'choose an array',
  array: (path: string, items: number): string =>
    `${path} · ${items.toLocaleString()} ${items === 1 ? 'item' : 'items'}`,
  search: 'Search the fields',
  more: (count: number): string => `${count.toLocaleString()} more: search for them.`,
  reading: 'Reading the fields of all items…',
  cannotSort: (language: string): string => `${language} can't sort.`,
  cannotPick: (language: string): string => `${language} can’t pick fields.`,
} as const;

export const HELP = {
  title: (language: string): string => `${language} in short`,
  reference: 'Reference',
  close: 'Close the help',
  examples: 'Examples, made of what is queried. Choose one to run it.',
} as const;

export const RUN = {
  running: (seconds: number, limit: number | null): string =>
    `running, ${seconds} s${limit === null ? '' : ` of ${limit} s`}`,
  count: (kind: string, count: number): string => {
    const many = count.toLocaleString();
    if (kind === 'array') return count === 1 ? '1 item' : `${many} items`;
    return count === 1 ? '1 key' : `${many} keys`;
  },
  time: (ms: number): string =>
    ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`,
  sample: 'of the first part',
  place: (line: number, column: number): string => `Line ${line}, column ${column}: `,
  waiting: 'Nothing yet',
  runs: 'The query runs.',
  stopped: 'The query was stopped.',
} as const;

function numbersOf({ path, count, text }: Extract<QueryNote, { text: string }>): string {
  const more = count > 1 ? ` and ${(count - 1).toLocaleString()} more` : '';
  return `${cutEnd(text, MAX_NUMBER_LENGTH)} at ${cutEnd(toJsonPath(path), MAX_PATH_LENGTH)}${more}`;
}

/** Returns the message of a note on a result. */
export function noteOf(note: QueryNote): string {
  switch (note.type) {
    case 'inexact':
      return `The query reads ${numbersOf(note)} as the nearest number that JavaScript has. What it passes on whole stays as it is written.`;
    case 'rounded':
      return `Calculations and comparisons used the nearest double for ${numbersOf(note)}, so their results may be wrong. What the query passes on stays as it is written.`;
    case 'replaced': {
      const others = note.count > 1 ? ` and ${(note.count - 1).toLocaleString()} more` : '';
      return `jq changed the string at ${cutEnd(toJsonPath(note.path), MAX_PATH_LENGTH)}${others}: half a surrogate pair, which it can’t hold, became U+FFFD.`;
    }
    case 'several':
      return note.count === 0
        ? 'The query gave no result: an empty array.'
        : `The query gave ${note.count.toLocaleString()} results, which stand in an array.`;
    case 'unordered':
      return `“${note.operator}” in line ${note.line + 1}, column ${note.column + 1} compares numbers only: strings have no order in JMESPath, so it gave null for them. Compare them with sort([a, b])[0] == a, or make numbers of them with to_number().`;
    case 'name':
      return `"${note.name}" in line ${note.line + 1}, column ${note.column + 1} is the name of a member in JMESPath. The string is written '${note.name}'.`;
    case 'respelled':
      return 'jq writes numbers anew, so some are spelt in another way than in the document.';
  }
}
