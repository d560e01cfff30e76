// Monaco's commands that must act on the document instead of the window. `registerCommand` replaces a built-in command for the
// whole page. So each is replaced once, and each call is passed to the focused editor.

import { monaco, type CodeEditor } from '../editor/editor.ts';

/** What a view does in place of Monaco. */
export interface ViewCommands {
  undo(): void;
  redo(): void;
  selectAll(): void;
  /** Goes to the start or the end of the document. With `select`, extends the selection. */
  goToEnd(end: 'first' | 'last', select: boolean): void;
  find(command: FindCommand): void;
}

/** Our find commands, with the ids of Monaco's commands that they replace. Monaco's keys stay as they are. */
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

/** A command of the find bar or of the occurrences. */
export type FindCommand = keyof typeof FIND_COMMANDS;

const VIEWS = new WeakMap<object, ViewCommands>();
let registered = false;

/** A command that the browser runs if no editor has the focus, such as in the search field. */
type OfBrowser = 'undo' | 'redo' | 'selectAll';

/**
 * Replaces one of Monaco's commands for the whole page. `act` receives the focused editor. If it returns false, Monaco's own
 * command runs.
 */
export function replaceCommand(id: string, act: (editor: object) => boolean, otherwise?: OfBrowser): void {
  let triggered = false;
  monaco.editor.registerCommand(id, () => {
    // An editor without a command of this name looks it up in the registry, which leads back here.
    if (triggered) return;
    const focused = monaco.editor.getEditors().find((editor) => editor.hasTextFocus());
    if (focused === undefined) {
      if (otherwise !== undefined) document.execCommand(otherwise);
      return;
    }
    if (act(focused)) return;
    if (otherwise !== undefined) {
      OF_EDITOR[otherwise](focused);
      return;
    }
    // An editor's action bypasses the registry and runs the built-in command.
    const action = focused.getAction(id);
    if (action) void action.run();
    else {
      triggered = true;
      focused.trigger('keyboard', id, null);
      triggered = false;
    }
  });
}

/** What Monaco's own commands do, for an editor that shows no document, such as that of a query. */
const OF_EDITOR: Readonly<Record<OfBrowser, (editor: monaco.editor.ICodeEditor) => void>> = {
  undo: (editor) => void undoable(editor)?.undo(),
  redo: (editor) => void undoable(editor)?.redo(),
  selectAll: (editor) => {
    const model = editor.getModel();
    if (model) editor.setSelection(model.getFullModelRange());
  },
};

/** Models have undo and redo, but their types omit it. */
function undoable(editor: monaco.editor.ICodeEditor): { undo(): unknown; redo(): unknown } | null {
  return editor.getModel();
}

/** Handles an editor's commands with `commands`, for the life of the editor. */
export function installCommands(editor: CodeEditor, commands: ViewCommands): void {
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

function run(id: string, act: (view: ViewCommands) => void, otherwise?: OfBrowser): void {
  const answer = (editor: object): boolean => {
    const view = VIEWS.get(editor);
    if (view !== undefined) act(view);
    return view !== undefined;
  };
  replaceCommand(id, answer, otherwise);
}
