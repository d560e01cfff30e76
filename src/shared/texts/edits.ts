// Messages of the engine about edits of values that can't be made.

import { formatSize } from '../bytes/size.ts';
import type { RowKind } from '../protocol/rows.ts';

const spell = (count: number): string => count.toLocaleString('en');
const among = (count: number): string => `None of the ${spell(count)} selected values is`;

/** Why an edit is refused. */
export const EDIT = {
  notEntered: (label: string, reason: string): string => `What was entered is not ${label}: ${reason}`,
  noList: 'An NDJSON document is a list of records. Enter an array of them.',
  brokenRecord: 'A record that is not valid JSON stays as it is, until it is corrected, set to a value or removed.',
  listStays: 'The list of records of an NDJSON document stays a list. Select records in it.',
  rootStays: 'The root value can be replaced, but not removed or moved.',
  besideRoot: 'Nothing can stand beside the root value. Insert inside it instead.',
  nothingPacked: 'No string holds a JSON object or array.',
  nothingUnpacked: 'Nothing that was unpacked is left to pack. Convert single values with “Text of its JSON” instead.',
  noContainer: 'Only an object or an array can hold values.',
  noKey: 'Only a value inside an object has a key that can be renamed.',
  overlapping: 'A value and what is inside it cannot be set at once.',
  intoItself: 'A value cannot be moved into itself.',
  apart: 'Only values in one object or array can be moved up and down together.',
  severalInPlace: 'Several values were copied: they can be pasted beside a value, not in its place.',
  rootIsWhole: 'The root is the whole document already. Select what is to be left of it.',
  notSortable: 'Only an object or an array can be sorted.',
  noKeysToSort: 'An array has no keys to be sorted by. Sort it by its values instead.',
  notFilterable: 'Only an object or an array can be filtered.',
  notUnwrappable: 'Only an object or an array can be unwrapped.',
  rootNotUnwrappable: 'The root can only be unwrapped while it holds exactly one value.',
  toObject: 'Only an array can be turned into an object.',
  toArray: 'Only an object can be turned into an array.',
  toJson: 'Only a text can hold JSON.',
  isText: 'The value is a text already.',
} as const;

/** A value that can't hold another one. */
const HOLDERS: Readonly<Record<RowKind, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a text',
  number: 'a number',
  true: 'a boolean',
  false: 'a boolean',
  null: 'null',
  broken: 'a record that is not valid JSON',
};

/** Why an edit of a table is refused. */
export const TABLE_EDIT = {
  noArray: 'There is no array here any more that could be shown as a table.',
  noCell: 'None of these cells can be changed.',
  noNames: 'Names can only be taken from a first row that is an array.',
  noName: 'Columns of positions have no name that could be changed.',
  holdsNothing: (kind: RowKind): string =>
    `A value of this column would have to stand inside ${HOLDERS[kind]}, which cannot hold it.`,
  keyTaken: (key: string, row: number): string => `Row ${spell(row)} has a key "${key}" already. No row was changed.`,
} as const;

/** Why an edit applies to none of the selected values. */
export const NONE = {
  sortByKey: (count: number): string => `${among(count)} an object, which alone has keys to be sorted by.`,
  sort: (count: number): string => `${among(count)} an object or an array, so there is nothing to sort.`,
  filter: (count: number): string => `${among(count)} an object or an array, so there is nothing to filter.`,
  unwrap: (count: number): string => `${among(count)} an object or an array, so there is nothing to unwrap.`,
  toObject: (count: number): string => `${among(count)} an array, which alone can be turned into an object.`,
  toArray: (count: number): string => `${among(count)} an object, which alone can be turned into an array.`,
  toText: (count: number): string => `${among(count)} anything but a text already.`,
  toJson: (count: number): string => `${among(count)} a text that holds JSON.`,
} as const;

const DONE = { duplicate: 'duplicated', move: 'moved', wrap: 'wrapped', unwrap: 'unwrapped' } as const;

/** Limits on the size of one edit. */
export const TOO_MANY = {
  values: (count: number, deed: keyof typeof DONE, most: number): string =>
    `${spell(count)} values are too many to be ${DONE[deed]} at once; the most is ${spell(most)}.`,
  runs: (most: number): string =>
    `These are too many values that are no neighbours of each other; the most is ${spell(most)}.`,
  keys: 'An object of more than 16 million keys is too large to find a free key for each of so many values.',
  text: (size: number, most: number): string =>
    `A value of ${formatSize(size)} is too large to be made a text; the most is ${formatSize(most)}.`,
  merged: (most: number): string =>
    `The patch changes too many values to be merged at once; the most is ${spell(most)}.`,
  inObject: (count: number, most: number): string => beyondJavaScript(`${spell(count)} keys in one object`, most),
  inAll: (count: number, most: number): string => beyondJavaScript(`${spell(count)} values`, most),
  numbers: (most: number): string =>
    `These are too many numbers to be kept as they are spelt; the most is ${spell(most)}.`,
} as const;

/** Errors in a patch. Phrases that are not sentences follow the number of their operation. */
export const PATCH = {
  notJson: 'The patch is not valid JSON.',
  noArray: 'A JSON Patch is an array of operations; this is none.',
  unchanged: (sentence: string): string => `${sentence} The document is unchanged.`,
  wrong: (index: number, what: string): string => `Operation ${index} ${what}.`,
  fails: (operation: string, reason: string): string => `Operation ${operation} fails: ${reason}`,
  intoItself: 'a value can’t be moved into itself.',
  notEqual: 'the value there is not equal to the value of the test.',
  holdsNone: (path: string): string => `the value at ${path} can hold no others.`,
  notPosition: (key: string): string => `"${key}" is no position in an array.`,
  behindEnd: (key: string, count: number): string => `position ${key} is behind the end of an array of ${count}.`,
  missing: (path: string): string => `there is no ${path}.`,
  noObject: 'is not an object',
  twice: (key: string): string => `has two members "${key}"`,
  without: (key: string): string => `has no "${key}"`,
  noString: (key: string): string => `has a "${key}" that is no string`,
  noPointer: (key: string, text: string): string => `has a "${key}" that is no JSON Pointer: ${JSON.stringify(text)}`,
  unknown: (name: string): string => `has an "op" that is unknown: ${JSON.stringify(name)}`,
} as const;

function beyondJavaScript(what: string, most: number): string {
  return `${what} are more than JavaScript can hold here; the most is ${spell(most)}.`;
}
