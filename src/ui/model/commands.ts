// The commands of the find bar, the tree and the table, and their keys: one list for key presses and menus.

/** The command of a key in the find bar. */
export type BarCommand =
  | 'close'
  | 'find'
  | 'replace'
  | 'next'
  | 'previous'
  | 'replaceOne'
  | 'replaceAll'
  | 'selectAll'
  | 'matchCase'
  | 'wholeWord'
  | 'regex'
  | 'preserveCase'
  | 'inKeys'
  | 'inValues'
  | 'list'
  | 'within'
  | 'only';

/** The keys of each command, in the notation of menus. */
export const TREE_KEYS = {
  up: ['Up'],
  down: ['Down'],
  pageUp: ['PageUp'],
  pageDown: ['PageDown'],
  first: ['Home', 'Ctrl+Home'],
  last: ['End', 'Ctrl+End'],
  open: ['Right'],
  close: ['Left'],
  toggle: ['Space'],
  expandInside: ['Alt+Right'],
  collapseInside: ['Alt+Left'],
  expandSiblings: ['*'],
  selectAll: ['Ctrl+A'],
  selectToggle: ['Ctrl+Space'],
  selectLess: ['Escape'],
  edit: ['Enter', 'F2'],
  show: ['Alt+Enter'],
  rename: ['Shift+Enter', 'Shift+F2'],
  insertAfter: ['Insert', 'Ctrl+Enter'],
  insertBefore: ['Shift+Insert', 'Ctrl+Shift+Enter'],
  insertInside: ['Ctrl+Insert', 'Ctrl+Alt+Enter'],
  // Moves the insertion point to the next place below or above, or into a container.
  pointDown: ['Ctrl+Down'],
  pointUp: ['Ctrl+Up'],
  pointInside: ['Ctrl+Right'],
  duplicate: ['Ctrl+D'],
  remove: ['Delete', 'Backspace'],
  moveUp: ['Alt+Up'],
  moveDown: ['Alt+Down'],
  sort: ['Alt+S'],
  filter: ['Alt+F'],
  transform: ['Alt+T'],
  extract: ['Alt+E'],
  wrapObject: ['Alt+O'],
  wrapArray: ['Alt+A'],
  unwrap: ['Alt+U'],
  convertObject: ['Alt+Shift+O'],
  convertArray: ['Alt+Shift+A'],
  convertText: ['Alt+Shift+T'],
  convertJson: ['Alt+Shift+J'],
  unpackAll: ['Alt+Shift+U'],
  packAgain: ['Alt+Shift+K'],
  // These are handled by the browser's clipboard events, which carry the content.
  cut: ['Ctrl+X'],
  copy: ['Ctrl+C'],
  paste: ['Ctrl+V'],
  pasteText: ['Ctrl+Shift+V'],
  pasteInside: ['Alt+V'],
  replaceByPasted: ['Alt+Shift+V'],
  copyPath: ['Ctrl+Shift+C'],
  copyPointer: ['Alt+Shift+P'],
  copyJavaScript: ['Alt+Shift+C'],
  copyJq: ['Alt+Shift+Q'],
  goTo: ['Ctrl+G'],
  menu: ['Shift+F10', 'ContextMenu'],
  undo: ['Ctrl+Z'],
  redo: ['Ctrl+Y', 'Ctrl+Shift+Z'],
  save: ['Ctrl+S'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A command on the selected rows. */
export type TreeCommand = keyof typeof TREE_KEYS;

/** The keys of each command, in the notation of menus. */
export const TABLE_KEYS = {
  up: ['Up'],
  down: ['Down'],
  left: ['Left'],
  right: ['Right'],
  edgeUp: ['Ctrl+Up'],
  edgeDown: ['Ctrl+Down'],
  edgeLeft: ['Ctrl+Left'],
  edgeRight: ['Ctrl+Right'],
  pageUp: ['PageUp'],
  pageDown: ['PageDown'],
  rowStart: ['Home'],
  rowEnd: ['End'],
  first: ['Ctrl+Home'],
  last: ['Ctrl+End'],
  selectAll: ['Ctrl+A'],
  selectColumn: ['Ctrl+Space'],
  selectRow: ['Shift+Space'],
  selectLess: ['Escape'],
  edit: ['Enter', 'F2'],
  toggle: ['Space'],
  openTable: ['Alt+Enter'],
  empty: ['Delete', 'Backspace'],
  removeValue: ['Ctrl+Delete'],
  insertBelow: ['Insert', 'Ctrl+Alt+Enter'],
  fillRange: ['Ctrl+Enter'],
  fillDown: ['Ctrl+D'],
  fillRight: ['Ctrl+R'],
  insertAbove: ['Shift+Insert', 'Ctrl+Shift+Enter'],
  duplicateRows: ['Alt+Shift+Down'],
  removeRows: ['Ctrl+Shift+Delete'],
  moveRowsUp: ['Alt+Up'],
  moveRowsDown: ['Alt+Down'],
  moveColumnLeft: ['Ctrl+Alt+Shift+Left'],
  moveColumnRight: ['Ctrl+Alt+Shift+Right'],
  sortAscending: ['Alt+S'],
  sortDescending: ['Alt+Shift+S'],
  filter: ['Alt+F'],
  values: ['Alt+V'],
  figures: ['Alt+I'],
  // These are handled by the browser's clipboard events, which carry the content.
  cut: ['Ctrl+X'],
  copy: ['Ctrl+C'],
  paste: ['Ctrl+V'],
  copyPath: ['Ctrl+Shift+C'],
  goTo: ['Ctrl+G'],
  menu: ['Shift+F10', 'ContextMenu'],
  undo: ['Ctrl+Z'],
  redo: ['Ctrl+Y', 'Ctrl+Shift+Z'],
  save: ['Ctrl+S'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type TableCommand = keyof typeof TABLE_KEYS;
