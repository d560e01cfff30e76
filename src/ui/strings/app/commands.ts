// Texts of the command palette, and of the commands that are in no menu.

export const PALETTE = {
  title: 'Command palette',
  placeholder: 'Search or run a command',
  key: 'Ctrl+Shift+P',
  field: 'Command',
  none: 'No command is called like that.',
  list: (side: 'left' | 'right'): string => `Commands for the ${side} panel and the page`,
  count: (count: number): string => (count === 1 ? 'One command' : `${count} commands`),
} as const;

/** The groups of commands. */
export const GROUPS = {
  left: 'Left panel',
  right: 'Right panel',
  page: 'Page',
  settings: 'Settings',
} as const;

/** Commands of the panel that had the focus last. */
export const PANEL_COMMANDS = {
  modes: { text: 'Show as text', tree: 'Show as tree', table: 'Show as table' },
  goTo: 'Go to…',
  find: 'Find',
  replace: 'Find and replace',
  undo: 'Undo',
  redo: 'Redo',
  repair: 'Auto repair',
} as const;

/** Commands of the page. */
export const PAGE_COMMANDS = {
  copy: { right: 'Copy left to right', left: 'Copy right to left' },
  swap: 'Swap the panels',
  focus: { left: 'Go to the left panel', right: 'Go to the right panel' },
  goToSection: (title: string): string => `Go to ${title.toLowerCase()}`,
} as const;
