// The user of the page. @see requirements AUT-5, AUT-7

/** A subscription; `expiresAt` in seconds since the epoch. */
export interface Subscription {
  readonly active: boolean;
  readonly expiresAt?: number;
}

export interface User {
  readonly fullName: string;
  readonly email: string;
  readonly subscriptions: readonly Subscription[];
}

/** Whether a subscription is valid now. */
export function isActive({ active, expiresAt }: Subscription): boolean {
  return active && (expiresAt === undefined || expiresAt * 1000 > Date.now());
}

/** Whether a user has a subscription that is valid now. */
export function isSubscribed(user: User | null): boolean {
  return user?.subscriptions.some(isActive) === true;
}
