// A panel's menus as data, so that they can be shown separately or merged into one.

import type { PanelMenus } from '../panel-core/panel-menus.ts';
import type { FoldRequest } from '../../shared/protocol/textview.ts';
import type { PanelActions } from '../app-model/app-model.ts';
import type { ShelfName } from '../model/document-key.ts';
import type { FormatCommand } from '../panel-core/editing.ts';
import type { MenuEntry } from '../widgets/menu/menu-model.ts';
import type { Openers } from './dialog-openers.ts';
import { TRANSFORM_ENTRY } from '../strings/transform/transform-entry.ts';
import { DOCUMENT_MENU, EXPAND_MENU, FOLD_MENU, FORMAT_MENU, OPEN_MENU, SAVE_MENU } from '../strings/app/menus.ts';

const LEVELS = [1, 2, 3] as const;

/** The state that the menus depend on. */
export interface MenuState {
  /** Whether the document can be formatted. */
  readonly valid: boolean;
  readonly hasTree: boolean;
  readonly blank: boolean;
  /** Whether the document is a file on disk. */
  readonly isFile: boolean;
  /** Where the document is stored; `null` if it has no id on a shelf. */
  readonly shelf: ShelfName | null;
  /** Whether the page has a cloud to save to. */
  readonly hasCloud: boolean;
  /** Whether the document can be reverted to its state when opened. */
  readonly canRevert: boolean;
  /** Whether there is a selection in the text, which formatting then applies to. */
  readonly hasSelection: boolean;
}

/** Builds the menus of a panel. */
export function panelMenus(
  { blank, shelf, hasCloud, canRevert, ...state }: MenuState,
  actions: PanelActions,
  openers: Openers,
): PanelMenus {
  return {
    open: [
      {
        entries: [
          { label: OPEN_MENU.open, hint: 'Ctrl+O', onSelect: openers.askDocument },
          { label: OPEN_MENU.file, onSelect: () => void openers.chooseFile() },
          { label: OPEN_MENU.paste, onSelect: () => void openers.paste() },
          { label: OPEN_MENU.url, onSelect: openers.askAddress },
        ],
      },
      { entries: [{ label: OPEN_MENU.create, onSelect: () => void actions.opening.startNew() }] },
    ],
    save: {
      entries: [
        {
          label: SAVE_MENU.save,
          hint: 'Ctrl+S',
          disabled: blank,
          onSelect: () => void actions.saving.save(),
        },
        // Enabled for an empty panel too: it creates a document there.
        ...(hasCloud
          ? [{ label: SAVE_MENU.toCloud, disabled: shelf === 'cloud', onSelect: () => void openers.saveToCloud() }]
          : []),
        {
          label: SAVE_MENU.toDisk,
          hint: 'Ctrl+Shift+S',
          disabled: blank,
          onSelect: () => void actions.saving.saveToDisk(),
        },
        { label: SAVE_MENU.share, disabled: blank, onSelect: openers.share },
      ],
    },
    saveAs: {
      entries: [
        {
          label: SAVE_MENU.copy,
          hint: SAVE_MENU.copyHint,
          disabled: blank,
          onSelect: () => void actions.autosave.saveToShelf({ to: 'local', copy: true }),
        },
        { label: SAVE_MENU.toUrl, hint: SAVE_MENU.toUrlHint, disabled: blank, onSelect: openers.askTarget },
        { label: DOCUMENT_MENU.csv, disabled: blank || !state.valid, onSelect: openers.exportCsv },
      ],
    },
    document: {
      entries: [
        { label: DOCUMENT_MENU.goTo, hint: 'Ctrl+G', disabled: blank, onSelect: actions.going.askGoTo },
        { label: DOCUMENT_MENU.showOnly, disabled: blank || !state.valid, onSelect: openers.showOnly },
        { label: TRANSFORM_ENTRY.menu, disabled: blank || !state.valid, onSelect: openers.transform },
      ],
    },
    checks: {
      entries: [
        { label: DOCUMENT_MENU.schema, disabled: blank, onSelect: openers.askSchema },
        { label: DOCUMENT_MENU.infer, disabled: blank || !state.valid, onSelect: () => openers.inferSchema(false) },
        {
          label: DOCUMENT_MENU.inferRanges,
          disabled: blank || !state.valid,
          onSelect: () => openers.inferSchema(true),
        },
        { label: DOCUMENT_MENU.leaks, disabled: blank, onSelect: openers.checkForSecrets },
        { label: DOCUMENT_MENU.receipt, disabled: blank, onSelect: openers.showReceipt },
      ],
    },
    manage: {
      entries: [
        { label: DOCUMENT_MENU.steps, disabled: blank, onSelect: openers.showSteps },
        ...(hasCloud ? [{ label: DOCUMENT_MENU.access, onSelect: openers.askAccess }] : []),
        { label: DOCUMENT_MENU.follow, disabled: !state.isFile, onSelect: () => void actions.saving.follow() },
        { label: DOCUMENT_MENU.revert, disabled: !canRevert, onSelect: () => void actions.saving.revert() },
        { label: DOCUMENT_MENU.close, disabled: blank, onSelect: () => void actions.opening.close() },
        { label: DOCUMENT_MENU.delete, disabled: shelf === null, onSelect: () => void openers.deleteDocument() },
      ],
    },
    ...layoutMenus(state, actions),
  };
}

