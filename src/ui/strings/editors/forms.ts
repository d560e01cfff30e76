// Texts about the forms in which values are copied and pasted.

import type { FormLoss, ReadFormName, ValueForm } from '../../../shared/protocol/forms.ts';

export const FORM_NAMES: Readonly<Record<ValueForm, string>> = {
  contents: 'Contents',
  json: 'JSON',
  compact: 'Compact JSON',
  escaped: 'Escaped string',
  javascript: 'JavaScript',
  python: 'Python',
  yaml: 'YAML',
  toon: 'TOON',
  paths: 'path = value',
  tsv: 'TSV',
  csv: 'CSV',
  html: 'HTML table',
  markdown: 'Markdown table',
};

export const FORM_HINTS: Readonly<Partial<Record<ValueForm, string>>> = {
  contents: 'texts without quotes',
  escaped: 'JSON in a JSON string',
  toon: 'fewer tokens for like objects',
  paths: 'one line for each value, as gron',
  tsv: 'for spreadsheets',
};

const READ_NAMES: Readonly<Record<ReadFormName, string>> = {
  ...FORM_NAMES,
  literal: 'a literal of JavaScript or Python',
  escaped: 'escaped JSON',
  paths: 'lines of path = value',
  html: 'an HTML table',
  markdown: 'a Markdown table',
};

const count = (number: number, one: string, many: string): string =>
  number === 1 ? `one ${one}` : `${number.toLocaleString()} ${many}`;

export const COPY_AS = {
  title: 'Copy as',
  more: 'Copy as…',
  command: (form: ValueForm): string => `Copy as ${FORM_NAMES[form]}`,
  groups: { text: 'Text', code: 'Code and data', table: 'Table' },
  working: 'Copying',
  reading: 'Reading what is selected…',
  copy: 'Copy',
  preview: 'Preview',
  form: 'Form',
  tokens: (tokens: number): string => `≈ ${count(tokens, 'token', 'tokens')}`,
  estimate: 'Tokens are an estimate from the kinds of characters; vocabularies differ.',
  copied: (form: ValueForm, tokens: number): string =>
    `Copied as ${FORM_NAMES[form]}, about ${count(tokens, 'token', 'tokens')}.`,
  /** What a form does not show; empty if it shows everything. */
  lost(form: ValueForm, { nested, ambiguous, numbers }: FormLoss): string {
    const parts = [
      nested > 0 ? `${count(nested, 'cell holds', 'cells hold')} JSON text` : '',
      ambiguous > 0
        ? `${count(ambiguous, 'text looks', 'texts look')} like ${ambiguous === 1 ? 'a number or a word of JSON' : 'numbers or words of JSON'}`
        : '',
      numbers > 0 ? `${count(numbers, 'number is', 'numbers are')} rounded by ${FORM_NAMES[form]}` : '',
    ].filter((part) => part !== '');
    if (parts.length === 0) return '';
    const [first = '', ...rest] = parts;
    return `${[first.charAt(0).toUpperCase() + first.slice(1), ...rest].join('; ')}.`;
  },
  refused: (reason: string): string => `The browser did not let it onto the clipboard (${reason}).`,
  blank: 'There is nothing to copy.',
} as const;

/** What a pasted text was taken for. */
export const PASTED_AS = (form: ReadFormName): string => `Pasted as ${READ_NAMES[form]}.`;
