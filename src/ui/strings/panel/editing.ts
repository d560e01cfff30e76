// Texts about actions on a whole document: formatting, repairing, copying.

/** Progress labels of a panel. */
export const WORKING = {
  undo: 'Undoing',
  redo: 'Redoing',
  sort: 'Sorting',
  format: 'Formatting',
  repair: 'Repairing',
  look: 'Looking for repairs',
  dialect: (label: string): string => `Reading as ${label}`,
  copy: (name: string): string => `Copying ${name}`,
} as const;

/** @see the specification, §5 */
export const SMART_FORMAT_TOO_LARGE =
  'The document is too large to be smart formatted. The maximum size is 100 MB. Please use the regular "Format JSON" instead.';
export const NOTHING_SELECTED = 'Nothing is selected. Select the values to format first.';
export const REPAIRED = 'The document was repaired.';
export const REPAIR_STALE =
  'The document has changed since it was looked at, so it was not repaired. Please try again.';

/** A notification that offers to undo a change. */
export const UNDO_OFFER = {
  undo: 'Undo',
  tooLate:
    'The document has been changed since, so that was not undone. Undo in the panel takes back one step after the other.',
  copied: (from: string, to: string): string => `${to} was replaced by a copy of ${from}.`,
} as const;

/** The preview of a repair. */
export const REPAIR = {
  title: 'Auto repair',
  repair: 'Repair',
  go: 'Go to the place',
  changes: 'Changes',
  summary: (places: number, added: number, removed: number): string =>
    `${counted(places, 'place')} would change: ${counted(added, 'character')} added, ${removed.toLocaleString()} removed. Everything else stays as it is.`,
  incomplete: ' The changes are too many to be told apart to the end: the last one is all of the rest.',
  more: (count: number): string => `and ${count.toLocaleString()} more`,
  line: (line: number): string => `Line ${line.toLocaleString()}`,
  strays: (count: number): string =>
    `${counted(count, 'byte')} of the text ${count === 1 ? 'is' : 'are'} not UTF-8, shown as “\\xE9” here. The repair replaces each with “\uFFFD”, so that its character is lost. If the text was written on Windows, read it as Windows-1252 instead.`,
  windows: 'Read as Windows-1252',
} as const;

/** Reading a text in another encoding. */
export const READ_AS = {
  working: 'Reading as Windows-1252',
  done: 'The text is read as Windows-1252, and will be saved as UTF-8.',
} as const;

function counted(number: number, noun: string): string {
  return `${number.toLocaleString()} ${noun}${number === 1 ? '' : 's'}`;
}
