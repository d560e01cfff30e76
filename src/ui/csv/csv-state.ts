// What panels know about the CSV files that their documents came from. It is kept beside the panels, and loaded with the first
// such file.

import { proxy, ref, useSnapshot } from 'valtio';
import type { CsvInfo, CsvReadOptions } from '../../shared/protocol/csv.ts';
import type { PanelCore } from '../panel/panel-core.ts';

/** The CSV file that a document came from. */
export interface CsvSource {
  readonly info: CsvInfo;
  readonly options: CsvReadOptions;
  /** The bytes of the file, unpacked: as it was opened, or saved last. */
  readonly source: Blob;
  /** The file as it was opened. */
  readonly file: Blob;
  /** The file on disk that holds CSV, if its name does not say so. */
  readonly handle?: FileSystemFileHandle | undefined;
}

interface Entry {
  /** The source is that of the document with this number. */
  documentCount: number;
  source: CsvSource | null;
  /** The dialog that is open. */
  dialog: CsvDialog | null;
}

/** The dialogs about CSV: how the file is read, and how one is written. */
export type CsvDialog = 'options' | 'export';

const entries = new WeakMap<PanelCore, Entry>();

function entryOf(core: PanelCore): Entry {
  const known = entries.get(core);
  if (known !== undefined) return known;
  const made = proxy<Entry>({ documentCount: -1, source: null, dialog: null });
  entries.set(core, made);
  return made;
}

/** Returns the CSV file that a panel's document came from; `null` if it came from none. */
export function csvOf(core: PanelCore): CsvSource | null {
  const { documentCount, source } = entryOf(core);
  return documentCount === core.state.documentCount ? source : null;
}

/** Notes the CSV file that a panel's document came from. */
export function noteCsv(core: PanelCore, source: CsvSource): void {
  Object.assign(entryOf(core), { documentCount: core.state.documentCount, source: ref(source) });
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
  const { documentCount: own, source, dialog } = useSnapshot(entryOf(core));
  return { csv: own === documentCount ? source : null, dialog };
}

/** Whether a file name says that the file is CSV. */
export function isCsvName(name: string): boolean {
  return /\.(?:csv|tsv|tab)(?:\.gz)?$/i.test(name);
}

/** The name of a CSV file with the extension of JSON. */
export function jsonName(name: string): string {
  return `${name.replace(/\.(?:csv|tsv|tab)(?:\.gz)?$/i, '')}.json`;
}
