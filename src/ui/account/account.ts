// The account of the page's user, and its dialogs: which one is open, and where its buttons lead. The code that talks to the
// server or the provider is loaded on use.

import { proxy, useSnapshot } from 'valtio';
import type { Cloud } from '../documents/cloud/cloud.ts';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { consumeCallback } from './callback.ts';
import type { AccountConfig } from './config.ts';
import type { Modal } from './modal.ts';
import type { User } from './user-model.ts';

export interface AccountState {
  /** The signed-in user; `null` also while that is unknown. */
  user: User | null;
  /** Whether `user` has been determined. */
  isKnown: boolean;
  modal: Modal | null;
}

/** The account of the page's user. */
export interface Account {
  readonly state: Readonly<AccountState>;
  readonly config: AccountConfig;
  /** Whether users can sign in here. */
  readonly isConfigured: boolean;
  open(modal: Modal): void;
  close(): void;
  /** Navigates to the provider to sign in, which returns to this page. */
  signIn(): void;
  /** Navigates to the provider to sign up. */
  signUp(): void;
  signOut(): void;
  /** Determines the signed-in user. Resolves to whether the user has just returned from signing in. Call it once. */
  start(): Promise<boolean>;
}

const loadArrival = loadWithRetry(() => import('./arrival.ts'));
const loadLeaving = loadWithRetry(() => import('./leaving.ts'));
const loadUser = loadWithRetry(() => import('./user.ts'));

/** The key in the session storage: a save to the cloud that waits for its user to sign in. */
export const WAITING_SAVE_KEY = 'saveToCloud';

/** How long signing out waits for saves, which need the user's token. */
const MAX_SAVE_MS = 5000;

/**
 * Creates the account of a page. The parameters of a return from the provider are removed from the address immediately. `flush`
 * saves what is unsaved, as far as that is possible without asking.
 */
export function createAccount(
  config: AccountConfig,
  cloud: Cloud | null,
  flush: () => Promise<unknown> = () => Promise.resolve(),
): Account {
  const isConfigured = config.signIn !== null && cloud !== null;
  const state = proxy<AccountState>({ user: null, isKnown: !isConfigured || !cloud.isSignedIn, modal: null });
  const returned = consumeCallback();
  const arrival =
    returned === null ? Promise.resolve(false) : loadArrival().then(({ arrive }) => arrive(returned.parameters));
  cloud?.tokens.waitFor(arrival);
  return {
    state,
    config,
    isConfigured,
    open(modal) {
      state.modal = modal;
    },
    close() {
      // Whoever does not sign in now is not asked again by what waited for it.
      sessionStorage.removeItem(WAITING_SAVE_KEY);
      state.modal = null;
    },
    signIn() {
      const { signIn } = config;
      if (signIn !== null) void loadLeaving().then((leaving) => leaving.signIn(signIn));
    },
    signUp() {
      const { signUp } = config;
      if (signUp !== null) void loadLeaving().then((leaving) => leaving.signUp(signUp));
    },
    signOut() {
      const late = new Promise((resolve) => setTimeout(resolve, MAX_SAVE_MS));
      const saved = Promise.race([flush().catch(() => undefined), late]);
      void Promise.all([loadLeaving(), saved]).then(([leaving]) => leaving.signOut(config));
    },
    start() {
      state.modal ??= returned?.modal ?? null;
      if (isConfigured)
        void loadUser().then(({ subscribeUser: followUser }) =>
          followUser(cloud, (user) => Object.assign(state, { user, isKnown: true })),
        );
      return arrival;
    },
  };
}

/** Returns a snapshot of the account; re-renders when a property that was read changes. */
export function useAccountState(account: Account): Readonly<AccountState> {
  return useSnapshot(account.state) as AccountState;
}
