// Commands of Monaco's that mean the document where they would mean the window. `registerCommand` replaces
// a built-in one for the whole page, so it is done once, and each call goes to the view that has the focus.

import { monaco, type CodeEditor } from './editor.ts';

/** What a view does in place of Monaco. */
export interface ViewCommands {
  undo(): void;
  redo(): void;
  selectAll(): void;
  /** To the document's start or end, with the selection's end or without. */
  goToEnd(end: 'first' | 'last', select: boolean): void;
  find(command: FindCommand): void;
}

/** Commands of Monaco's about finding, by what they are here. Their keys stay those of Monaco. */
const FIND_COMMANDS = {
  find: ['actions.find', 'actions.findWithSelection', 'editor.actions.findWithArgs'],
  replace: ['editor.action.startFindReplaceAction'],
  next: ['editor.action.nextMatchFindAction'],
  previous: ['editor.action.previousMatchFindAction'],
  nextSelected: ['editor.action.nextSelectionMatchFindAction'],
  previousSelected: ['editor.action.previousSelectionMatchFindAction'],
  matchCase: ['toggleFindCaseSensitive'],
  wholeWord: ['toggleFindWholeWord'],
  regex: ['toggleFindRegex'],
  within: ['toggleFindInSelection'],
  preserveCase: ['togglePreserveCase'],
  addNext: ['editor.action.addSelectionToNextFindMatch'],
  addPrevious: ['editor.action.addSelectionToPreviousFindMatch'],
  moveNext: ['editor.action.moveSelectionToNextFindMatch'],
  movePrevious: ['editor.action.moveSelectionToPreviousFindMatch'],
  selectOccurrences: ['editor.action.selectHighlights', 'editor.action.changeAll'],
} as const;

/** What may be asked about finding. */
export type FindCommand = keyof typeof FIND_COMMANDS;

const VIEWS = new WeakMap<object, ViewCommands>();
let registered = false;

/** Has an editor's commands answered by `commands`, until the editor is gone. */
export function answerCommands(editor: CodeEditor, commands: ViewCommands): void {
  VIEWS.set(editor, commands);
  if (registered) return;
  registered = true;
  run('undo', (view) => view.undo(), 'undo');
  run('redo', (view) => view.redo(), 'redo');
  run('editor.action.selectAll', (view) => view.selectAll(), 'selectAll');
  run('cursorTop', (view) => view.goToEnd('first', false));
  run('cursorTopSelect', (view) => view.goToEnd('first', true));
  run('cursorBottom', (view) => view.goToEnd('last', false));
  run('cursorBottomSelect', (view) => view.goToEnd('last', true));
  for (const [command, ids] of Object.entries(FIND_COMMANDS)) {
    for (const id of ids) run(id, (view) => view.find(command as FindCommand));
  }
}

/** Replaces one command. Outside a text, in the search box for one, the browser's own takes its place. */
function run(id: string, act: (view: ViewCommands) => void, otherwise?: 'undo' | 'redo' | 'selectAll'): void {
  monaco.editor.registerCommand(id, () => {
    const focused = monaco.editor.getEditors().find((editor) => editor.hasTextFocus());
    const view = focused === undefined ? undefined : VIEWS.get(focused);
    if (focused !== undefined && view !== undefined) act(view);
    else if (otherwise !== undefined) document.execCommand(otherwise);
  });
}
