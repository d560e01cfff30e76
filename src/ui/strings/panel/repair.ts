// Texts about repairs of a text.

export const REPAIRED = 'The document was repaired.';
export const REPAIR_STALE =
  'The document has changed since it was looked at, so it was not repaired. Please try again.';

/** The preview of a repair. */
export const REPAIR = {
  title: 'Auto repair',
  repair: 'Repair',
  go: 'Go to the place',
  changes: 'Changes',
  summary: (places: number, added: number, removed: number): string =>
    `${counted(places, 'place')} would change: ${counted(added, 'character')} added, ${removed.toLocaleString()} removed. Everything else stays as it is.`,
  incomplete: ' The changes are too many to be told apart to the end: the last one is all of the rest.',
  more: (count: number): string => `and ${count.toLocaleString()} more`,
  line: (line: number): string => `Line ${line.toLocaleString()}`,
  strays: (count: number): string =>
    `${counted(count, 'byte')} of the text ${count === 1 ? 'is' : 'are'} not UTF-8, shown as “\\xE9” here. The repair replaces each with “\uFFFD”, so that its character is lost. If the text was written on Windows, read it as Windows-1252 instead.`,
  windows: 'Read as Windows-1252',
} as const;

function counted(number: number, noun: string): string {
  return `${number.toLocaleString()} ${noun}${number === 1 ? '' : 's'}`;
}
