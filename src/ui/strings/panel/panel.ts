// Texts of a panel: its bars, its empty and failed states, its status line.

import type { DocumentSource } from '../../model/document-key.ts';
import type { Mode, Side } from '../../model/side.ts';

/** Labels of the panels, which are regions of the page. @see requirements PAN-11 */
export const PANELS: Readonly<Record<Side, string>> = { left: 'Left', right: 'Right' };

export function dropHere(side: Side): string {
  return `Drop to open in the ${PANELS[side].toLowerCase()} panel`;
}

/** Where the documents of the list of recent ones are. */
export const ORIGINS: Readonly<Record<DocumentSource, string>> = {
  local: 'Local',
  cloud: 'Cloud',
  url: 'Url',
  json: 'Inline',
};

/** The last group of the menu "Open". */
export const RECENT = 'Recent';

export const TITLE = {
  none: 'No document',
  rename: 'Rename',
  name: 'Name of the document',
  unsaved: 'Unsaved changes',
  conflict: 'Conflict',
  saving: 'Saving…',
  draft: 'Draft kept',
  draftHint: 'Not saved yet. If this tab ends, the next start offers to recover it',
  saved: (time: string): string => `Saved ${time}`,
  unprotected: 'Not protected',
  unprotectedHint: 'This browser refuses to keep unsaved work: it is lost if this tab ends. Save the document',
  downloaded: (time: string): string => `Downloaded ${time}`,
  open: 'Open',
  save: 'Save',
  place: 'Where the document lives',
  share: 'Share',
  more: 'More',
} as const;

export const TOOLS = {
  bar: 'Tools',
  mode: 'Mode',
  modes: { text: 'text', tree: 'tree', table: 'table' } satisfies Record<Mode, string>,
  undo: 'Undo',
  undoHint: (step: string | null): string => (step ? `Undo ${step} (Ctrl+Z)` : 'Undo (Ctrl+Z)'),
  redo: 'Redo',
  redoHint: (step: string | null): string => (step ? `Redo ${step} (Ctrl+Y)` : 'Redo (Ctrl+Y)'),
  find: 'Find',
  findHint: 'Find (Ctrl+F)',
} as const;

export const CONTENT = {
  loading: 'loading...',
  asText: 'Show as text',
  asTree: 'Show as tree',
  staleTable: 'The text is not valid: this is its last valid state, read-only.',
  tableOf: (name: string): string => `Table of ${name}`,
  rowsOf: (name: string): string => `Rows of ${name}`,
  openTable: 'Open as a table',
  treeOf: (name: string): string => `${name}, as a tree`,
  empty: 'The document is empty.',
  noTree: 'The text is not valid JSON, so there is no tree to show.',
  stale: 'The text is invalid: this is the last valid state, read-only.',
} as const;

/** A panel without a document. */
export const BLANK = {
  title: 'Drop a JSON file here',
  text: 'Any size; it stays on your computer.',
  retry: 'Try again',
  openFile: 'Open file…',
  recent: 'Open…',
  paste: 'Paste',
  startEmpty: 'Start empty',
} as const;

/** The error strip above the content. */
export const STRIP = { go: 'Go to' } as const;

export const STATUS = {
  label: 'Status line',
  goTo: 'Go to… (Ctrl+G)',
  place: (line: string, column: string): string => `Ln ${line}, Col ${column}`,
  selected: (count: string): string => ` (${count} selected)`,
  valid: 'Valid',
  empty: 'Empty',
  loading: 'Loading…',
  checking: 'Checking…',
  invalid: 'Invalid',
  where: (line: string, column: string): string => `: line ${line}, column ${column}`,
  tabKey: {
    indents: (toggle: string): string => `Tab indents. To leave the text: F6, or ${toggle} and then Tab`,
    leaves: (toggle: string): string => `Tab leaves the text. ${toggle} makes it indent`,
  },
} as const;

/** The offer to format a document that has very long lines. */
export const ONE_LINE = {
  one: 'The whole document is one line.',
  long: 'The document has very long lines.',
  format: 'Format',
  dismiss: 'Dismiss',
} as const;

export const PROGRESS = {
  of: (done: string, total: string): string => `: ${done} of ${total}`,
} as const;

/** The dialog about a document that was saved elsewhere. */
export const CONFLICT = {
  title: 'Saved elsewhere',
  kept: 'Your changes are still here, and nothing was written over.',
  compare: 'Compare',
  overwrite: 'Overwrite with mine',
  copy: 'Save mine as a copy',
} as const;
