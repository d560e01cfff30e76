// Notices about a document that has been opened, or was saved to open another one. Needed with the first page.

export function savedHere(name: string): string {
  return `${name} is saved in this browser.`;
}

/** Shown when parts of a file that is opened could not be decoded. */
export function replacedNotice(name: string, encoding: string, replaced: number): string {
  return `${replacedSentence(name, encoding, replaced)} The file still has what was there.`;
}

/** Shown when a compressed file could be unpacked only in part. */
export function cutNotice(name: string): string {
  return `"${name}" is cut off or damaged: only the beginning that could be unpacked is shown. The file stays as it is, and a save makes a new document.`;
}

export function replacedSentence(name: string, encoding: string, replaced: number): string {
  const [what, verb] = replaced === 1 ? ['One character', 'is'] : [`${replaced.toLocaleString()} characters`, 'are'];
  return `${what} of "${name}" could not be read as ${encoding} and ${verb} now “\uFFFD”.`;
}
