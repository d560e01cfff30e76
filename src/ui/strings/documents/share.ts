// Texts of the share dialog.

export const SHARE = {
  title: 'Share',
  making: 'Making links…',
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (title: string): string => `Copy: ${title}`,
  address: (title: string): string => `${title}: address`,
  access: 'Access…',
  cloud: {
    title: 'To the document in the cloud',
    public:
      'The document is public: whoever has the link can read it, as it was saved last, and its name. Only people with a role can change it.',
    private:
      'The document is private: the link opens it only for people with a role, when they are signed in. Others see nothing but the id of the document.',
    unknown:
      'Where the document is public, whoever has the link can read it, as it was saved last. Otherwise it opens only for people with a role, when they are signed in.',
  },
  inline: {
    title: 'With the document in it',
    reveals:
      'Whoever has the link has the document, as it is now. No server sees it: it is in the part of the address that browsers keep to themselves. The link stays in the history of browsers and chats.',
    /** Added where the document has another encoding. */
    asUtf8: (encoding: string): string => ` It is opened as UTF-8, and not as ${encoding}.`,
    /** Added where the document came from a CSV file. */
    asJson: ' It is JSON in the link, and not the CSV file that it came from.',
  },
  url: {
    title: 'To where the document was loaded from',
    reveals: 'Whoever has the link sees that address, and what it answers then. Your changes are not in it.',
  },
  local: {
    title: 'To the document in this browser',
    reveals: 'Works in this browser alone, for a bookmark. Others see nothing but the id of the document.',
  },
  long: (size: string) => `The link is long (${size}): mail and chat programs may cut it off.`,
  tooLong: (size: string) => `The document (${size}) is too large for a link. Save it to disk, and send the file.`,
} as const;
