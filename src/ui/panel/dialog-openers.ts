// Menu commands of a panel that need the page and not only the store: the file picker, the clipboard, dialogs.

import type { App, Panel } from '../app-model/app-model.ts';
import { isShelved } from '../model/origin.ts';
import { chooseFile, pasteText } from '../incoming/ask-content.ts';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { showInDock } from '../panel-core/dock-state.ts';

export interface Openers {
  chooseFile(): Promise<void>;
  paste(): Promise<void>;
  /** Opens the dialog for an address to open. */
  askAddress(): void;
  /** Opens the dialog for an address to save to. */
  askTarget(): void;
  /** Opens the dialog that opens documents. */
  askDocument(): void;
  share(): void;
  /** Opens the transform dialog. */
  transform(): void;
  /** Opens the dialog for the document's schema. */
  askSchema(): void;
  /** Infers a schema from the document and opens it in the other panel. `hasRanges`: with the ranges of numbers. */
  inferSchema(hasRanges: boolean): void;
  /** Opens the dialog that exports the document as CSV. */
  exportCsv(): void;
  /** Opens the dialog that lists the document's secrets. */
  checkForSecrets(): void;
  /** Opens the dialog for what to show of the document. */
  showOnly(): void;
  /** Opens the receipt of the document. */
  showReceipt(): void;
  /** Opens the list of the document's steps. */
  showSteps(): void;
  /** Opens the dialog for access to the document. */
  askAccess(): void;
  /** Opens the sign-in dialog. */
  signIn(): void;
  /** Saves to the cloud, or opens the sign-in dialog first. */
  saveToCloud(): Promise<void>;
  deleteDocument(): Promise<void>;
}

export type PanelDialog = 'target' | 'share' | 'access' | 'schema';

const loadCloudSave = loadWithRetry(() => import('../sharing/save-to-cloud.ts'));
const loadCsv = loadWithRetry(() => import('../documents/csv/csv-state.ts'));
const loadLeaks = loadWithRetry(() => import('../leaks/leaks-state.ts'));
const loadShowOnly = loadWithRetry(() => import('../show-only-dialog/show-only-state.ts'));
const loadInference = loadWithRetry(() => import('../schema/infer-schema.ts'));

/** Creates the openers of a panel. Call them in a click handler: browsers require a user gesture. */
export function createOpeners(
  panel: Panel,
  app: Pick<App, 'account' | 'confirm' | 'delete' | 'documents' | 'panels' | 'preferences' | 'transform'>,
  ask: (dialog: PanelDialog) => void,
): Openers {
  const { core } = panel;
  const { documents, transform } = app;
  return {
    askAddress: () => documents.showOpenDialog(core.side, 'address'),
    askTarget: () => ask('target'),
    share: () => ask('share'),
    transform: () => transform(core.side, core.side),
    askDocument: () => documents.showOpenDialog(core.side),
    askSchema: () => ask('schema'),
    signIn: () => app.account.open('sign-in'),
    inferSchema: (hasRanges) =>
      void loadInference().then(({ inferSchema }) => inferSchema(app, panel, hasRanges), core.report),
    exportCsv: () => void loadCsv().then((csv) => csv.showCsvDialog(core, 'export'), core.report),
    checkForSecrets: () => void loadLeaks().then((leaks) => leaks.showLeaks(core, true), core.report),
    showOnly: () => void loadShowOnly().then(({ showOnlyDialog }) => showOnlyDialog.show(core, true), core.report),
    showReceipt: () => core.showReceipt?.(null),
    showSteps: () => showInDock(core, 'steps'),
    askAccess: () =>
      void loadCloudSave().then((cloud) => cloud.askAccess(app, panel, () => ask('access')), core.report),
    saveToCloud: () => loadCloudSave().then((cloud) => cloud.saveToCloud(app, panel), core.report),
    async deleteDocument() {
      const { name, origin } = core.state.document;
      if (isShelved(origin)) await app.delete(origin.key, name, core);
    },
    chooseFile: () => chooseFile(panel),
    paste: () => pasteText(panel),
  };
}
