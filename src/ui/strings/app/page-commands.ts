// Texts of the commands that have a button of their own. They are separate from the palette's, which load with it.

/** The button of the command palette. */
export const PALETTE = {
  title: 'Command palette',
  placeholder: 'Search or run a command',
  key: 'Ctrl+Shift+P',
} as const;

/** Commands between the panels. */
export const BETWEEN = {
  copy: { right: 'Copy left to right', left: 'Copy right to left' },
  swap: 'Swap the panels',
} as const;
