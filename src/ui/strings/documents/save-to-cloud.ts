// Texts of saving to the cloud.

/** Asked once before a free account saves to the cloud. */
export const PUBLIC_QUESTION = {
  title: 'Save as a public document?',
  text: 'With a free account, documents in the cloud are public: everyone who has the link can read them. A subscription keeps them private.',
  yes: 'Save as public',
} as const;

/** The action of an error about a document that is not in the cloud. */
export const SAVE_FIRST = 'Save to cloud';
