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

/** Announcements of undo and redo. */
export const STEPS_DONE = {
  undo: (step: string | null): string => (step ? `Undone: ${step}.` : 'Undone.'),
  redo: (step: string | null): string => (step ? `Redone: ${step}.` : 'Redone.'),
  several: {
    undo: (count: number): string => `${count.toLocaleString()} steps undone.`,
    redo: (count: number): string => `${count.toLocaleString()} steps redone.`,
  },
} as const;

/** @see the specification, §5 */
export const SMART_FORMAT_TOO_LARGE =
  'The document is too large to be smart formatted. The maximum size is 100 MB. Please use the regular "Format JSON" instead.';
export const NOTHING_SELECTED = 'Nothing is selected. Select the values to format first.';
/** A notification that offers to undo a change. */
export const UNDO_OFFER = {
  undo: 'Undo',
  tooLate:
    'The document has been changed since, so that was not undone. Undo in the panel takes back one step after the other.',
} as const;

/** Reading a text in another encoding. */
export const READ_AS = {
  working: 'Reading as Windows-1252',
  done: 'The text is read as Windows-1252, and will be saved as UTF-8.',
} as const;
