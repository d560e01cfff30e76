// Texts about choosing a schema and validating with it.

export const SCHEMA_DIALOG = {
  title: 'Schema',
  legend: 'Where the schema is',
  types: {
    none: { label: 'None', hint: 'Only a schema that the document names in $schema is used.' },
    url: { label: 'At an address', hint: 'Fetched from there, once you have agreed to its host.' },
    document: { label: 'A document', hint: 'One that is kept in this browser or in the cloud.' },
    panel: { label: 'The other panel', hint: 'Follows what is written there.' },
    content: { label: 'Written here', hint: 'Kept with the document.' },
  },
  ignoresDocument: 'Ignore $schema, too',
  inBrowser: 'In this browser',
  inCloud: 'In the cloud',
  url: 'Address of the schema',
  urlStart: 'https://',
  urlWrong: 'Enter an address that begins with https://.',
  document: 'Document',
  noDocuments: 'No document is kept in this browser or in the cloud.',
  chooseDocument: 'Choose a document.',
  content: 'JSON Schema',
  contentWrong: 'The schema is not valid JSON.',
  use: 'Use schema',
} as const;

/** The offer of a schema that was found for a document. */
export const SCHEMA_OFFER = {
  document: (host: string): string =>
    `The document names a schema at ${host}. Nothing is fetched from there before you agree.`,
  file: (name: string, host: string): string =>
    `SchemaStore lists a schema for files of this name: ${name}, at ${host}.`,
  use: 'Use schema…',
} as const;

/** Confirmation before a host's files are fetched. */
export const SCHEMA_CONSENT = {
  title: 'Fetch the schema?',
  text: (host: string): string =>
    `The schema is fetched from ${host}, without cookies. That server learns your address and that a document here uses it. You are asked once for each host.`,
  yes: 'Fetch',
} as const;

export const SCHEMA_CHECK = {
  progress: (percent: number): string => `Checking against the schema… ${percent} %`,
  cancel: 'Cancel',
  cancelled: 'The check against the schema was cancelled.',
  notAllowed: (host: string): string =>
    `The schema is at ${host}, and nothing is fetched from there before you agree. Choose it in Document > Schema….`,
  notSecure: (url: string): string => `The schema refers to ${url}, which is not fetched: only https is.`,
  tooMany: (most: number): string => `The schema has more than ${most} files; the others are passed over.`,
  tooLarge: (url: string): string => `The schema at ${url} is larger than 10 MB, and is passed over.`,
  failed: (url: string, reason: string): string => `The schema at ${url} could not be fetched: ${reason}.`,
  unreachable: 'the server could not be reached, or lets no other page read it',
  status: (status: number): string => `the server answered ${status}`,
  noPanel: 'The other panel has no valid document to be the schema.',
  noDocument: 'The document that is the schema is not there any more.',
} as const;

/** Quick fixes in the list of problems, and the alternatives of an error. */
export const SCHEMA_FIXES = {
  title: 'Fix…',
  menu: (message: string): string => `Fixes: ${message}`,
  hint: 'Fix (Ctrl+.)',
  working: 'Fixing',
  gone: 'The error is not there any more: the document or its schema has changed.',
  done: (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'error was' : 'errors were'} fixed.`,
  none: 'There is no problem here that has a fix.',
  alternatives: 'Show the other alternatives',
  fewer: 'Hide the other alternatives',
  alternative: (index: number, name: string | null): string =>
    `Alternative ${index + 1}${name === null ? '' : `: ${name}`}`,
  fits: 'The value fits.',
  at: (pointer: string, message: string): string => (pointer === '' ? message : `${pointer}: ${message}`),
  more: (count: number): string => `and ${count.toLocaleString()} more`,
} as const;

/** Inferring a schema from a document. */
export const SCHEMA_INFER = {
  working: 'Inferring a schema',
  done: (name: string): string => `A schema was inferred: ${name}.`,
  cut: (name: string): string =>
    `A schema was inferred: ${name}. The document holds more than it describes; $comment says where.`,
} as const;
