// The dialogs of the account (MOD-1). If the server has no membership provider, the buttons that need one say so.

import type { ReactNode } from 'react';
import { useAccountState, type Account } from './account.ts';
import { SIGN_IN } from '../strings/account/account.ts';
import {
  CANCELLED,
  LATER,
  NOT_SET_UP,
  PLANS_TITLE,
  SIGN_IN_DIALOG,
  SIGN_IN_ONCE_MORE,
  SIGN_UP,
  SIGNED_UP_DIALOG,
  SUBSCRIBED_DIALOG,
} from '../strings/account/plans.ts';
import { CANCEL, CLOSE } from '../strings/app/layout.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import styles from './modals.module.css';
import { PlanCards } from './plans.tsx';

/** Renders the open dialog. */
export default function Modals({ account }: { readonly account: Account }) {
  const { modal, user } = useAccountState(account);
  const { signIn, signUp } = account.config;
  const close = account.close;
  const later = (word: string): ReactNode => (
    <Button look="outline" onClick={close}>
      {word}
    </Button>
  );
  const toSignIn = (word: string): ReactNode => (
    <Button look="primary" disabled={signIn === null} onClick={account.signIn}>
      {word}
    </Button>
  );
  const note = signIn === null && <p className={styles.note}>{NOT_SET_UP}</p>;
  return (
    <>
      <Dialog title={PLANS_TITLE} open={modal === 'plans'} onClose={close} wide>
        <PlanCards config={account.config} />
        <p className={styles.small}>{CANCELLED}</p>
        <Actions>{later(CLOSE)}</Actions>
      </Dialog>
      <Dialog title={SIGN_IN_DIALOG.title} open={modal === 'sign-in'} onClose={close}>
        <p>{SIGN_IN_DIALOG.text}</p>
        {note}
        <Actions>
          {later(CANCEL)}
          <Button look="outline" disabled={signUp === null} onClick={account.signUp}>
            {SIGN_UP}
          </Button>
          {toSignIn(SIGN_IN)}
        </Actions>
      </Dialog>
      <Dialog title={SIGNED_UP_DIALOG.title} open={modal === 'signed-up'} onClose={close}>
        <p>{SIGNED_UP_DIALOG.text}</p>
        {note}
        <Actions>
          {later(LATER)}
          {toSignIn(SIGN_IN)}
        </Actions>
      </Dialog>
      <Dialog title={SUBSCRIBED_DIALOG.title} open={modal === 'subscribed'} onClose={close}>
        <p>{SUBSCRIBED_DIALOG.text}</p>
        {note}
        <Actions>
          {later(LATER)}
          {toSignIn(user === null ? SIGN_IN : SIGN_IN_ONCE_MORE)}
        </Actions>
      </Dialog>
    </>
  );
}
