// The title of the browser's tab.

export const PAGE_TITLE = {
  page: 'Diptych',
  between: ' · ',
  unsaved: '● ',
  conflict: '⚠ ',
  sealed: 'Sealed · ',
} as const;
