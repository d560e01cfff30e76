// Texts of a panel: its bars, its empty and failed states, its status line.

import type { Origin } from '../../model/origin.ts';
import type { Mode, Side } from '../../model/side.ts';

/** Labels of the panels, which are regions of the page. @see requirements PAN-11 */
export const PANELS: Readonly<Record<Side, string>> = { left: 'Left', right: 'Right' };

export function dropHere(side: Side): string {
  return `Drop to open in the ${PANELS[side].toLowerCase()} panel`;
}

/**
 * Labels of the chip beside the name. The sample needs none, because its name says it; for an address, the hint is the address.
 */
export const ORIGINS: Readonly<Record<Exclude<Origin['kind'], 'sample'>, { label: string; hint: string }>> = {
  none: { label: 'Scratch', hint: 'Not kept anywhere yet' },
  local: { label: 'Local', hint: 'Kept in this browser, saved by itself' },
  cloud: { label: 'Cloud', hint: 'Kept in the cloud, saved by itself' },
  disk: { label: 'Disk', hint: 'A file on this computer' },
  url: { label: 'Url', hint: '' },
  json: { label: 'Inline', hint: 'In the address of this page' },
};

/** The last group of the menu "Open". */
export const RECENT = 'Recent';

/** After the chip of a public document in the cloud. */
export const PUBLIC = ' · public';

/** Hints of the chip for a document in the cloud whose access is known. */
export const OPENNESS = {
  public: 'Kept in the cloud, saved by itself. Public: whoever has the link can read it',
  private: 'Kept in the cloud, saved by itself. Private: only people with a role can open it',
} as const;

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
  downloaded: (time: string): string => `Downloaded ${time}`,
  open: 'Open',
  save: 'Save',
  saveHint: 'Save (Ctrl+S)',
  download: 'Download',
  downloadHint: 'Download the file (Ctrl+S). This browser cannot write to it',
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
  openFile: 'Open file',
  recent: 'Recent',
  paste: 'Paste',
  startEmpty: 'Start empty',
} as const;

/** The error strip above the content. */
export const STRIP = { go: 'Go to' } as const;

export const STATUS = {
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
  unprotected: 'Not protected',
  unprotectedHint: 'This browser refuses to keep unsaved work: it is lost if this tab ends. Save the document',
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
