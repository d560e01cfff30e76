// Texts of the dialogs about accounts and plans, loaded with them. @see specification §1, §2; requirements MOD-1, MOD-2

export const NOT_SET_UP = 'Sign-in is not set up on this server.';
export const LATER = 'Later';
export const SIGN_IN_ONCE_MORE = 'Sign in again';
export const SIGN_UP = 'Sign up for free';

export const SIGN_IN_DIALOG = {
  title: 'Sign in',
  text: 'With an account your documents can live in the cloud: on every computer of yours, and as links to share. Everything else works without one.',
} as const;

export const SIGNED_UP_DIALOG = {
  title: 'Sign up successful',
  text: 'Your account is ready. Sign in to keep documents in the cloud.',
} as const;

export const SUBSCRIBED_DIALOG = {
  title: 'Subscription activated',
  text: 'Thank you. Sign in, again if you are signed in already, so that this page learns of it.',
} as const;

/** A plan and its features. */
export interface PricePlan {
  readonly id: 'free' | 'quarterly' | 'yearly';
  readonly name: string;
  /** Per month. */
  readonly price: string;
  readonly billing: string;
  readonly contents: readonly string[];
}

export const PLANS_TITLE = 'Pricing plans';
export const SUBSCRIBE = 'Subscribe';
export const PER_MONTH = '/month';
export const CANCELLED =
  'After a subscription has ended its private cloud documents can still be read, and not edited any more.';

export const PLANS: readonly PricePlan[] = [
  {
    id: 'free',
    name: 'Free',
    price: '$0',
    billing: 'No account needed for the editor',
    contents: ['Full editor', 'Public cloud documents, 1 MB each', 'Shows ads'],
  },
  {
    id: 'quarterly',
    name: 'Quarterly developer',
    price: '$6',
    billing: '$18 per quarter',
    contents: ['Full editor', 'Private cloud documents, 1 MB each and 1 GB in total', 'No ads, no tracking'],
  },
  {
    id: 'yearly',
    name: 'Yearly developer',
    price: '$5',
    billing: '$60 per year',
    contents: [
      'Full editor',
      'Private cloud documents, 1 MB each and 1 GB in total',
      'No ads, no tracking',
      'Loyalty discount',
    ],
  },
];
