// Texts about documents in the cloud. @see the specification, §5 and §8

/** Failed requests to the server; `id` is the document's. */
export const CLOUD_FAILED = {
  load: (id: string): string => `Failed to load document with id "${id}".`,
  list: 'Failed to load your cloud documents.',
  ids: 'Failed to patch your cloud document ids.',
  create: 'Failed to save document.',
  save: (id: string): string => `Failed to save document with id "${id}".`,
  name: (id: string): string => `Failed to update name of document with id "${id}".`,
  schema: (id: string): string => `Failed to update schema of document with id "${id}".`,
  access: (id: string): string => `Failed to update access of document with id "${id}".`,
  delete: (id: string): string => `Failed to delete document with id "${id}".`,
} as const;

/** Used when the server's response has no message. */
export const SERVER_SAID = {
  status: (status: string): string => `The server answered ${status}.`,
  unreachable: "The server can't be reached. Check the connection, and try again.",
  unreadable: 'The answer of the server could not be read.',
} as const;

/** Why a change is not sent: it would be sent as somebody else's. */
export const OTHER_PERSON =
  'It was written by another person than the one who is signed in now. Sign in as that person to save it, or save a copy in this browser.';

/** Shown when a save did not reach the server. */
export const SAVED_LATER =
  'Your changes are kept in this browser, and saved to the cloud as soon as it can be reached.';

/** Possible reasons why a document could not be loaded. */
export const LOAD_REASONS = {
  unauthorized: ['Do you have to sign in again?'],
  forbidden: ['You do not have access, is this document yours?'],
  other: [
    'Did you or someone else delete this cloud document?',
    'Is the id of the document correct or is there a typo?',
  ],
} as const;

/** Updates that need a document, or one in the cloud. */
export const CANNOT_UPDATE = {
  noDocument: (what: 'schema' | 'access' | 'name'): string => `Cannot update ${what}: create a document first.`,
  noCloud: 'Cannot update access: no cloud document',
} as const;

export const CLOUD_UNREADABLE = 'A part of this page could not be loaded. Check the connection, and try again.';

export const NO_CLOUD = 'Cannot load document: cloud documents are not set up on this server.';

/** Name of a new document in the cloud. @see requirements DOC-4 */
export const UNNAMED_CLOUD = 'New Document';

export function changedInCloud(name: string): string {
  return `"${name}" was saved by somebody else, or in another window, after it was opened here.`;
}

/** Opens the dialog about a document that was saved elsewhere. */
export const RESOLVE = 'Resolve…';

export function reloadedFromCloud(name: string): string {
  return `${name} is shown as it was saved elsewhere.`;
}

export function savedToCloud(name: string): string {
  return `${name} is saved in the cloud.`;
}

/** Shown when a document with another encoding was saved to the cloud. */
export const CLOUD_UTF8 = (name: string, encoding: string): string =>
  `The cloud has ${name} in UTF-8, and no longer in ${encoding}: JSON that is sent between systems is UTF-8. A file on disk that it came from is unchanged.`;

/** Confirmation before a document in the cloud is deleted. */
export const DELETE_QUESTION = {
  title: 'Delete from the cloud',
  text: (name: string): string =>
    `"${name}" is deleted for good, for you and for everyone who has access to it. This can't be undone.`,
  yes: 'Delete',
} as const;
