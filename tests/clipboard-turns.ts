// The browser has one clipboard for all of its pages, and two pages run tests at a time: a file that uses it takes its turn.

import type { BrowserCommand } from 'vitest/node';

let last: Promise<void> = Promise.resolve();
const ends = new Map<string, () => void>();

/** Waits until no other file uses the clipboard. */
export const takeClipboard: BrowserCommand = async ({ testPath = '' }) => {
  const before = last;
  last = new Promise((resolve) => ends.set(testPath, resolve));
  await before;
};

/** Ends the turn of a file. */
export const leaveClipboard: BrowserCommand = ({ testPath = '' }) => {
  ends.get(testPath)?.();
  ends.delete(testPath);
};