/** Builds the menus that change how a document is formatted or shown. */
export function layoutMenus(
  { valid, hasTree, hasSelection }: Pick<MenuState, 'valid' | 'hasTree' | 'hasSelection'>,
  { editing }: Pick<PanelActions, 'editing'>,
): Pick<PanelMenus, 'format' | 'respell' | 'fold' | 'expand'> {
  const unexpandable = !hasTree;
  const formatter = (command: FormatCommand, label: string, hint?: string, disabled = !valid): MenuEntry => ({
    label: hasSelection ? FORMAT_MENU.selection(label) : label,
    ...(hint === undefined ? {} : { hint }),
    disabled,
    onSelect: () => void editing.format(command),
  });
  const folder = (label: string, key: string, request: FoldRequest): MenuEntry => ({
    label,
    hint: `Ctrl+K Ctrl+${key}`,
    disabled: !valid,
    onSelect: () => void editing.fold(request),
  });
  return {
    format: {
      label: FORMAT_MENU.title,
      entries: [
        formatter('format', FORMAT_MENU.format, 'Ctrl+I'),
        formatter('smart', FORMAT_MENU.smart, FORMAT_MENU.smartHint),
        formatter('compact', FORMAT_MENU.compact, 'Ctrl+Shift+I'),
      ],
    },
    respell: {
      entries: [
        {
          ...formatter('sort', FORMAT_MENU.sort),
          label: hasSelection ? FORMAT_MENU.sortSelection : FORMAT_MENU.sort,
          hint: FORMAT_MENU.sortHint,
        },
        {
          ...formatter('sort-descending', FORMAT_MENU.sort),
          label: hasSelection ? FORMAT_MENU.sortSelectionDescending : FORMAT_MENU.sortDescending,
          hint: FORMAT_MENU.sortDescendingHint,
        },
        formatter('escape', FORMAT_MENU.escape, FORMAT_MENU.escapeHint, hasSelection && !valid),
        formatter('unescape', FORMAT_MENU.unescape, FORMAT_MENU.unescapeHint),
      ],
    },
    fold: {
      label: FOLD_MENU.title,
      entries: [
        folder(FOLD_MENU.all, '0', { type: 'fold-all' }),
        ...LEVELS.map((level) => folder(FOLD_MENU.level(level), String(level), { type: 'fold-level', level })),
        folder(FOLD_MENU.none, 'J', { type: 'unfold-all' }),
      ],
    },
    expand: {
      label: EXPAND_MENU.title,
      entries: [
        { label: EXPAND_MENU.all, disabled: unexpandable, onSelect: () => void editing.expand({ type: 'expand-all' }) },
        {
          label: EXPAND_MENU.none,
          disabled: unexpandable,
          onSelect: () => void editing.expand({ type: 'collapse-all' }),
        },
        ...LEVELS.map((level) => ({
          label: EXPAND_MENU.level(level),
          disabled: unexpandable,
          onSelect: () => void editing.expand({ type: 'expand-to-level', level }),
        })),
      ],
    },
  };
}
