// What the console says of a return from the provider that is none.

export const ARRIVAL = {
  incomplete: 'The return from signing in is incomplete: nothing is stored.',
  foreign: 'This tab has not asked for the return from signing in: nothing is stored.',
} as const;
