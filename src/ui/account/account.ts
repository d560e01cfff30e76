// Who uses the page. Nobody can be signed in yet, so this is about the dialogs around it: which one is open, and
// where its buttons lead.

import { proxy, useSnapshot } from 'valtio';
import { readCallback } from './callback.ts';
import { signInAddress, type AccountConfig } from './config.ts';
import type { Modal } from './modal.ts';

export interface AccountState {
  readonly user: null;
  modal: Modal | null;
}

/** Somebody's account, as far as there is one. */
export interface Account {
  readonly state: Readonly<AccountState>;
  readonly config: AccountConfig;
  /** Whether ads may be shown: people with an active subscription see none. */
  readonly hasSubscription: boolean;
  open(modal: Modal): void;
  close(): void;
  /** Goes to the provider to sign in, and comes back to this page. */
  signIn(): void;
  /** Looks whether this page is opened on the way back from the provider. Once, before documents are opened. */
  start(): void;
}

/** Makes the account of one page. */
export function createAccount(config: AccountConfig): Account {
  const state = proxy<AccountState>({ user: null, modal: null });
  return {
    state,
    config,
    hasSubscription: false,
    open(modal) {
      state.modal = modal;
    },
    close() {
      state.modal = null;
    },
    signIn() {
      if (config.signIn !== null) location.assign(signInAddress(config.signIn, location.href));
    },
    start() {
      const callback = readCallback(location.hash);
      if (callback === null) return;
      history.replaceState(history.state, '', `${location.pathname}${location.search}${callback.hash}`);
      state.modal = callback.modal;
    },
  };
}

/** What to show of the account; re-renders on a change of what was read. */
export function useAccountState(account: Account): Readonly<AccountState> {
  return useSnapshot(account.state);
}
