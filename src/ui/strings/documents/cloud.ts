// Texts about documents in the cloud. @see the specification, §5 and §8

/** Shown when a save did not reach the server. */
export const SAVED_LATER =
  'Your changes are kept in this browser, and saved to the cloud as soon as it can be reached.';

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
