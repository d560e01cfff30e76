// Texts of the dock: the lists of a panel's document.

export const DOCK = {
  title: (panel: string): string => `Lists, ${panel.toLowerCase()} panel`,
  tabs: 'Lists of this document',
  close: 'Close',
  closeHint: 'Close (Shift+Escape)',
  whole: 'Use the whole panel',
  part: 'Show the document too',
  size: 'Size of the lists',
  /** Announced when the number of entries changes. */
  count: (label: string, count: number): string => `${label}: ${count.toLocaleString()}`,
} as const;
