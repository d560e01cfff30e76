// The page around the editor: its title, the column for ads, and the welcome.

export const PAGE_TITLE = {
  page: 'Diptych',
  between: ' · ',
  unsaved: '● ',
  conflict: '⚠ ',
  sealed: 'Sealed · ',
} as const;

/** The column for ads. */
export const PROMO = {
  label: 'Subscription',
  title: 'No ads, private documents',
  text: 'A subscription removes this and keeps your cloud documents private.',
  action: 'See the plans',
  ads: 'Advertisement',
  analytics: 'Visit counter',
} as const;

export const WELCOME = {
  text: 'This is a sample. Drop a file on a panel, paste JSON, or choose “Open”.',
  keys: 'F1 lists every command.',
  close: 'Close the hint',
} as const;
