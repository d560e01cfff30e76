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
import type { TreeCommand } from '../../model/commands.ts';
import { treeKeys } from './tree-keys.ts';
import { pressOf } from '../../field/field-keys.ts';
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
  readonly typed: string | null;
}

/** Offset of a menu opened by key from the left edge of its row, in pixels. */
const MENU_INDENT_PX = 40;

/** Binds a tree's input to its commands. */
export function useTreeInput({ model, commands, finding, gridId, readOnly, frame, host }: TreeInputProps): TreeInput {
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const [asking, setAsking] = useState<OpenDialog | null>(null);
  const { input } = model.editing;
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

  const act = ({ meaning, typed }: Press): Promise<unknown> | undefined => {
    // On a scalar, the asterisk is typed like any other character.
    if (meaning !== null && !(meaning.command === 'expandSiblings' && !isOnContainer(model)))
      return commands.carryOut(meaning.command, meaning.extend);
    return typed === null ? undefined : commands.type(typed);
  };

  const key = (event: KeyboardEvent): void => {
    if (isField(event.target)) return;
    const meaning = treeKeys.of(event);
    if (meaning !== null) pasting.current = meaning.command === 'pasteText' ? 'text' : 'auto';
    if (isOfPage(event) && input.isWaiting) return;
    if (!input.isWaiting && finding.key(event.nativeEvent)) return event.preventDefault();
    const press: Press = { meaning, typed: typedBy(event) };
    const { isComposing } = event.nativeEvent;
    // Where nothing can be typed, it asks the page for its shortcuts.
    if (press.typed === '?' && !input.isWaiting && (readOnly || isOnContainer(model))) return;
    if (meaning?.native === true) return;
    // Without a meaning here, but perhaps in the field that is being opened.
    if (meaning === null && (press.typed === null || isComposing) && !input.isWaiting) return;
    event.preventDefault();
    if (isComposing && input.isWaiting) return;
    input.enqueue({ forField: { type: 'key', press: pressOf(event) }, needs: 'nothing', act: () => act(press) });
  };

  const clipboard = (event: ClipboardEvent): void => {
    if (isField(event.target)) return;
    event.preventDefault();
    if (event.type !== 'paste') {
      const command = event.type === 'cut' ? 'cut' : 'copy';
      input.enqueue({ forField: null, needs: 'nothing', act: () => commands.carryOut(command) });
      return;
    }
    const text = event.clipboardData.getData('text/plain');
    const html = event.clipboardData.getData('text/html');
    const as = pasting.current;
    const paste = (): undefined => {
      if (!readOnly) model.run(commands.clipboard.paste({ text, html }, as));
    };
    input.enqueue({ forField: { type: 'text', text }, needs: 'nothing', act: paste });
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
