// Actions that the view adds to Monaco, with the keys that VS Code gives them. They act on the document rather than the window.
// Monaco's own formatter and its dialog to go to a line are not loaded.

import { IS_MAC } from '../../model/platform-keys.ts';
import { COPY_AS } from '../../strings/editors/forms.ts';
import { TEXT_ACTIONS } from '../../strings/editors/text.ts';
import { monaco, type CodeEditor } from '../editor/editor.ts';

export type LayoutCommand = 'format' | 'compact';
/** `auto` is the selection, or the document if nothing is selected. */
export type LayoutScope = 'auto' | 'document' | 'selection';

/** What the actions call. */
export interface ViewActions {
  format(command: LayoutCommand, scope: LayoutScope): void;
  /** Opens the dialog that copies in other forms. */
  copyAs(): void;
  /** Opens the dialog to go to a place. */
  goTo(): void;
  /** Runs a line command, by Monaco's id, on the selected lines or on all lines. */
  runOnLines(id: string): void;
  /** Toggles the wrapping of lines. */
  toggleWrap(): void;
  /** Toggles writing the text into the page for screen readers. */
  toggleScreenReader(): void;
}

interface Action {
  readonly id: string;
  readonly label: string;
  readonly keys: readonly number[];
  /** Where the action is in the context menu, if at all. */
  readonly menu?: { readonly contextMenuGroupId: string; readonly contextMenuOrder: number };
  readonly act: (actions: ViewActions) => void;
}

const { Alt, CtrlCmd, Shift, WinCtrl } = monaco.KeyMod;
const { F1, KeyF, KeyG, KeyI, KeyK, KeyZ } = monaco.KeyCode;
/** On a Mac, Cmd+G goes to the next search hit. */
const GO_TO = IS_MAC ? WinCtrl | KeyG : CtrlCmd | KeyG;

/** Shift+Alt+F formats too, but is handled by `waiting-keys.ts`, so that it waits for the caret as other keys do. */
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
    id: 'diptych.copyAs',
    label: COPY_AS.more,
    keys: [],
    menu: { contextMenuGroupId: '9_cutcopypaste', contextMenuOrder: 3 },
    act: (actions) => actions.copyAs(),
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
  onLines('sortLinesAscending', TEXT_ACTIONS.sortAscending, 2),
  onLines('sortLinesDescending', TEXT_ACTIONS.sortDescending, 2.1),
  onLines('reverseLines', TEXT_ACTIONS.reverse, 2.2),
  onLines('removeDuplicateLines', TEXT_ACTIONS.unique, 2.3),
  onLines('joinLines', TEXT_ACTIONS.join, 2.4),
  onLines('reindentselectedlines', TEXT_ACTIONS.reindent, 2.5),
  {
    id: 'editor.action.toggleWordWrap',
    label: TEXT_ACTIONS.wrap,
    keys: [Alt | KeyZ],
    act: (actions) => actions.toggleWrap(),
  },
  {
    id: 'editor.action.toggleScreenReaderAccessibilityMode',
    label: TEXT_ACTIONS.screenReader,
    keys: [Shift | Alt | F1],
    act: (actions) => actions.toggleScreenReader(),
  },
];

/** An action in the context menu that runs a line command. */
function onLines(name: string, label: string, contextMenuOrder: number): Action {
  return {
    id: `diptych.${name}`,
    label,
    keys: [],
    menu: { contextMenuGroupId: '1_modification', contextMenuOrder },
    act: (actions) => actions.runOnLines(`editor.action.${name}`),
  };
}

/** Adds the actions to an editor. Returns a function that removes them. */
export function addActions(editor: CodeEditor, actions: ViewActions): () => void {
  const added = ACTIONS.map(({ id, label, keys, menu, act }) =>
    editor.addAction({ id, label, keybindings: [...keys], ...menu, run: () => act(actions) }),
  );
  return () => {
    for (const one of added) one.dispose();
  };
}
