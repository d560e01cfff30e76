// Messages of the engine about whole documents: reading them, their size, and calls on them.

import { formatSize } from '../bytes/size.ts';

/** Why a document can't be read, compressed or opened. */
export const DOCUMENT = {
  unpackFailed: (file: string | null, reason: string): string =>
    `${nameOf(file)} is compressed and can't be unpacked: it is cut off or damaged. (${reason})`,
  readFailed: (file: string | null, reason: string): string =>
    `${nameOf(file)} can't be read. Was it moved, changed or deleted? (${reason})`,
  compressFailed: (reason: string): string => `The content can't be read to compress it. (${reason})`,
  tooLarge: (size: number, most: number): string =>
    `The document is too large: at ${formatSize(size)} its text and index would take more than ${formatSize(most)} of memory.`,
  notSnapshot: 'What was handed over is not a snapshot of a document. Reload the page.',
  otherSnapshot: (version: number, expected: number): string =>
    `The snapshot was made by another version of this program (${version}, expected ${expected}). Reload the page.`,
  cutSnapshot: 'The snapshot of the document is not whole. Try again.',
} as const;

/** Why unsaved work can't be stored. */
export const DRAFT_FULL =
  'There is no room in this browser to keep unsaved work. Save the document, or free some space.';

/** A string longer than JavaScript allows. */
export const stringTooLong = (bytes: number): string =>
  `A string of ${formatSize(bytes)} is longer than JavaScript allows.`;

/** A call made for an older revision of the document. */
export const STALE = {
  edit: (base: number, revision: number): string =>
    `The edit was made for revision ${base}, the document is at ${revision}.`,
  question: (base: number, revision: number): string => `Asked of revision ${base}, the document is at ${revision}.`,
  document: 'The document has changed meanwhile.',
  rows: 'The rows have changed meanwhile.',
  search: 'The document has changed since it was searched.',
  hit: 'What was to be replaced is not there any more. Search again.',
  comparison: 'The documents were compared anew. Look at the new differences.',
} as const;

/** Operations that need a valid text. */
export const NOT_VALID = {
  text: 'The text is not valid JSON.',
  paths: 'The text is not valid JSON, so paths lead nowhere. Fix the error first.',
  tree: 'The text is not valid JSON, so the tree is read-only. Fix the error first.',
  table: 'The text is not valid JSON, so the table is read-only. Fix the error first.',
  folds: 'The text is not valid JSON, so nothing can be folded. Fix the error first.',
  toFormat: 'The document has to be valid JSON to be formatted. Fix the error first.',
  toUnescape: 'The document has to be valid JSON. Fix the error first.',
  toMeasure: 'The document has to be valid JSON to be measured. Fix the error first.',
  toPatch: 'The document has to be valid JSON to be patched. Fix the error first.',
  toQuery: 'The document has to be valid JSON to be queried. Fix the error first.',
  toSearch: 'The document has to be valid JSON to search its keys and values. Fix the error first, or search the text.',
  toCompare: (side: string): string => `The ${side} document is not valid and can’t be compared. Fix its error first.`,
} as const;

/** Why Auto repair gives up. */
export const REPAIR = {
  failed: (reason: string, line: number, column: number): string =>
    `The text can't be repaired automatically: ${reason}, at line ${line.toLocaleString('en')}, column ${column.toLocaleString('en')}.`,
  tooDeep: "The text can't be repaired automatically: it is nested too deeply.",
  unsure: (line: number, column: number): string =>
    `The text can't be repaired automatically: what is at line ${line.toLocaleString('en')}, column ${column.toLocaleString('en')} could be meant in several ways.`,
  nothing: "The text can't be repaired automatically: nothing was found to change.",
} as const;

function nameOf(file: string | null): string {
  return file === null ? 'The content' : `The file "${file}"`;
}
