// Commands of Monaco's that mean the document where they would mean the window. `registerCommand` replaces
// a built-in one for the whole page, so it is done once, and each call goes to the editor that has the focus.

import { monaco, type CodeEditor } from '../editor.ts';

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

/** What the browser does where no editor has the focus, in the search box for one. */
type OfBrowser = 'undo' | 'redo' | 'selectAll';

/**
 * Replaces a command of Monaco's for the whole page. `act` gets the editor that has the focus; where it answers
 * false, Monaco's own goes on.
 */
export function replaceCommand(id: string, act: (editor: object) => boolean, otherwise?: OfBrowser): void {
  let triggered = false;
  monaco.editor.registerCommand(id, () => {
    // An editor that has no command of this name asks the registry, and that is here.
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
    // An editor's action goes round the registry, to the built-in command.
    const action = focused.getAction(id);
    if (action) void action.run();
    else {
      triggered = true;
      focused.trigger('keyboard', id, null);
      triggered = false;
    }
  });
}

/** What Monaco's own commands do in an editor that shows no document, as that of a query. */
const OF_EDITOR: Readonly<Record<OfBrowser, (editor: monaco.editor.ICodeEditor) => void>> = {
  undo: (editor) => void undoable(editor)?.undo(),
  redo: (editor) => void undoable(editor)?.redo(),
  selectAll: (editor) => {
    const model = editor.getModel();
    if (model) editor.setSelection(model.getFullModelRange());
  },
};

/** A model undoes by itself; its types leave that out. */
function undoable(editor: monaco.editor.ICodeEditor): { undo(): unknown; redo(): unknown } | null {
  return editor.getModel();
}

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

function run(id: string, act: (view: ViewCommands) => void, otherwise?: OfBrowser): void {
  const answer = (editor: object): boolean => {
    const view = VIEWS.get(editor);
    if (view !== undefined) act(view);
    return view !== undefined;
  };
  replaceCommand(id, answer, otherwise);
}
