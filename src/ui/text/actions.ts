// Actions that the view adds to Monaco, each with its keys: as VS Code has them, but of the document and not of
// the window. Monaco's own formatter and its dialog to go to a line are not loaded.

import { TEXT_ACTIONS } from '../texts/text.ts';
import { monaco, type CodeEditor } from './editor.ts';

export type LayoutCommand = 'format' | 'compact';
/** `auto`: what is selected, or else all. */
export type LayoutScope = 'auto' | 'document' | 'selection';

/** What the actions do. */
export interface ViewActions {
  format(command: LayoutCommand, scope: LayoutScope): void;
  /** Asks where to go. */
  goTo(): void;
  /** Sorts the selected lines, or all of them. */
  sortLines(direction: 'Ascending' | 'Descending'): void;
  /** Wraps lines where they are not wrapped, and the other way round. */
  toggleWrap(): void;
}

interface Action {
  readonly id: string;
  readonly label: string;
  readonly keys: readonly number[];
  /** Where in the context menu, if there. */
  readonly menu?: { readonly contextMenuGroupId: string; readonly contextMenuOrder: number };
  readonly act: (actions: ViewActions) => void;
}

const { Alt, CtrlCmd, Shift, WinCtrl } = monaco.KeyMod;
const { KeyF, KeyG, KeyI, KeyK, KeyZ } = monaco.KeyCode;
/** On a Mac, Cmd+G goes to the next hit of a search. */
const GO_TO = /Mac/.test(navigator.userAgent) ? WinCtrl | KeyG : CtrlCmd | KeyG;

/** Shift+Alt+F formats too: `keys.ts` answers it, so that it waits for the caret as other keys do. */
const ACTIONS: readonly Action[] = [
  {
    id: 'editor.action.formatDocument',
    label: TEXT_ACTIONS.formatDocument,
    keys: [],
    act: (actions) => actions.format('format', 'document'),
  },
  {
    id: 'editor.action.formatSelection',
    label: TEXT_ACTIONS.formatSelection,
    keys: [monaco.KeyMod.chord(CtrlCmd | KeyK, CtrlCmd | KeyF)],
    act: (actions) => actions.format('format', 'selection'),
  },
  {
    id: 'diptych.format',
    label: TEXT_ACTIONS.format,
    keys: [CtrlCmd | KeyI],
    menu: { contextMenuGroupId: '1_modification', contextMenuOrder: 1 },
    act: (actions) => actions.format('format', 'auto'),
  },
  {
    id: 'diptych.compact',
    label: TEXT_ACTIONS.compact,
    keys: [CtrlCmd | Shift | KeyI],
    menu: { contextMenuGroupId: '1_modification', contextMenuOrder: 1.1 },
    act: (actions) => actions.format('compact', 'auto'),
  },
  {
    id: 'editor.action.gotoLine',
    label: TEXT_ACTIONS.goTo,
    keys: [GO_TO],
    menu: { contextMenuGroupId: 'navigation', contextMenuOrder: 1 },
    act: (actions) => actions.goTo(),
  },
  {
    id: 'diptych.sortLinesAscending',
    label: TEXT_ACTIONS.sortAscending,
    keys: [],
    menu: { contextMenuGroupId: '1_modification', contextMenuOrder: 2 },
    act: (actions) => actions.sortLines('Ascending'),
  },
  {
    id: 'diptych.sortLinesDescending',
    label: TEXT_ACTIONS.sortDescending,
    keys: [],
    menu: { contextMenuGroupId: '1_modification', contextMenuOrder: 2.1 },
    act: (actions) => actions.sortLines('Descending'),
  },
  {
    id: 'editor.action.toggleWordWrap',
    label: TEXT_ACTIONS.wrap,
    keys: [Alt | KeyZ],
    act: (actions) => actions.toggleWrap(),
  },
];

/** Gives an editor its actions. Answers how to take them away. */
export function addActions(editor: CodeEditor, actions: ViewActions): () => void {
  const added = ACTIONS.map(({ id, label, keys, menu, act }) =>
    editor.addAction({ id, label, keybindings: [...keys], ...menu, run: () => act(actions) }),
  );
  return () => {
    for (const one of added) one.dispose();
  };
}
