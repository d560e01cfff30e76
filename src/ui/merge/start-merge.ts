// Merges a panel's text with the version that was saved elsewhere, or is on the disk, asking about conflicts.

import { loadWithRetry } from '../browser/load-with-retry.ts';
import { csvOf } from '../documents/csv/csv-state.ts';
import { fileWatchOf } from '../documents/disk/file-watch.ts';
import { mergeSaved, mergeVersion } from '../documents/save/merge-versions.ts';
import { noteShared } from '../documents/versions/shared-version.ts';
import type { Shelves } from '../documents/incoming/incoming.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { askConflicts } from './merge-state.ts';

const loadCsv = loadWithRetry(() => import('../documents/csv/open-csv.ts'));

/** Merges. Reports errors; the conflict stays if nothing was merged. */
export async function startMerge(core: PanelCore, documents: Shelves): Promise<void> {
  await mergeSaved(core, documents, (...asked) => askConflicts(core, ...asked));
}

/** Merges the file as it is on the disk; the next save writes the result over it. @throws CodedError as `mergeVersion` */
export async function mergeWithDisk(core: PanelCore): Promise<void> {
  const watch = fileWatchOf(core);
  // The file may change again while the user decides: the merge is with what it was, and so is the save.
  const { change } = watch.state;
  const copy = change?.copy ?? null;
  if (copy === null) return;
  const csv = csvOf(core);
  const table = csv && (await (await loadCsv()).readChanged(core, csv, copy, 'merged'));
  const theirs = table?.content ?? copy;
  if (!(await mergeVersion(core, theirs, (...asked) => askConflicts(core, ...asked)))) return;
  table?.settleMerged();
  await watch.keep(change);
  noteShared(core, theirs);
}

/**
 * Merges what somebody else has made of a base into a panel's text, which has come from the same. Returns whether that was done.
 * @throws CodedError as `mergeVersion`
 */
export async function mergeSides(core: PanelCore, base: Blob, theirs: Blob): Promise<boolean> {
  noteShared(core, base);
  return mergeVersion(core, theirs, (...asked) => askConflicts(core, ...asked));
}
