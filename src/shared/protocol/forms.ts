// The forms in which values are copied, and read again where they are pasted.

import type { Dialect } from '../document/dialect.ts';

/** The forms of values, in the order of menus. */
export const VALUE_FORMS = [
  'contents',
  'json',
  'compact',
  'escaped',
  'javascript',
  'python',
  'yaml',
  'toon',
  'paths',
  'tsv',
  'csv',
  'html',
  'markdown',
] as const;
export type ValueForm = (typeof VALUE_FORMS)[number];

/** A text, and how it is read. */
export interface DialectText {
  readonly text: Blob;
  readonly dialect: Dialect;
}

/** The text of values: JSON, or in text mode any text. */
export interface ValueText extends DialectText {
  /**
   * Whether it is several values with commas between them, as between the brackets of their container. A text that is no value
   * is read as such, too.
   */
  readonly isList: boolean;
}

/** What a form does not show of the values that were written; a number of them each. */
export interface FormLoss {
  /** Objects and arrays that became JSON text in a cell. */
  readonly nested: number;
  /** Texts that look like a number, a boolean, null or nothing. */
  readonly ambiguous: number;
  /** Numbers that programs read as Infinity or round. */
  readonly numbers: number;
}

/** Values in a form. */
export interface FormText {
  /** In UTF-8. */
  readonly content: Blob;
  /** About how many tokens a language model reads in it: estimated from its characters. */
  readonly tokens: number;
  readonly loss: FormLoss;
}

/** Values that were read from a text in some form. */
export interface ReadForm {
  readonly json: string;
  readonly form: ReadFormName;
}

/** What a pasted text can be read as. */
export type ReadFormName = Exclude<ValueForm, 'contents' | 'json' | 'compact'> | 'literal';
