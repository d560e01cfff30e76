// The hint of the first visit, below the sample.

export const WELCOME = {
  text: 'This is a sample. Drop a file on a panel, paste JSON, or choose “Open”.',
  keys: 'F1 lists every command.',
  close: 'Close the hint',
} as const;
