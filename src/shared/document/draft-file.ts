// Names the files that hold the bases of drafts, in a folder of the browser's private file system (OPFS).
//
//   diptych-drafts/<draft id>.<number of the base>

/** The folder, below the root that `navigator.storage.getDirectory` resolves to. */
export const DRAFT_FOLDER = 'diptych-drafts';

/** Returns the name of a draft's base file. Each new base of a draft gets a new file. */
export function draftFileName(draft: string, number: number): string {
  return `${draft}.${number}`;
}

/** Returns the id of the draft that a file belongs to. */
export function draftOfFile(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}
