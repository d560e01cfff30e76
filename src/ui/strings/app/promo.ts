// Texts for users without a subscription.

/** The column for ads. */
export const PROMO = {
  label: 'Subscription',
  title: 'No ads, private documents',
  text: 'A subscription removes this and keeps your cloud documents private.',
  action: 'See the plans',
  ads: 'Advertisement',
  analytics: 'Visit counter',
} as const;
