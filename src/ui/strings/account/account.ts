// Texts of accounts and plans. @see specification §1, §2; requirements MOD-1, MOD-2

export const SIGN_IN = 'Sign in';

/** The menu in the header. */
export const ACCOUNT = {
  title: 'Account',
  signIn: 'Sign in',
  plans: 'Pricing plans',
  account: 'Account',
  subscribe: 'Subscribe',
  signOut: 'Sign Out',
} as const;
