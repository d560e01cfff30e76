// Who uses the page, and the dialogs around that: which one is open, and where its buttons lead. What talks to the server or
// the provider loads when it is needed.

import { proxy, useSnapshot } from 'valtio';
import type { Cloud } from '../documents/cloud/cloud.ts';
import { patiently } from '../patiently.ts';
import { takeCallback } from './callback.ts';
import type { AccountConfig } from './config.ts';
import type { Modal } from './modal.ts';
import type { User } from './user-model.ts';

export interface AccountState {
  /** Somebody who is signed in; `null` also while nobody knows. */
  user: User | null;
  /** Whether it is known who that is. */
  isKnown: boolean;
  modal: Modal | null;
}

/** Somebody's account, as far as there is one. */
export interface Account {
  readonly state: Readonly<AccountState>;
  readonly config: AccountConfig;
  /** Whether people can sign in here. */
  readonly isConfigured: boolean;
  open(modal: Modal): void;
  close(): void;
  /** Goes to the provider to sign in, and comes back to this page. */
  signIn(): void;
  signOut(): void;
  /** Finds out who is signed in. Resolves to whether somebody has just come back from signing in. Once. */
  start(): Promise<boolean>;
}

const loadArrival = patiently(() => import('./arrival.ts'));
const loadLeaving = patiently(() => import('./leaving.ts'));
const loadUser = patiently(() => import('./user.ts'));

/** Makes the account of one page. What a return from the provider has put into the address is taken out at once. */
export function createAccount(config: AccountConfig, cloud: Cloud | null): Account {
  const isConfigured = config.signIn !== null && cloud !== null;
  const state = proxy<AccountState>({ user: null, isKnown: !isConfigured || !cloud.isSignedIn, modal: null });
  const returned = takeCallback();
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
      state.modal = null;
    },
    signIn() {
      const { signIn } = config;
      if (signIn !== null) void loadLeaving().then((leaving) => leaving.signIn(signIn));
    },
    signOut() {
      void loadLeaving().then((leaving) => leaving.signOut(config));
    },
    start() {
      state.modal ??= returned?.modal ?? null;
      if (isConfigured)
        void loadUser().then(({ followUser }) =>
          followUser(cloud, (user) => Object.assign(state, { user, isKnown: true })),
        );
      return arrival;
    },
  };
}

/** What to show of the account; re-renders on a change of what was read. */
export function useAccountState(account: Account): Readonly<AccountState> {
  return useSnapshot(account.state) as AccountState;
}
