// Messages of the engine about formatting and searches that are not possible.

import { formatSize } from '../bytes/size.ts';

/** Why a text can't be formatted, escaped or unescaped. */
export const FORMAT = {
  tooLargeForSmart:
    'The document is too large to be smart formatted. The maximum size is 100 MB. Please use the regular "Format JSON" instead.',
  indent: 'The indentation has to be up to 16 spaces, or tabs.',
  lineLength: (most: number): string => `The line length has to be at most ${most}.`,
  tooDeep: (most: number): string =>
    `The document is nested too deeply to be indented: that alone would take more than ${formatSize(most)}. Make it compact, or indent by less.`,
  tooLargeToEscape: 'The value is too large to be escaped.',
  onlyString: 'Only a string can be unescaped. Select one that holds JSON.',
  noJsonInside: 'The selected string does not hold JSON, so it stays as it is.',
  inNoString: 'The selection is in no string. Select a string that holds JSON.',
  noWholeValue: 'The selection holds no whole value. Select one from its first character to its last.',
  notUtf8: (offset: number): string =>
    `The text has bytes that are no UTF-8, near byte ${offset.toLocaleString('en')}. A string cannot hold them.`,
  onlyStringDocument: 'Only a document that is a single JSON string can be unescaped.',
  halfSurrogate: 'The string holds half of a surrogate pair, which a text cannot.',
  circular: 'A value that contains itself can’t be written as JSON.',
  tooDeepToIndent: (levels: number): string =>
    `A value nested deeper than ${levels} levels can only be written without indentation.`,
  tooLong: (most: number): string => `The result is too large: its text would take more than ${formatSize(most)}.`,
  noSuchNumber: (number: string): string =>
    `JSON has no ${number}. Change it to a number, to null or to a string first.`,
} as const;

/** Why a search can't be made. */
export const SEARCH = {
  pattern: (reason: string): string => `The regular expression is not valid: ${reason}.`,
  tooLarge: (size: number, most: number): string =>
    `A key or a value is too large to be searched by a regular expression: it takes ${formatSize(size)}, and the most is ${formatSize(most)}. Search for plain text, or in the text as such.`,
} as const;
