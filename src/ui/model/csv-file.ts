// The CSV file that a document came from, as panels keep it and as the browser stores it beside the document, which is JSON.

import type { CsvInfo, CsvReadOptions } from '../../shared/protocol/csv.ts';
import type { ProblemGroup } from '../../shared/protocol/problems.ts';

/** What is needed to write a document back into its file. */
export interface KeptCsv {
  readonly info: CsvInfo;
  readonly options: CsvReadOptions;
  /** The bytes of the file, unpacked: as it was opened, or saved last. */
  readonly source: Blob;
}

/** The same in the database; the source may be bytes, where it refuses Blobs, and compressed with gzip. */
export interface StoredCsv extends Omit<KeptCsv, 'source'> {
  readonly source: Blob | Uint8Array<ArrayBuffer>;
  readonly isPacked: boolean;
}

/** What the code that opens, saves and checks documents knows of the CSV file of a panel. */
export interface CsvFileOfPanel {
  /** `null` while the document does not come from it: after the step that made a table of a text was undone. */
  kept(): KeptCsv | null;
  /** Its faulty lines as problems; `null` if there are none. */
  faults(): Promise<ProblemGroup | null>;
}

/** Reads a stored CSV file; `null` if there is none, or it is damaged. */
export function readStoredCsv(value: unknown): StoredCsv | null {
  if (typeof value !== 'object' || value === null) return null;
  const { info, options, source } = value as Partial<Record<keyof StoredCsv, unknown>>;
  const isWhole = typeof info === 'object' && info !== null && typeof options === 'object' && options !== null;
  return isWhole && (source instanceof Blob || source instanceof Uint8Array) ? (value as StoredCsv) : null;
}
