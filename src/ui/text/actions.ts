// Monaco's actions that the view adds, each with its keys: formatting as VS Code has it, which here means the
// document and not the window. Monaco's own formatter is not loaded.

import { monaco, type CodeEditor } from './editor.ts';

export type LayoutCommand = 'format' | 'compact';
/** `auto`: what is selected, or else all. */
export type LayoutScope = 'auto' | 'document' | 'selection';

/** What the actions do. */
export interface ViewActions {
  format(command: LayoutCommand, scope: LayoutScope): void;
}

interface Action {
  readonly id: string;
  readonly label: string;
  readonly keys: readonly number[];
  readonly act: (actions: ViewActions) => void;
}

const { CtrlCmd, Shift } = monaco.KeyMod;
const { KeyF, KeyI, KeyK } = monaco.KeyCode;

/** Shift+Alt+F formats too: `keys.ts` answers it, so that it waits for the caret as other keys do. */
const ACTIONS: readonly Action[] = [
  {
    id: 'editor.action.formatDocument',
    label: 'Format document',
    keys: [],
    act: (actions) => actions.format('format', 'document'),
  },
  {
    id: 'editor.action.formatSelection',
    label: 'Format selection',
    keys: [monaco.KeyMod.chord(CtrlCmd | KeyK, CtrlCmd | KeyF)],
    act: (actions) => actions.format('format', 'selection'),
  },
  {
    id: 'diptych.format',
    label: 'Format',
    keys: [CtrlCmd | KeyI],
    act: (actions) => actions.format('format', 'auto'),
  },
  {
    id: 'diptych.compact',
    label: 'Compact',
    keys: [CtrlCmd | Shift | KeyI],
    act: (actions) => actions.format('compact', 'auto'),
  },
];

/** Gives an editor its actions. Answers how to take them away. */
export function addActions(editor: CodeEditor, actions: ViewActions): () => void {
  const added = ACTIONS.map(({ id, label, keys, act }) =>
    editor.addAction({ id, label, keybindings: [...keys], run: () => act(actions) }),
  );
  return () => {
    for (const one of added) one.dispose();
  };
}
