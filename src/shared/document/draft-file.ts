// Where the bases of drafts are kept: files in a folder of the browser's private file system (OPFS), named by draft.
//
//   diptych-drafts/<draft id>.<number of the base>

/** The folder, below the root that `navigator.storage.getDirectory` answers. */
export const DRAFT_FOLDER = 'diptych-drafts';

/** The name of a draft's base file. A draft that gets another base gets another file. */
export function draftFileName(draft: string, number: number): string {
  return `${draft}.${number}`;
}

/** The id of the draft that a file belongs to. */
export function draftOfFile(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}
