// The menus of an embedded panel: files, texts and addresses, but no documents of this browser or of the cloud.

import { showInDock } from '../../ui/panel-core/dock-state.ts';
import { showOnlyDialog } from '../../ui/show-only-dialog/show-only-state.ts';
import type { Panel, PanelActions } from '../../ui/app-model/app-model.ts';
import type { Openers } from '../../ui/panel/dialog-openers.ts';
import { chooseFile, pasteText } from '../../ui/incoming/ask-content.ts';
import { layoutMenus, type MenuState } from '../../ui/panel/menus.ts';
import type { PanelMenus } from '../../ui/panel-core/panel-menus.ts';
import { DOCUMENT_MENU, OPEN_MENU, SAVE_MENU } from '../../ui/strings/app/menus.ts';
import { TRANSFORM_ENTRY } from '../../ui/strings/transform/transform-entry.ts';
import { loadWithRetry } from '../../ui/browser/load-with-retry.ts';
import type { EmbedApp } from './embed-app.ts';

const loadLeaks = loadWithRetry(() => import('../../ui/leaks/leaks-state.ts'));
const loadCsv = loadWithRetry(() => import('../../ui/documents/csv/csv-state.ts'));

/** What the menus depend on. */
export interface EmbedMenuState extends Pick<MenuState, 'blank' | 'valid' | 'hasTree' | 'hasSelection'> {
  readonly readOnly: boolean;
}

/** Returns the menus of a panel. */
export function embedMenus(
  { blank, readOnly, ...state }: EmbedMenuState,
  actions: PanelActions,
  openers: Openers,
): PanelMenus {
  const valid = state.valid && !readOnly;
  const opens = [
    { label: OPEN_MENU.file, hint: 'Ctrl+O', onSelect: () => void openers.chooseFile() },
    { label: OPEN_MENU.paste, onSelect: () => void openers.paste() },
    { label: OPEN_MENU.url, onSelect: openers.askAddress },
    { label: OPEN_MENU.create, onSelect: () => void actions.opening.startNew() },
  ];
  const { format, respell, ...shown } = layoutMenus({ ...state, valid }, actions);
  return {
    open: readOnly ? [] : [{ entries: opens }],
    save: {
      entries: [
        {
          label: SAVE_MENU.toDisk,
          hint: 'Ctrl+Shift+S',
          disabled: blank,
          onSelect: () => void actions.saving.saveToDisk(),
        },
      ],
    },
    document: {
      entries: [
        { label: DOCUMENT_MENU.goTo, hint: 'Ctrl+G', disabled: blank, onSelect: actions.going.askGoTo },
        { label: DOCUMENT_MENU.showOnly, disabled: blank || !valid, onSelect: openers.showOnly },
        ...(readOnly ? [] : [{ label: TRANSFORM_ENTRY.menu, disabled: blank || !valid, onSelect: openers.transform }]),
        ...(readOnly ? [] : [{ label: DOCUMENT_MENU.csv, disabled: blank || !valid, onSelect: openers.exportCsv }]),
      ],
    },
    saveAs: { entries: [] },
    checks: {
      entries: readOnly
        ? []
        : [
            { label: DOCUMENT_MENU.leaks, disabled: blank, onSelect: openers.checkForSecrets },
            { label: DOCUMENT_MENU.receipt, disabled: blank, onSelect: openers.showReceipt },
          ],
    },
    manage: { entries: readOnly ? [] : [{ label: DOCUMENT_MENU.steps, disabled: blank, onSelect: openers.showSteps }] },
    format: readOnly ? { entries: [] } : format,
    respell: readOnly ? { entries: [] } : respell,
    // Folding and expanding do not change the text.
    ...shown,
    fold: layoutMenus(state, actions).fold,
  };
}

/** Returns the openers of a panel. To be called in a click handler: browsers require a user gesture. */
export function createEmbedOpeners(panel: Panel, app: EmbedApp, askAddress: () => void): Openers {
  const { core } = panel;
  return {
    chooseFile: () => chooseFile(panel),
    // There is no list of documents here, only files.
    askDocument: () => void chooseFile(panel),
    askAddress,
    exportCsv: () => void loadCsv().then((csv) => csv.showCsvDialog(core, 'export'), core.report),
    showOnly: () => showOnlyDialog.show(core, true),
    checkForSecrets: () => void loadLeaks().then((leaks) => leaks.showLeaks(core, true), core.report),
    showReceipt: () => core.showReceipt?.(null),
    showSteps: () => showInDock(core, 'steps'),
    inferSchema: () => undefined,
    transform: () => app.transform(core.side, core.side),
    paste: () => pasteText(panel),
    askTarget: () => undefined,
    share: () => undefined,
    askAccess: () => undefined,
    askSchema: () => undefined,
    signIn: () => undefined,
    saveToCloud: () => Promise.resolve(),
    deleteDocument: () => Promise.resolve(),
  };
}
