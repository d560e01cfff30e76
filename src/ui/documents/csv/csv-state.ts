// What is known about the CSV file that a document came from. It is loaded with the first such file.

import type { DiskHandle } from '../../model/open-file.ts';
import { proxy, ref, useSnapshot } from 'valtio';
import type { KeptCsv } from '../../model/csv-file.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';
import type { PanelDocument } from '../../panel-core/panel-document.ts';
import { FeatureSlot } from '../../model/slot.ts';
import { usePanelDocument } from '../../panel-core/use-panel-part.ts';

/** The CSV file that a document came from. */
export interface CsvSource extends KeptCsv {
  /** The file as it was opened. */
  readonly file: Blob;
  /** The file on disk that holds it. By default the one that the panel shows. */
  readonly handle?: DiskHandle | undefined;
}

interface Entry {
  source: CsvSource | null;
  /** Whether the document comes from it as it is now: not after the step that made a table of a text was undone. */
  isInForce: boolean;
  /** Whether the document came from a file that holds JSON, though its name says CSV. */
  isJson: boolean;
}

/** The dialogs about CSV: how the file is read, and how one is written. */
export type CsvDialog = 'options' | 'export';

const ENTRY = new FeatureSlot<PanelDocument, Entry>(() =>
  proxy<Entry>({ source: null, isInForce: true, isJson: false }),
);
const DIALOG = new FeatureSlot<PanelCore, { open: CsvDialog | null }>(() =>
  proxy<{ open: CsvDialog | null }>({ open: null }),
);

/** Returns the CSV file that a panel's document came from; `null` if it came from none. */
export function csvOf(core: PanelCore): CsvSource | null {
  const { source, isInForce } = ENTRY.of(core.document);
  return isInForce ? source : null;
}

/** Notes the CSV file that a panel's document came from, which is in the file that the panel shows. */
export function noteCsv(core: PanelCore, source: CsvSource): void {
  const own = ref({ ...source, handle: source.handle ?? core.document.file?.handle });
  Object.assign(ENTRY.of(core.document), { source: own, isInForce: true, isJson: false });
  core.document.csvFile = { kept: () => csvOf(core), faults: () => Promise.resolve(null) };
}

/**
 * Notes the file on disk that a panel's CSV was saved into. What it was when it was opened stays the origin of its rows, so that what
 * is undone gets its bytes back; but not where its cells are separated otherwise by now.
 */
export function noteCsvSaved(core: PanelCore, handle: DiskHandle, saved: Blob, separator: string | null): void {
  const entry = ENTRY.of(core.document);
  const csv = csvOf(core);
  if (csv === null) return;
  const isOther = csv.options.separator !== separator;
  const info = { ...csv.info, dialect: { ...csv.info.dialect, separator } };
  const anew = isOther ? { info, source: saved, options: { ...csv.options, separator } } : {};
  entry.source = ref({ ...csv, ...anew, handle });
}

/** Notes that a panel's document came from a file that holds JSON, though its name says CSV. */
export function noteJsonFile(core: PanelCore): void {
  Object.assign(ENTRY.of(core.document), { source: null, isInForce: true, isJson: true });
}

/** Whether a panel's document came from a file that holds JSON, though its name says CSV. */
export function isJsonFile(core: PanelCore): boolean {
  return ENTRY.of(core.document).isJson;
}

/** Notes the CSV file that a step has made the document from. `before`: the number of the content before that step. */
export function noteCsvStep(core: PanelCore, source: CsvSource, before: number): void {
  noteCsv(core, source);
  const { client, document } = core;
  const entry = ENTRY.of(document);
  // Undo restores the number of a content. One that was not seen before follows from the one before it. That the file is read again,
  // as after another program has changed it, is a step like others.
  const seen = new Map([
    [before, false],
    [client.state.content, true],
  ]);
  const end = client.subscribe(() => {
    // The client is about to hold another document.
    if (core.document !== document || core.state.pendingOpens > 0) return;
    const { content } = client.state;
    const isInForce = content < before ? false : (seen.get(content) ?? entry.isInForce);
    seen.set(content, isInForce);
    if (entry.isInForce !== isInForce) entry.isInForce = isInForce;
  });
  document.signal.addEventListener('abort', end);
}

/** Opens a dialog of a panel, or closes it. */
export function showCsvDialog(core: PanelCore, dialog: CsvDialog | null): void {
  DIALOG.of(core).open = dialog;
}

/** The CSV file of a panel's document; re-renders when it changes. */
export function useCsv(core: PanelCore): CsvSource | null {
  const { source, isInForce } = useSnapshot(ENTRY.of(usePanelDocument(core)));
  return isInForce ? source : null;
}

/** The dialog of a panel that is open; re-renders when that changes. */
export function useCsvDialog(core: PanelCore): CsvDialog | null {
  return useSnapshot(DIALOG.of(core)).open;
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
