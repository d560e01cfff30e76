// Texts of the open dialog and of the recovery of unsaved work.

import type { FolderList } from '../../../shared/protocol/served-files.ts';
import type { Side } from '../../model/side.ts';

export const OPEN = {
  title: 'Open document',
  drop: (side: Side): string => `Drop a file here to open it in the ${side} panel`,
  pick: (side: Side): string => `What you choose opens in the ${side} panel`,
  file: 'Open file…',
  paste: 'Paste',
  create: 'New document',
  address: 'From a web address',
  open: 'Open',
  search: 'Search documents',
  searchHint: 'Search by name',
  sortBy: 'Sort by',
  sorts: { date: 'Date', name: 'Name', size: 'Size' },
  tabs: { folder: 'Folder', recent: 'Recent', local: 'Local', cloud: 'Cloud' },
  total: (count: number, size: string) =>
    `${count.toLocaleString()} ${count === 1 ? 'document' : 'documents'}, ${size}`,
  list: 'Documents',
  cloud: 'Cloud documents are not set up on this server.',
  loading: 'loading...',
  none: {
    recent: 'What you open or save is listed here.',
    local: 'What you write is kept in this browser, and listed here.',
    cloud: '“Save to cloud” in a panel’s menu puts a document here.',
  },
  signedOut: 'Sign in to see your documents in the cloud.',
  nothingFound: (query: string) => `No name contains "${query}".`,
  backUp: 'Back up all',
  erase: 'Erase everything…',
  backupName: 'diptych-backup.zip',
  nothingToBackUp: 'There are no documents in this browser to back up.',
} as const;

/** The files of the folder that "diptych open" serves. */
export const FOLDER = {
  search: (name: string): string => `Search files in ${name}`,
  none: 'There is no JSON, CSV or log in this folder.',
  nothingFound: (query: string): string => `No path contains "${query}".`,
  /** What is not in the list. */
  shown({ files, found, total, leftOut, isCut }: FolderList): string {
    const count = (of: number): string => of.toLocaleString();
    return [
      files.length < found
        ? `${count(files.length)} of ${count(found)} files are shown: search for the others.`
        : `${count(found)} of ${count(total)} files.`,
      isCut ? `There are more than ${count(total)}: open a folder in it for the others.` : '',
      leftOut.length > 0 ? `Not looked at: ${leftOut.join(', ')}.` : '',
    ]
      .filter((said) => said !== '')
      .join(' ');
  },
} as const;

/** Actions on an entry of the list. */
export const LIST = {
  delete: 'Delete',
  deleteOne: (name: string) => `Delete ${name}`,
  remove: 'Remove from the list',
  removeOne: (name: string) => `Remove ${name} from the list`,
} as const;

export const ERASE = {
  title: 'Erase everything',
  text: 'All documents in this browser, unsaved work and settings are removed for good. Back them up first if you may need them.',
  yes: 'Erase everything',
} as const;

export const RECOVERY = {
  title: 'Unsaved work was found',
  text: 'It was not saved when Diptych was closed the last time.',
  recover: 'Recover',
  discard: 'Discard',
  later: 'Later',
  gone: 'This unsaved work is gone: another tab has taken it.',
} as const;
