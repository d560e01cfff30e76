// Maps the browser's key and clipboard events of one tree to commands, and holds the state of its menu and dialogs.

import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { isContainer } from '../../../shared/protocol/rows.ts';
import type { MenuPlace } from '../../widgets/menu/menu-model.ts';
import type { TreeCommands, TreeCallbacks } from './tree-commands.ts';
import type { TreeFindTarget } from '../found/find-view.ts';
import type { KeyCommand } from '../../model/key-commands.ts';
import type { TreeCommand } from '../../model/tree-command.ts';
import { treeKeys } from './tree-keys.ts';
import { isOfPage, typedBy } from '../../model/key-press.ts';
import type { TreeModel } from '../model/model.ts';
import { rowId } from '../rows/row.tsx';
import { askItems, type ItemsQuestion } from '../editing/selected-items.ts';

export interface TreeInputProps {
  readonly model: TreeModel;
  readonly commands: TreeCommands;
  readonly finding: TreeFindTarget;
  readonly gridId: string;
  readonly readOnly: boolean;
  readonly frame: RefObject<HTMLElement | null>;
  readonly host: Pick<
    TreeCallbacks,
    'onUndo' | 'onRedo' | 'onSave' | 'onCopyText' | 'onCopyAs' | 'onGoTo' | 'onTransform'
  >;
}

/** An open dialog, and the items that it works on. */
export interface OpenDialog {
  readonly items: ItemsQuestion;
  readonly to: 'sort' | 'filter';
}

/** The event handlers that the view binds, and the menu or dialog that is open. */
export interface TreeInput {
  key(event: KeyboardEvent): void;
  clipboard(event: ClipboardEvent): void;
  /** Opens the menu at a point in viewport coordinates. */
  readonly onMenu: (at: { readonly x: number; readonly y: number }) => void;
  readonly menu: MenuPlace | null;
  /** The open sort or filter dialog. */
  readonly asking: OpenDialog | null;
  closeMenu(): void;
  closeAsking(): void;
}

/** A key press, as a command or as typed text. */
interface Press {
  readonly meaning: KeyCommand<TreeCommand> | null;
  readonly key: string;
  readonly typed: string | null;
}

/** Offset of a menu opened by key from the left edge of its row, in pixels. */
const MENU_INDENT_PX = 40;

/** Binds a tree's input to its commands. */
export function useTreeInput({ model, commands, finding, gridId, readOnly, frame, host }: TreeInputProps): TreeInput {
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const [asking, setAsking] = useState<OpenDialog | null>(null);
  /** How the next paste event is handled, set by the key before it. */
  const pasting = useRef<'auto' | 'text'>('auto');

  const onMenu = useCallback(
    ({ x, y }: { readonly x: number; readonly y: number }): void => {
      if (frame.current !== null) setMenu({ x, y, within: frame.current.closest('section') ?? frame.current });
    },
    [frame],
  );
  useLayoutEffect(() => {
    const ask = async (to: OpenDialog['to']): Promise<void> => {
      const items = await askItems(model);
      setAsking(items === null ? null : { items, to });
    };
    commands.setCallbacks(
      {
        ...host,
        onSort: () => model.run(ask('sort')),
        onFilter: () => model.run(ask('filter')),
        onMenu: () => {
          const row = document.getElementById(rowId(gridId, model.focus))?.getBoundingClientRect();
          if (row !== undefined) onMenu({ x: row.left + MENU_INDENT_PX, y: row.bottom });
        },
      },
      readOnly,
    );
  });

  const act = ({ meaning, typed }: Press): void => {
    // On a scalar, the asterisk is typed like any other character.
    if (meaning !== null && !(meaning.command === 'expandSiblings' && !isOnContainer(model))) commands.run(meaning);
    else if (typed !== null) model.run(commands.type(typed));
  };
  /** Handles a press while a field is being opened, or holds it back until the field has closed. */
  const take = (press: Press): void => {
    const { editing } = model;
    if (editing.holdBackPress(() => take(press))) return;
    if (editing.isOpening) editing.pressAhead(press.key, press.typed);
    else act(press);
  };

  const key = (event: KeyboardEvent): void => {
    if (isField(event.target)) return;
    const meaning = treeKeys.of(event);
    if (meaning !== null) pasting.current = meaning.command === 'pasteText' ? 'text' : 'auto';
    const press = { meaning, key: event.key, typed: typedBy(event) };
    if (model.editing.isOpening) {
      if (isOfPage(event) || meaning?.native === true) return;
      event.preventDefault();
      return take(press);
    }
    if (finding.key(event.nativeEvent)) return event.preventDefault();
    if (meaning?.native === true || (meaning === null && (press.typed === null || event.nativeEvent.isComposing)))
      return;
    event.preventDefault();
    act(press);
  };

  const clipboard = (event: ClipboardEvent): void => {
    if (isField(event.target)) return;
    event.preventDefault();
    const { editing } = model;
    const text = event.type === 'paste' ? event.clipboardData.getData('text/plain') : null;
    const html = event.type === 'paste' ? event.clipboardData.getData('text/html') : '';
    const as = pasting.current;
    const takeOver = (): void => {
      if (editing.holdBackPress(takeOver)) return;
      if (editing.isOpening) return text === null ? undefined : editing.pressAhead(text, text);
      if (text === null) commands.run({ command: event.type === 'cut' ? 'cut' : 'copy', extend: false });
      else if (!readOnly) model.run(commands.clipboard.paste({ text, html }, as));
    };
    takeOver();
  };

  return {
    key,
    clipboard,
    onMenu,
    menu,
    asking,
    closeMenu: () => setMenu(null),
    closeAsking: () => setAsking(null),
  };
}

/** Whether keys and clipboard events belong to a text field inside the tree. */
function isField(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('textarea, input:not([type=checkbox])') !== null;
}

function isOnContainer({ cache, focus }: TreeModel): boolean {
  const kind = cache.get(focus)?.row.kind;
  return kind !== undefined && isContainer(kind);
}
