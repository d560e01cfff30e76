// Texts of the command palette, and of the commands that are in no menu.

export const COMMANDS = {
  field: 'Command',
  none: 'No command is called like that.',
  list: (side: 'left' | 'right'): string => `Commands for the ${side} panel and the page`,
  goTo: (path: string): string => `Go to ${path}`,
  count: (count: number): string => (count === 1 ? 'One command' : `${count} commands`),
} as const;

/** Words of other programs for our commands. */
export const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['Format', 'beautify prettify pretty print indent'],
  ['Smart format', 'beautify prettify'],
  ['Format: Compact', 'minify uglify compress one line'],
  ['Sort keys', 'order alphabetical'],
  ['Escape', 'stringify'],
  ['Unescape', 'parse'],
  ['Show or hide the problems', 'validate lint check errors'],
  ['Schema…', 'validate json schema'],
  ['Infer a schema', 'generate json schema'],
  ['Compare the documents', 'diff'],
  ['Save to disk', 'download export'],
  ['Share…', 'link url send redacted copy'],
  ['Check for secrets…', 'redact redaction mask anonymise anonymize leaks passwords tokens personal'],
  ['Steps…', 'history undo list changes versions'],
  ['Revert to what was opened', 'history restore reset original'],
  ['Show receipt…', 'changes bytes proof fidelity'],
  ['Export as CSV…', 'encoding separator excel spreadsheet'],
  ['Follow the file', 'tail watch log'],
  ['Configure editor…', 'settings preferences options indentation'],
  ['Keyboard shortcuts', 'keys hotkeys bindings'],
  ['Font size…', 'zoom bigger smaller'],
  ['Show only the left panel', 'maximise maximize full screen single one'],
  ['Show only the right panel', 'maximise maximize full screen single one'],
  ['Show both panels', 'restore split side by side'],
  ['Open…', 'recent list documents'],
  ['Open file…', 'import upload load'],
  ['From a web address…', 'url fetch http'],
  ['Find and replace', 'search substitute'],
  ['Find', 'search'],
  ['Show as tree', 'view'],
  ['Show as table', 'grid spreadsheet statistics columns csv'],
  ['Show as text', 'code'],
  ['Print…', 'pdf'],
  ['Auto repair', 'fix'],
  ['Swap the panels', 'switch exchange'],
  ['Transform left to right', 'query filter jq jsonpath jmespath'],
]);

/** The groups of commands. */
export const GROUPS = {
  left: 'Left panel',
  right: 'Right panel',
  page: 'Page',
  settings: 'Settings',
  documents: 'Recent documents',
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
  csvOptions: 'CSV options…',
  csvOptionsAlso: 'encoding separator delimiter quote header',
} as const;

/** Commands of the page. */
export const PAGE_COMMANDS = {
  openRecent: (name: string, source: string): string => `Open ${name} (${source})`,
  focus: { left: 'Go to the left panel', right: 'Go to the right panel' },
  goToSection: (title: string): string => `Go to ${title.toLowerCase()}`,
} as const;
