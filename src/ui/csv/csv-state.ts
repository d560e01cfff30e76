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
}

interface Entry {
  /** The source is that of the document with this number. */
  documentCount: number;
  source: CsvSource | null;
}

const entries = new WeakMap<PanelCore, Entry>();

function entryOf(core: PanelCore): Entry {
  const known = entries.get(core);
  if (known !== undefined) return known;
  const made = proxy<Entry>({ documentCount: -1, source: null });
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

/** The same as `csvOf`; re-renders when it changes. `documentCount`: that of the panel. */
export function useCsv(core: PanelCore, documentCount: number): CsvSource | null {
  const entry = useSnapshot(entryOf(core));
  return entry.documentCount === documentCount ? (entry.source as CsvSource | null) : null;
}

/** Whether a file name says that the file is CSV. */
export function isCsvName(name: string): boolean {
  return /\.(?:csv|tsv|tab)(?:\.gz)?$/i.test(name);
}
