// What panels know about the CSV files that their documents came from. It is kept beside the panels, and loaded with the first
// such file.

import { proxy, ref, useSnapshot } from 'valtio';
import type { KeptCsv } from '../../model/csv-file.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';

/** The CSV file that a document came from. */
export interface CsvSource extends KeptCsv {
  /** The file as it was opened. */
  readonly file: Blob;
  /** The file on disk that holds CSV, if its name does not say so. */
  readonly handle?: FileSystemFileHandle | undefined;
}

interface Entry {
  /** The source is that of the document with this number. */
  documentCount: number;
  source: CsvSource | null;
  /** Whether the document comes from it as it is now: not after the step that made a table of a text was undone. */
  isInForce: boolean;
  /** Whether the document came from a file that holds JSON, though its name says CSV. */
  isJson: boolean;
  /** The dialog that is open. */
  dialog: CsvDialog | null;
}

/** The dialogs about CSV: how the file is read, and how one is written. */
export type CsvDialog = 'options' | 'export';

const entries = new WeakMap<PanelCore, Entry>();

function entryOf(core: PanelCore): Entry {
  const known = entries.get(core);
  if (known !== undefined) return known;
  const made = proxy<Entry>({ documentCount: -1, source: null, isInForce: true, isJson: false, dialog: null });
  entries.set(core, made);
  return made;
}

/** Returns the CSV file that a panel's document came from; `null` if it came from none. */
export function csvOf(core: PanelCore): CsvSource | null {
  const { documentCount, source, isInForce } = entryOf(core);
  return documentCount === core.state.documentCount && isInForce ? source : null;
}

/** Notes the CSV file that a panel's document came from. */
export function noteCsv(core: PanelCore, source: CsvSource): void {
  const { documentCount } = core.state;
  Object.assign(entryOf(core), { documentCount, source: ref(source), isInForce: true, isJson: false });
  core.csvFile = { kept: () => csvOf(core), faults: () => Promise.resolve(null) };
}

/** Notes that a panel's document came from a file that holds JSON, though its name says CSV. */
export function noteJsonFile(core: PanelCore): void {
  const { documentCount } = core.state;
  Object.assign(entryOf(core), { documentCount, source: null, isInForce: true, isJson: true });
}

/** Whether a panel's document came from a file that holds JSON, though its name says CSV. */
export function isJsonFile(core: PanelCore): boolean {
  const { documentCount, isJson } = entryOf(core);
  return isJson && documentCount === core.state.documentCount;
}

/** Notes the CSV file that a step has made the document from. `before`: the number of the content before that step. */
export function noteCsvStep(core: PanelCore, source: CsvSource, before: number): void {
  noteCsv(core, source);
  const { client } = core;
  const entry = entryOf(core);
  // Undo restores the number of a content. One that was not seen before follows from the one before it.
  const seen = new Map([
    [before, false],
    [client.state.content, true],
  ]);
  const end = client.subscribe(() => {
    if (entry.source !== source || entry.documentCount !== core.state.documentCount) {
      end();
      return;
    }
    const { content } = client.state;
    const isInForce = content < before ? false : (seen.get(content) ?? entry.isInForce);
    seen.set(content, isInForce);
    if (entry.isInForce !== isInForce) entry.isInForce = isInForce;
  });
}

/** Opens a dialog of a panel, or closes it. */
export function showCsvDialog(core: PanelCore, dialog: CsvDialog | null): void {
  entryOf(core).dialog = dialog;
}

/** The CSV file of a panel's document and the open dialog; re-renders when they change. `documentCount`: that of the panel. */
export function useCsv(
  core: PanelCore,
  documentCount: number,
): { readonly csv: CsvSource | null; readonly dialog: CsvDialog | null } {
  const { documentCount: own, source, isInForce, dialog } = useSnapshot(entryOf(core));
  return { csv: own === documentCount && isInForce ? source : null, dialog };
}

/** Whether a file name says that the file is CSV. */
export function isCsvName(name: string): boolean {
  return /\.(?:csv|tsv|tab)(?:\.gz)?$/i.test(name);
}

/** The name of a CSV file with the extension of JSON. */
export function jsonName(name: string): string {
  return `${name.replace(/\.(?:csv|tsv|tab)(?:\.gz)?$/i, '')}.json`;
}
