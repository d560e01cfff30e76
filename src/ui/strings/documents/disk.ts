// What is said about a file that another program changes while it is open.

import { formatSize } from '../../../shared/bytes/size.ts';

function ended(name: string): string {
  return `"diptych open" has ended on this computer. What is unsaved here stays in a draft: call it again for "${name}", and the draft is offered.`;
}

export const DISK = {
  /** Progress while the file is read again. */
  reading: (name: string): string => `Reading ${name} again`,
  reloaded: (name: string): string => `"${name}" was changed by another program, and is shown as it is now.`,
  changed: (name: string): string =>
    `"${name}" was changed by another program, but also here. Nothing was overwritten.`,
  truncated: (name: string, from: number, to: number): string =>
    `"${name}" was truncated on the disk, from ${formatSize(from)} to ${formatSize(to)}. The text here is still complete.`,
  rotated: (name: string): string =>
    `"${name}" was started anew by another program, and is no longer followed. The text here is that of the old file.`,
  deleted: (name: string): string =>
    `"${name}" was deleted or moved on the disk. The text here stays; saving writes it again.`,
  denied: (name: string): string => `This page may not read "${name}" any more. The text here stays.`,
  ended,
  replaced: (name: string): string =>
    `"${name}" was replaced on the disk by something that is no file. The text here stays; save it under another name.`,
  unreadable: (name: string, reason: string): string =>
    `"${name}" was changed by another program and can't be read as it is now. The text here stays. ${reason}`,
  lost: (name: string): string => `"${name}" was changed by another program while the text here was lost. Reload it.`,
  notWatchedHint:
    'This browser does not let the page see whether the file changes on the disk. Open it again to see its changes.',
  mergeHint: 'Write the changes on the disk into the text here, as one step; saving then writes both',
  compare: 'Compare',
  compareHint: 'Show the file as it is on the disk beside the text here',
  beside: 'Open beside',
  besideHint: 'Open the new file in the other panel',
  reload: 'Reload',
  reloadHint: 'Show the file as it is on the disk; undo brings the text here back',
  keep: 'Keep mine',
  keepHint: 'Keep the text here; the next save writes it over the file',
  allow: 'Allow',
  dismiss: 'Dismiss',
  /** The name of the document that shows the file. */
  onDisk: (name: string): string => `On the disk: ${name}`,
} as const;

/** Of files that "diptych open" serves. */
export const SERVED = {
  ended,
  refused: (name: string): string => `"diptych open" can't use "${name}".`,
  changed: 'The file was changed by another program meanwhile.',
  unmerged: (name: string): string =>
    `Nothing was merged: "${name}" is shown as it is on the disk. Call the merge again, or edit it here.`,
} as const;

export const FOLLOW = {
  noFile:
    'Only a file that was opened from the disk can be followed. Open it by "Open", in a browser that can watch files.',
  unsaved: 'There are unsaved changes here. Save them, or undo them, to follow the file.',
  encoding: 'Only text in UTF-8 that is not compressed can be followed.',
  noLog: 'Only NDJSON and logs can be followed: files that grow at their end.',
  touched: (name: string): string => `"${name}" is no longer followed, because the text was changed here.`,
  on: (name: string): string => `Following ${name}`,
  records: (count: number): string => `${count.toLocaleString()} new ${count === 1 ? 'record' : 'records'}`,
  lines: (count: number): string => `${count.toLocaleString()} new ${count === 1 ? 'line' : 'lines'}`,
  arriving: (bytes: number): string => `a record is arriving (${formatSize(bytes)} so far)`,
  end: 'End',
  endHint: 'Scroll to the end, and keep it in view',
  stop: 'Stop following',
} as const;
