// The clipboard, which the pages of a browser share.

import { afterAll, beforeAll } from 'vitest';
import { commands } from 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    takeClipboard(): Promise<void>;
    leaveClipboard(): Promise<void>;
  }
}

/** Gives the file that calls this the clipboard for itself. */
export function useClipboardAlone(): void {
  beforeAll(() => commands.takeClipboard(), 600_000);
  afterAll(() => commands.leaveClipboard());
}
