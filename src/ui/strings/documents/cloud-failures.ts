// Why a request to the cloud failed.

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

/** What was to be done, in the sentences below. */
export const CLOUD_DOING = {
  load: 'open this document',
  save: 'save this document',
  name: 'rename this document',
  schema: 'change the schema of this document',
  access: 'change who can open this document',
  delete: 'delete this document',
} as const;

/** What stands before the message about a request that the server refused to this person. */
export const REFUSED = {
  unauthorized: (doing: string): string => `Sign in to ${doing}.`,
  forbidden: (doing: string): string => `You may not ${doing}.`,
  subscription: (doing: string): string => `To ${doing}, you need an active subscription.`,
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

/** Possible reasons why a document could not be loaded. */
export const LOAD_REASONS = {
  unauthorized: ['Do you have to sign in again?'],
  forbidden: ['You do not have access, is this document yours?'],
  other: [
    'Did you or someone else delete this cloud document?',
    'Is the id of the document correct or is there a typo?',
  ],
} as const;
