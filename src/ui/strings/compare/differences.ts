// Texts of the list of differences.

/** The list of differences. */
export const DIFFERENCES = {
  title: 'Differences',
  details: 'About this difference',
  off: 'The documents are not being compared.',
  none: 'The documents do not differ.',
  sameStructure: 'The documents have the same structure.',
  again: 'Compare again',
  kinds: { create: 'Added', update: 'Changed', delete: 'Removed', move: 'Moved' },
  signs: { create: '+', update: '~', delete: '−', move: '↷' },
  moved: (from: string, to: string): string => (from === to ? from : `${from} → ${to}`),
  left: 'Left',
  right: 'Right',
  missing: 'not there',
  take: { left: 'Take over to the left', right: 'Take over to the right' },
} as const;
