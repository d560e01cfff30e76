// Sentences about opening documents: from files, addresses, links, the clipboard. @see the specification, §5 and §8

import { platformKeys } from '../../model/platform-keys.ts';
import type { Question } from '../../model/question.ts';

/** The question of requirement DOC-6. */
export const UNSAVED_QUESTION: Question = {
  title: 'Unsaved changes',
  text: 'You have unsaved data, are you sure you want to open a new file?',
  yes: 'Open anyway',
};

/** What is asked when the page is left. @see requirements DOC-6 */
export const LEAVE_QUESTION = 'You have unsaved changes. Are you sure you want to leave the page?';

/** Of what a link unpacks to. */
export const LARGE_QUESTION: Question = {
  title: 'A large document',
  text: 'The document behind this link is compressed, and has more than 100 MB when it is unpacked. Open it if you know who made the link.',
  yes: 'Open it',
};

/** What a panel says while a document is on its way. */
export const COMING = {
  open: (name: string): string => `Opening ${name}`,
  load: (url: string): string => `Loading ${url}`,
  reload: 'Loading',
  recover: (name: string): string => `Recovering ${name}`,
} as const;

/** Leads back to a document that was saved while another one took its place. */
export const OPEN_LEFT = 'Open it';

/** The names of documents that have none. */
export const NAMES = { sample: 'Sample', inline: 'Inline document' } as const;

/** Until something gets a name of its own; kept in the browser it has a number behind it. @see requirements DOC-2 */
export const UNNAMED = 'New document';

/** The name of a document that is saved as another one. */
export function copyName(name: string): string {
  return `${name} (copy)`;
}

export function unreadable(name: string): string {
  return `Cannot read "${name}". It may be a folder, or it was moved, changed or deleted. Choose it again.`;
}

/** A document that an address did not give. */
export const URL_FAILED = {
  message: (url: string, reason: string): string => `Failed to load url "${url}". ${reason}`,
  unreachable: "The address is wrong, the server can't be reached, or it does not let other pages read it.",
  status: (status: string): string => `The server answered ${status}.`,
  page: 'The address answers with a web page, not with a document.',
  empty: 'The answer is empty.',
} as const;

/** A value of the hash that names no document. @see the specification, §5 */
export const KEY_FAILED = {
  /** Logged only. */
  noKey: (value: string): string =>
    `Cannot load document with id "${value}", expecting a compound key "local.id" or "cloud.id".`,
  source: (name: string): string =>
    `Cannot load document: unknown document source "${name}". Known sources: "local", "cloud", "url", or "json".`,
  id: 'Cannot load document: no document id',
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

/** In place of a file that the browser does not show again by itself. */
export const AGAIN = {
  title: (name: string): string => `"${name}" was open here.`,
  text: 'The browser asks you before it is read again.',
  open: 'Open again',
  leave: 'Not now',
} as const;

/** The dialogs that ask for an address. */
export const ADDRESS = {
  label: 'Address',
  open: {
    title: 'Open from url',
    hint: 'The server has to let other pages read it.',
    yes: 'Open',
    placeholder: 'https://example.org/data.json',
  },
  save: {
    title: 'Save to url',
    hint: 'The document is sent there by POST, formatted, as application/json.',
    yes: 'Save',
    placeholder: 'https://example.org/documents',
  },
  wrong: 'This is not an address. It starts with https:// or http://.',
} as const;
