// The entries of a panel's menus, which the command palette lists too.

export const OPEN_MENU = {
  open: 'Open…',
  file: 'Open file…',
  paste: 'Paste from clipboard',
  url: 'From a web address…',
  create: 'New document',
} as const;

export const SAVE_MENU = {
  save: 'Save',
  download: 'Download a copy',
  toCloud: 'Save to cloud',
  toDisk: 'Save to disk',
  toUrl: 'Save to a web address…',
  toUrlHint: 'POST',
  copy: 'Save a copy',
  copyHint: 'in this browser',
  share: 'Share…',
} as const;

export const DOCUMENT_MENU = {
  goTo: 'Go to…',
  showOnly: 'Show only…',
  schema: 'Schema…',
  infer: 'Infer a schema',
  inferRanges: 'Infer a schema with value ranges',
  csv: 'Export as CSV…',
  leaks: 'Check for secrets…',
  receipt: 'Show receipt…',
  steps: 'Steps…',
  access: 'Access…',
  follow: 'Follow the file',
  revert: 'Revert to what was opened',
  close: 'Close',
  delete: 'Delete',
  rename: 'Rename…',
} as const;

/** The submenus of *More*. */
export const MORE_MENU = {
  saveAs: 'Save as',
  checks: 'Schema and checks',
  document: 'Document',
  formatAndFold: 'Format and fold',
  formatAndExpand: 'Format and expand',
} as const;

export const FORMAT_MENU = {
  title: 'Format',
  format: 'Format',
  smart: 'Smart format',
  smartHint: 'short values on one line',
  compact: 'Compact',
  sort: 'Sort keys',
  sortHint: 'a to z',
  sortDescending: 'Sort keys, descending',
  sortDescendingHint: 'z to a',
  sortSelectionDescending: 'Sort keys of selection, descending',
  sortSelection: 'Sort keys of selection',
  escape: 'Escape',
  escapeHint: 'JSON as a string',
  unescape: 'Unescape',
  unescapeHint: 'the JSON in a string',
  /** The same for the selection. */
  selection: (label: string): string => `${label} selection`,
} as const;

export const FOLD_MENU = {
  title: 'Fold',
  all: 'Fold all',
  level: (level: number): string => `Fold level ${level}`,
  none: 'Unfold all',
} as const;

export const EXPAND_MENU = {
  title: 'Expand',
  all: 'Expand all',
  none: 'Collapse all',
  level: (level: number): string => `Expand to level ${level}`,
} as const;
