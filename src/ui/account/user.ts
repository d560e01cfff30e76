// The signed-in user according to the server: requested at the start, every hour, and when tokens are stored, removed, or may
// work again.
// @see requirements AUT-5

import type { Cloud } from '../documents/cloud/cloud.ts';
import { sendAuthorized } from '../documents/cloud/authorized.ts';
import { AUTH_KEY, personIn } from '../documents/cloud/stored-auth.ts';
import type { User } from './user-model.ts';

const REFRESH_MS = 3_600_000;
const MAX_REFRESH_MS = 20_000;

/**
 * Requests the user now and from then on, and passes each result to `show`; `null` if nobody is signed in or the server doesn't
 * reply.
 */
export function subscribeUser(cloud: Pick<Cloud, 'url' | 'tokens'>, show: (user: User | null) => void): void {
  let turn = 0;
  const refresh = async (): Promise<void> => {
    turn += 1;
    const mine = turn;
    const user = await fetchUser(cloud).catch(() => null);
    if (mine === turn) show(user);
  };
  void refresh();
  setInterval(() => void refresh(), REFRESH_MS);
  addEventListener('online', () => void refresh());
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    // A refreshed token belongs to the same user.
    const isOther = (oldValue === null) !== (newValue === null) || personIn(oldValue) !== personIn(newValue);
    if (key === null || (key === AUTH_KEY && isOther)) void refresh();
  });
}

/** Requests the signed-in user; `null` if the server does not know one. @throws if it can't be reached */
export async function fetchUser({ url, tokens }: Pick<Cloud, 'url' | 'tokens'>): Promise<User | null> {
  const signal = AbortSignal.timeout(MAX_REFRESH_MS);
  const response = await sendAuthorized(tokens, async (authorization) =>
    authorization === null
      ? Response.error()
      : fetch(`${url}/auth/user`, { cache: 'no-store', headers: { authorization }, signal }),
  );
  return response.ok ? readUser((await response.json()) as unknown) : null;
}

/** Parses a user from a response; `null` if it is invalid. */
export function readUser(answer: unknown): User | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { fullName, email, subscriptions } = answer as Partial<Record<keyof User, unknown>>;
  if (typeof fullName !== 'string' || typeof email !== 'string') return null;
  const list: readonly unknown[] = Array.isArray(subscriptions) ? subscriptions : [];
  return {
    fullName,
    email,
    subscriptions: list.flatMap((one) => {
      if (typeof one !== 'object' || one === null || !('active' in one)) return [];
      const expiresAt = 'expiresAt' in one && typeof one.expiresAt === 'number' ? one.expiresAt : null;
      return [{ active: one.active === true, ...(expiresAt !== null && { expiresAt }) }];
    }),
  };
}
