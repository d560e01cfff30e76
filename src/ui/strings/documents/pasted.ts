// Notifications about a pasted text that may be meant as something else.

export const PASTED = {
  address: 'What was pasted is an address.',
  load: 'Load from there',
  escaped: 'What was pasted is JSON inside a string.',
  unescape: 'Unescape',
} as const;
