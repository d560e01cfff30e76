// Texts about links to the content of both panels, and to a value.

/** For a path that does not exist in the document. */
export const NO_VALUE = (path: string): string => `There is no value at ${path}.`;

export const VIEW_LINK = {
  title: 'To all that is shown',
  make: 'Make the link',
  reveals:
    'Both documents, their modes, Compare, and the value that is selected here. Whoever has the link has what it holds, as it is now.',
  holds: (documents: string): string => `It will hold ${documents}, compressed.`,
  document: (name: string, size: string): string => `${name} (${size})`,
  and: ' and ',
  names: 'It will name where the documents are, and hold none.',
  copied: (size: string): string => `Link copied, ${size}.`,
  tooLong: (size: string): string =>
    `What is shown (${size}) is too large for a link. Save the documents to disk, and send the files.`,
} as const;
