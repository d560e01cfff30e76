// A panel's menus as data, so that they show as menus of their own or folded into one.

import type { FoldRequest } from '../../shared/textview.ts';
import type { Panel } from '../store/app.ts';
import type { FormatCommand } from '../store/editing.ts';
import type { MenuEntry, MenuGroup } from '../widgets/menu.tsx';
import type { Openers } from './openers.ts';

export interface PanelMenus {
  readonly open: readonly MenuGroup[];
  /** Ways to save. */
  readonly save: MenuGroup;
  /** What else can be done with the document as a whole. */
  readonly document: MenuGroup;
  readonly format: MenuGroup;
  /** Sorting and escaping: below `format`. */
  readonly respell: MenuGroup;
  readonly expand: MenuGroup;
  readonly fold: MenuGroup;
}

const LEVELS = [1, 2, 3] as const;

/** What the menus depend on. */
export interface MenuState {
  /** Whether the document can be formatted. */
  readonly valid: boolean;
  readonly hasTree: boolean;
  readonly blank: boolean;
  /** The document is kept in this browser. */
  readonly isLocal: boolean;
  /** It can go back to what was opened. */
  readonly canRevert: boolean;
  /** Something is selected as text: formatting is for that. */
  readonly hasSelection: boolean;
}

/** The menus of a panel. */
export function panelMenus(
  { valid, hasTree, hasSelection, blank, isLocal, canRevert }: MenuState,
  actions: Panel['actions'],
  openers: Openers,
): PanelMenus {
  const unexpandable = !hasTree;
  const formatter = (command: FormatCommand, label: string, hint?: string, disabled = !valid): MenuEntry => ({
    label: hasSelection ? `${label} selection` : label,
    ...(hint === undefined ? {} : { hint }),
    disabled,
    onSelect: () => void actions.format(command),
  });
  const folder = (label: string, key: string, request: FoldRequest): MenuEntry => ({
    label,
    hint: `Ctrl+K Ctrl+${key}`,
    disabled: !valid,
    onSelect: () => void actions.fold(request),
  });
  return {
    open: [
      {
        entries: [
          { label: 'Open…', hint: 'Ctrl+O', onSelect: openers.askDocument },
          { label: 'Open file…', onSelect: () => void openers.chooseFile() },
          { label: 'Paste from clipboard', onSelect: () => void openers.paste() },
          { label: 'From url…', onSelect: openers.askAddress },
        ],
      },
      { entries: [{ label: 'New document', onSelect: () => void actions.startNew() }] },
    ],
    save: {
      entries: [
        { label: 'Save', hint: 'Ctrl+S', disabled: blank, onSelect: () => void actions.save() },
        { label: 'Save to disk', hint: 'Ctrl+Shift+S', disabled: blank, onSelect: () => void actions.saveToDisk() },
        { label: 'Save to url…', hint: 'POST', disabled: blank, onSelect: openers.askTarget },
        {
          label: 'Save a copy',
          hint: 'in this browser',
          disabled: blank,
          onSelect: () => void actions.saveLocally({ copy: true }),
        },
        { label: 'Share…', disabled: blank, onSelect: openers.share },
      ],
    },
    document: {
      entries: [
        { label: 'Go to…', hint: 'Ctrl+G', disabled: blank, onSelect: actions.askGoTo },
        { label: 'Revert to what was opened', disabled: !canRevert, onSelect: () => void actions.revert() },
        { label: 'Close', disabled: blank, onSelect: () => void actions.close() },
        { label: 'Delete', disabled: !isLocal, onSelect: () => void openers.deleteDocument() },
      ],
    },
    format: {
      label: 'Format',
      entries: [
        formatter('format', 'Format', 'Ctrl+I'),
        formatter('smart', 'Smart format', 'short values on one line'),
        formatter('compact', 'Compact', 'Ctrl+Shift+I'),
      ],
    },
    respell: {
      entries: [
        {
          ...formatter('sort', 'Sort keys'),
          label: hasSelection ? 'Sort keys of selection' : 'Sort keys',
          hint: 'a to z',
        },
        {
          ...formatter('sort-descending', 'Sort keys'),
          label: hasSelection ? 'Sort keys of selection, descending' : 'Sort keys, descending',
          hint: 'z to a',
        },
        formatter('escape', 'Escape', 'JSON as a string', hasSelection && !valid),
        formatter('unescape', 'Unescape', 'the JSON in a string'),
      ],
    },
    fold: {
      label: 'Fold',
      entries: [
        folder('Fold all', '0', { type: 'fold-all' }),
        ...LEVELS.map((level) => folder(`Fold level ${level}`, String(level), { type: 'fold-level', level })),
        folder('Unfold all', 'J', { type: 'unfold-all' }),
      ],
    },
    expand: {
      label: 'Expand',
      entries: [
        { label: 'Expand all', disabled: unexpandable, onSelect: () => void actions.expand({ type: 'expand-all' }) },
        {
          label: 'Collapse all',
          disabled: unexpandable,
          onSelect: () => void actions.expand({ type: 'collapse-all' }),
        },
        ...LEVELS.map((level) => ({
          label: `Expand to level ${level}`,
          disabled: unexpandable,
          onSelect: () => void actions.expand({ type: 'expand-to-level', level }),
        })),
      ],
    },
  };
}
