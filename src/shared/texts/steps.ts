// The names of undo steps: "Undo sort of 40,000 items".

import type { EditIntent } from '../protocol/edit-intent.ts';
import type { FormatOptions } from '../protocol/format-options.ts';

const values = (count: number): string => (count === 1 ? 'a value' : `${count.toLocaleString('en')} values`);
const rows = (count: number): string => (count === 1 ? 'a row' : `${count.toLocaleString('en')} rows`);
const cells = (count: number): string => (count === 1 ? 'a cell' : `${count.toLocaleString('en')} cells`);

export const STEP = {
  /** An edit of the text, by what made it. */
  text: { alone: 'an edit of the text', paste: 'paste', cut: 'cut', begins: 'typing', continues: 'typing' },
  replacedAll: (count: number): string => `replace all: ${values(count)}`,
  takenOver: (count: number): string =>
    count === 1 ? 'a difference taken over' : `${count.toLocaleString('en')} differences taken over`,
  redacted: (count: number): string => `the redaction of ${values(count)}`,
  fixed: (count: number): string => (count === 1 ? 'a fix' : `${count.toLocaleString('en')} fixes`),
  transformed: 'the transform',
  changes: (count: number): string => (count === 1 ? 'one change' : `${count.toLocaleString('en')} changes`),
  replaced: 'the replacement of the text',
  reloaded: 'the reload from the disk',
  arrived: 'what the file has grown by',
  lines: 'a command on lines',
  formatted: (options: FormatOptions, isPart: boolean): string =>
    `${FORMATS[options.style]}${isPart ? ' of the selection' : ''}`,
} as const;

const FORMATS: Readonly<Record<FormatOptions['style'], string>> = {
  format: 'formatting',
  smart: 'smart formatting',
  compact: 'compacting',
  sort: 'sorting of all keys',
  escape: 'escaping',
  unescape: 'unescaping',
};

/** Names an edit of values. `count`: how many values, rows, cells or items it changes. */
export function nameOfEdit(intent: EditIntent, count: number): string {
  if (intent.type === 'table') {
    switch (intent.change.type) {
      case 'set-cells':
        return `a change of ${cells(count)}`;
      case 'empty-cells':
      case 'remove-cells':
        return `the removal of ${cells(count)}`;
      case 'insert-rows':
        return `the insertion of ${rows(count)}`;
      case 'remove-rows':
        return `the removal of ${rows(count)}`;
      case 'duplicate-rows':
        return `the duplication of ${rows(count)}`;
      case 'move-rows':
        return `a move of ${rows(count)}`;
      case 'sort-rows':
        return `the sort of ${rows(count)}`;
      case 'rename-column':
        return 'the renaming of a column';
      default:
        return `a change of the table in ${values(count)}`;
    }
  }
  switch (intent.type) {
    case 'sort':
      return count === 1 ? 'the sort of an item' : `the sort of ${count.toLocaleString('en')} items`;
    case 'rename':
      return 'the renaming of a key';
    case 'format':
      return 'the formatting of a value';
    default:
      return `${EDITS[intent.type]} ${values(count)}`;
  }
}

const EDITS = {
  set: 'a change of',
  'set-all': 'a change of',
  insert: 'the insertion of',
  'insert-all': 'the insertion of',
  paste: 'the paste of',
  remove: 'the removal of',
  duplicate: 'the duplication of',
  move: 'a move of',
  shift: 'a move of',
  drop: 'the removal of',
  filter: 'the filter that removed',
  convert: 'the conversion of',
  wrap: 'the wrapping of',
  unwrap: 'the unwrapping of',
  extract: 'the extraction of',
  unpack: 'the unpacking of',
  pack: 'the packing of',
} as const;
