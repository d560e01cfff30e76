// Texts of the tree: its rows and menu, its actions and its refusals.

import { platformKeys } from '../../model/platform-keys.ts';
import type { PastedAs, Where } from '../../../shared/protocol/edit-intent.ts';
import type { RowKind } from '../../../shared/protocol/rows.ts';
import { formatSize } from '../../../shared/bytes/size.ts';

/** Labels of rows and the controls beside them. */
export const ROWS = {
  label: 'Rows',
  root: 'root',
  loading: 'loading',
  level: (depth: number): string => `level ${depth.toLocaleString()}`,
  /** In place of the count, while the container is being read. */
  reading: '…',
  count: (kind: RowKind, count: number): string => {
    const noun = kind === 'object' ? 'key' : 'item';
    return `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;
  },
  /** The types of values, after their text. */
  types: {
    object: 'object',
    array: 'array',
    string: 'string',
    number: 'number',
    true: 'boolean',
    false: 'boolean',
    // Its text says it.
    null: undefined,
    broken: 'invalid',
  } satisfies Readonly<Record<RowKind, string | undefined>>,
  found: (count: number): string => `${count.toLocaleString()} found`,
  insert: 'Insert here (Ctrl+↓)',
  menu: 'Menu (Shift+F10)',
  results: 'Results',
} as const;

/** The field of a key or a value. */
export const FIELD = {
  key: 'Key',
  value: 'Value',
  type: 'Write a string',
  asText: { label: 'abc', hint: 'Written as a string (Alt+T: as it looks)' },
  asLooks: { label: 'auto', hint: 'Written as it looks (Alt+T: as a string)' },
  mixedEnds: 'This text mixes different line ends, which a field would lose. Switch to text mode to edit it.',
  valueTooLong: (bytes: number, most: number): string =>
    `This value is too long to be edited here (${formatSize(bytes)}; the limit is ${formatSize(most)}). Switch to text mode to edit it.`,
  gone: 'This value has been removed meanwhile, so nothing was written.',
  notWritten: (text: string): string =>
    `What was typed could not be written, because its value has been changed or removed meanwhile. It was: ${text}`,
  keyTooLong: 'This key is too long to be edited here. Switch to text mode to edit it.',
} as const;

/** Helpers for a value in its row. */
export const AIDS = {
  colour: (text: string): string => `Colour ${text}`,
  showColour: 'Show the colour',
  changeColour: 'Change the colour',
  more: 'Show more',
  time: 'Time',
  moment: (date: string, distance: string): string => `${date}, ${distance}`,
  json: 'JSON inside this string',
  token: 'Token inside this string',
  base64: 'Text in this base64',
  picture: 'Picture in this base64',
  link: 'Link',
  openLink: platformKeys('Ctrl+click opens this link'),
} as const;

export const TREE_MENU = {
  title: 'Menu of what is selected',
  editValue: 'Edit value',
  editKey: 'Edit key',
  showValue: 'Show value',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  pasteAs: 'Paste as',
  asText: 'Text',
  asInside: 'Inside',
  inPlace: 'In place of it',
  insertMenu: 'Insert',
  insert: { after: 'Insert after', before: 'Insert before', inside: 'Insert inside' },
  kinds: { value: 'Value', object: 'Object', array: 'Array' },
  likeFirst: 'Like the first one',
  likeThis: 'Like this one',
  point: 'Insertion point',
  pointBelow: 'Below',
  pointAbove: 'Above',
  pointInside: 'Inside',
  duplicate: 'Duplicate',
  remove: 'Remove',
  change: 'Change',
  more: 'More',
  sort: 'Sort…',
  filter: 'Keep only matching items…',
  convert: 'Convert to',
  toObject: 'Object',
  toArray: 'Array',
  toText: 'Text of its JSON',
  toJson: 'JSON of its text',
  unpackAll: 'Unpack all JSON in strings',
  packAgain: 'Pack again what was unpacked',
  move: 'Move and wrap',
  moveUp: 'Move up',
  moveDown: 'Move down',
  wrapObject: 'Wrap in an object',
  wrapArray: 'Wrap in an array',
  unwrap: 'Unwrap',
  extract: 'Extract',
  expand: 'Expand',
  expandInside: 'All inside',
  expandSiblings: 'Its siblings',
  collapseInside: 'Collapse all inside',
  copyPath: 'Copy path',
  jsonPath: 'JSONPath',
  pointer: 'JSON Pointer',
  javaScript: 'JavaScript',
  jq: 'jq',
  goTo: 'Go to…',
  selectAll: 'Select all',
} as const;

/** Progress labels. */
export const DOING = {
  copy: 'Copying',
  paste: 'Pasting',
  insert: 'Inserting',
  write: 'Writing',
  remove: 'Removing',
  duplicate: 'Duplicating',
  move: 'Moving',
  wrap: 'Wrapping',
  undo: 'Undoing',
  select: 'Selecting',
  unpack: 'Unpacking',
  pack: 'Packing',
} as const;

/** The labels of an action on several values: in progress, and completed. */
export interface ActionLabels {
  readonly doing: string;
  readonly done: string;
}

export const ACTION_LABELS = {
  sort: { doing: 'Sorting', done: 'Sorted' },
  extract: { doing: 'Extracting', done: 'Extracted' },
  unwrap: { doing: 'Unwrapping', done: 'Unwrapped' },
  convert: { doing: 'Converting', done: 'Converted' },
} as const satisfies Readonly<Record<string, ActionLabels>>;

/** What was done to the strings of the whole document. */
export const STRINGS_DONE = {
  unpack: (count: number): string =>
    count === 1 ? 'Unpacked one string.' : `Unpacked ${count.toLocaleString()} strings.`,
  pack: (count: number): string => (count === 1 ? 'Packed one value.' : `Packed ${count.toLocaleString()} values.`),
} as const;

const valuesOf = (count: number): string => (count === 1 ? 'one value' : `${count.toLocaleString()} values`);

/** Announcements of completed actions for screen readers. */
export const DONE = {
  copied: (count: number): string => (count === 1 ? 'Copied.' : `Copied ${count.toLocaleString()} values.`),
  /** `name`: of the only value; `null` if there are several, or if it is not known. */
  removed: (count: number, name: string | null): string => `Removed ${name ?? valuesOf(count)}.`,
  cut: (count: number, name: string | null): string => `Cut ${name ?? valuesOf(count)}.`,
  /** An action on `count` of `all` selected values. */
  deed: ({ done }: ActionLabels, count: number, all: number): string => {
    if (all === 1) return `${done}.`;
    if (count === all) return `${done} ${all.toLocaleString()} values.`;
    return `${done} ${count.toLocaleString()} of ${all.toLocaleString()} values. The others stay as they are.`;
  },
  pasted: {
    json: 'Pasted as JSON.',
    items: 'Pasted as several values.',
    text: 'Pasted as a text.',
  } satisfies Readonly<Record<PastedAs, string>>,
  point: (where: Where, name: string): string => `Insertion point ${where === 'inside' ? 'in' : where} ${name}.`,
  theRoot: 'the root',
  item: (position: number): string => `item ${position}`,
} as const;

/** Why an action failed or was refused. */
export const REFUSED = {
  root: 'The root can\'t be removed. Use "New" for an empty document.',
  stale: 'The document changed meanwhile, so this edit was not made. Please try again.',
  noText: 'There is no text on the clipboard.',
  copy: (reason: string): string => `The browser did not let it onto the clipboard (${reason}).`,
  paste: (reason: string): string => `The browser did not let this page read the clipboard (${reason}).`,
  noNumbers: (count: number): string =>
    `${count === 1 ? 'One value' : `${count.toLocaleString()} values`} of Infinity or NaN became text: JSON has no such numbers.`,
  noStructure: 'There is no value to take the structure of.',
  noInside: 'There is no value inside to take the structure of.',
  largeStructure: (bytes: number): string => `The value is too large to take its structure (${formatSize(bytes)}).`,
  badStructure: "The structure of this value can't be taken: it is too deep, or no plain JSON.",
} as const;

/** Announcements after selecting all rows with hits. */
export const FOUND = {
  selected: (count: number): string => (count === 1 ? 'Selected one row.' : `Selected ${count.toLocaleString()} rows.`),
  first: (count: number): string => `These are the first of ${count.toLocaleString()} rows with hits.`,
  hidden: (count: number): string => `${count.toLocaleString()} more are in what is collapsed.`,
} as const;

/** The sort dialog. */
export const SORT = {
  title: 'Sort',
  by: (count: number): string => `Sort ${count.toLocaleString()} values by`,
  byOfEach: (count: number): string => `Sort the items of each of ${count.toLocaleString()} values by`,
  keys: 'their keys',
  values: 'the values themselves',
  direction: 'Direction',
  ascending: 'ascending: 1, 2, 10, a, b',
  descending: 'descending: b, a, 10, 2, 1',
  yes: 'Sort',
} as const;
