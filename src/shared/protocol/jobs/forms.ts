// The forms in which values are copied, and read again where they are pasted.

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
