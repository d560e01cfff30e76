// What panels know about the CSV files that their documents came from. It is kept beside the panels, and loaded with the first
// such file.

import { proxy, ref, useSnapshot } from 'valtio';
import type { KeptCsv } from '../../model/csv-file.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';

/** The CSV file that a document came from. */
export interface CsvSource extends KeptCsv {
  /** The file as it was opened. */
  readonly file: Blob;
  /** The file on disk that holds it. By default the one that the panel shows. */
  readonly handle?: FileSystemFileHandle | undefined;
}

interface Entry {
  /** The source is that of the document with this number. */
  documentCount: number;
  source: CsvSource | null;
  /** Whether the document comes from it as it is now: not after the step that made a table of a text was undone. */
  isInForce: boolean;
  /** The document in which a step made a table of a text; -1 for none. */
  steppedIn: number;
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
  const made = proxy<Entry>({
    documentCount: -1,
    source: null,
    isInForce: true,
    steppedIn: -1,
    isJson: false,
    dialog: null,
  });
  entries.set(core, made);
  return made;
}

/** Returns the CSV file that a panel's document came from; `null` if it came from none. */
export function csvOf(core: PanelCore): CsvSource | null {
  const { documentCount, source, isInForce } = entryOf(core);
  return documentCount === core.state.documentCount && isInForce ? source : null;
}

/** Notes the CSV file that a panel's document came from, which is in the file that the panel shows. */
export function noteCsv(core: PanelCore, source: CsvSource): void {
  const { documentCount } = core.state;
  const own = ref({ ...source, handle: source.handle ?? core.file?.handle });
  Object.assign(entryOf(core), { documentCount, source: own, isInForce: true, isJson: false });
  core.csvFile = { kept: () => csvOf(core), faults: () => Promise.resolve(null) };
}

/**
 * Notes the file on disk that a panel's CSV was saved into. What it was when it was opened stays the origin of its rows, so that what
 * is undone gets its bytes back; but not where its cells are separated otherwise by now.
 */
export function noteCsvSaved(
  core: PanelCore,
  handle: FileSystemFileHandle,
  saved: Blob,
  separator: string | null,
): void {
  const entry = entryOf(core);
  const csv = csvOf(core);
  if (csv === null) return;
  const isOther = csv.options.separator !== separator;
  const info = { ...csv.info, dialect: { ...csv.info.dialect, separator } };
  const anew = isOther ? { info, source: saved, options: { ...csv.options, separator } } : {};
  entry.source = ref({ ...csv, ...anew, handle });
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
  const { documentCount } = core.state;
  const entry = entryOf(core);
  entry.steppedIn = documentCount;
  // Undo restores the number of a content. One that was not seen before follows from the one before it. That the file is read again,
  // as after another program has changed it, is a step like others.
  const seen = new Map([
    [before, false],
    [client.state.content, true],
  ]);
  const end = client.subscribe(() => {
    if (entry.steppedIn !== documentCount || entry.documentCount !== documentCount) {
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

/** Whether a file name says that the file is JSON, in any dialect. */
export function isJsonName(name: string): boolean {
  return /\.(?:json|jsonc|json5|ndjson|jsonl|geojson|code-workspace)(?:\.gz)?$/i.test(name);
}

/** The name of a CSV file with the extension of JSON. */
export function jsonName(name: string): string {
  return `${name.replace(/\.(?:csv|tsv|tab)(?:\.gz)?$/i, '')}.json`;
}
