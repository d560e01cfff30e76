// Keys, the clipboard's events and the menu of one tree: from what the browser sends to commands.

import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { isContainer } from '../../shared/rows.ts';
import type { MenuPlace } from '../widgets/menu.tsx';
import type { TreeCommands, TreeHost } from './commands.ts';
import type { TreeFinding } from './found/finding.ts';
import { meaningOf, isOfPage, typedBy } from './keys.ts';
import type { TreeModel } from './model.ts';
import { rowId } from './row.tsx';
import { askItems, type ItemsQuestion } from './items.ts';

export interface TreeInputProps {
  readonly model: TreeModel;
  readonly commands: TreeCommands;
  readonly finding: TreeFinding;
  readonly gridId: string;
  readonly readOnly: boolean;
  readonly frame: RefObject<HTMLElement | null>;
  readonly host: Pick<TreeHost, 'onUndo' | 'onRedo' | 'onSave' | 'onCopyText' | 'onGoTo' | 'onTransform'>;
}

/** A question about items, and what it is for. */
export interface Asking {
  readonly items: ItemsQuestion;
  readonly to: 'sort' | 'filter';
}

/** What the view binds, and what is open over it. */
export interface TreeInput {
  key(event: KeyboardEvent): void;
  clipboard(event: ClipboardEvent): void;
  /** Opens the menu at a point of the page's window. */
  readonly onMenu: (at: { readonly x: number; readonly y: number }) => void;
  readonly menu: MenuPlace | null;
  /** Whose items are to be sorted or filtered. */
  readonly asking: Asking | null;
  closeMenu(): void;
  closeAsking(): void;
}

/** The menu opens so far right of its row's start, in pixels. */
const MENU_INDENT_PX = 40;

/** Binds a tree's input to its commands. */
export function useTreeInput({ model, commands, finding, gridId, readOnly, frame, host }: TreeInputProps): TreeInput {
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  /** What the paste event that follows a key is for. */
  const pasting = useRef<'auto' | 'text'>('auto');

  const onMenu = useCallback(
    ({ x, y }: { readonly x: number; readonly y: number }): void => {
      if (frame.current !== null) setMenu({ x, y, within: frame.current.closest('section') ?? frame.current });
    },
    [frame],
  );
  useLayoutEffect(() => {
    const ask = async (to: Asking['to']): Promise<void> => {
      const items = await askItems(model);
      setAsking(items === null ? null : { items, to });
    };
    commands.follow(
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

  const key = (event: KeyboardEvent): void => {
    if (isField(event.target)) return;
    if (model.editing.isComing) {
      if (isOfPage(event)) return;
      event.preventDefault();
      model.editing.pressAhead(event.key, typedBy(event));
      return;
    }
    if (finding.key(event.nativeEvent)) return event.preventDefault();
    const meaning = meaningOf(event);
    // On a value that holds no others the asterisk is a character as any other.
    if (meaning !== null && !(meaning.command === 'expandSiblings' && !isOnContainer(model))) {
      pasting.current = meaning.command === 'pasteText' ? 'text' : 'auto';
      if (meaning.native) return;
      event.preventDefault();
      commands.run(meaning);
      return;
    }
    const typed = typedBy(event);
    if (typed === null || event.nativeEvent.isComposing) return;
    event.preventDefault();
    model.run(commands.type(typed));
  };

  const clipboard = (event: ClipboardEvent): void => {
    if (isField(event.target)) return;
    event.preventDefault();
    if (event.type !== 'paste') commands.run({ command: event.type === 'cut' ? 'cut' : 'copy', extend: false });
    else if (!readOnly) {
      const text = event.clipboardData.getData('text/plain');
      model.run(commands.clipboard.paste(text, pasting.current));
    }
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

/** Whether keys and the clipboard belong to something inside the tree that is typed into. */
function isField(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('textarea, input:not([type=checkbox])') !== null;
}

function isOnContainer({ cache, focus }: TreeModel): boolean {
  const kind = cache.get(focus)?.row.kind;
  return kind !== undefined && isContainer(kind);
}
