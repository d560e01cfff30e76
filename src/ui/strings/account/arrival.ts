// Console messages for an invalid return from the sign-in provider.

export const ARRIVAL = {
  incomplete: 'The return from signing in is incomplete: nothing is stored.',
  foreign: 'This tab has not asked for the return from signing in: nothing is stored.',
  foreignSignOut: 'This tab has not asked for the return from signing out: nobody is signed out.',
} as const;
