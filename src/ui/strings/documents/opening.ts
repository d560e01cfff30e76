// Messages about opening documents: from files, addresses, links, the clipboard. @see the specification, §5 and §8

import { platformKeys } from '../../model/platform-keys.ts';
import type { Question } from '../../model/question.ts';

/** Confirmation before unsaved changes are replaced. @see requirements DOC-6 */
export const UNSAVED_QUESTION: Question = {
  title: 'Unsaved changes',
  text: 'You have unsaved data, are you sure you want to open a new file?',
  yes: 'Open anyway',
};

/** Confirmation before the page is left. @see requirements DOC-6 */
export const LEAVE_QUESTION = 'You have unsaved changes. Are you sure you want to leave the page?';

/** Confirmation before a link's content is unpacked to more than 100 MB. */
export const LARGE_QUESTION: Question = {
  title: 'A large document',
  text: 'The document behind this link is compressed, and has more than 100 MB when it is unpacked. Open it if you know who made the link.',
  yes: 'Open it',
};

/** Progress while a document is being opened. */
export const COMING = {
  open: (name: string): string => `Opening ${name}`,
  load: (url: string): string => `Loading ${url}`,
  reload: 'Loading',
  recover: (name: string): string => `Recovering ${name}`,
} as const;

/** Reopens a document that was saved while another one replaced it. */
export const OPEN_LEFT = 'Open it';

/** Names of documents without a name of their own. */
export const NAMES = { sample: 'Sample', inline: 'Inline document' } as const;

/** Default name; documents stored in the browser have a number appended. @see requirements DOC-2 */
export const UNNAMED = 'New document';

export function unreadable(name: string): string {
  return `Cannot read "${name}". It may be a folder, or it was moved, changed or deleted. Choose it again.`;
}

/** Why no document could be loaded from an address. */
export const URL_FAILED = {
  message: (url: string, reason: string): string => `Failed to load url "${url}". ${reason}`,
  unreachable: "The address is wrong, the server can't be reached, or it does not let other pages read it.",
  status: (status: string): string => `The server answered ${status}.`,
  page: 'The address answers with a web page, not with a document.',
  empty: 'The answer is empty.',
} as const;

/** Why a value of the hash does not identify a document. @see the specification, §5 */
export const KEY_FAILED = {
  /** Logged only. */
  noKey: (value: string): string =>
    `Cannot load document with id "${value}", expecting a compound key "local.id" or "cloud.id".`,
  source: (name: string): string =>
    `Cannot load document: unknown document source "${name}". Known sources: "local", "cloud", "url", or "json".`,
  id: 'Cannot load document: no document id',
  private: 'Sign in to open this private document.',
  inline: 'The document in this link is cut off or damaged. Was the whole link copied? Ask for it again.',
} as const;

export const CLIPBOARD = {
  refused: platformKeys(
    'The browser does not let this page read the clipboard. Click the panel and press Ctrl+V instead.',
  ),
  empty: 'The clipboard holds no text.',
} as const;

export const DROPPED = {
  folder: (name: string): string => `"${name}" is a folder. Drop a file.`,
  tooMany: (count: number): string => `There are two panels: of ${count} files the first two were opened.`,
} as const;

/** Shown in place of a file that the browser only reopens after a click. */
export const AGAIN = {
  title: (name: string): string => `"${name}" was open here.`,
  text: 'The browser asks you before it is read again.',
  open: 'Open again',
  leave: 'Not now',
} as const;

/** The dialogs for an address. */
export const ADDRESS = {
  label: 'Web address',
  open: {
    title: 'Open from a web address',
    hint: 'The server has to let other pages read it.',
    yes: 'Open',
    placeholder: 'https://example.org/data.json',
  },
  save: {
    title: 'Save to a web address',
    hint: 'The document is sent there by POST, formatted, as application/json.',
    yes: 'Save',
    placeholder: 'https://example.org/documents',
  },
  wrong: 'This is not an address. It starts with https:// or http://.',
} as const;
