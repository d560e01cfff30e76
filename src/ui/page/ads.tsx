// The column for people without a subscription: the promo, and the ads that a server may have set up. How wide it is, and
// from which width of the page on it is there at all, is in the style sheet (PAN-6). What is in it comes after the page.

import { lazy, Suspense, useState } from 'react';
import { useAccountState, type Account } from '../account/account.ts';
import { isSubscribed } from '../account/user-model.ts';
import { patiently } from '../patiently.ts';
import { PROMO } from '../strings/app/promo.ts';
import { Boundary } from '../widgets/boundary.tsx';
import { readAdConfig, readAnalyticsConfig } from './adconfig.ts';
import styles from './ads.module.css';

const Column = lazy(patiently(() => import('./column.tsx')));
const Outside = lazy(patiently(() => import('./outside.tsx')));

/** Whether what is for people without a subscription is shown: not before it is known that somebody is none of them. */
function useIsShown(account: Account): boolean {
  const { user, isKnown } = useAccountState(account);
  return isKnown && !isSubscribed(user);
}

/** The column for people without a subscription; nothing where neither ads nor accounts are set up. */
export function Ads({ account }: { readonly account: Account }) {
  const [config] = useState(readAdConfig);
  const isShown = useIsShown(account);
  if (!isShown || (!config.isOn && !account.isConfigured)) return null;
  return (
    <aside className={styles.ads} aria-label={PROMO.label}>
      <Boundary fallback={null}>
        <Suspense fallback={null}>
          <Column frame={config.isOn ? config.frame : null} onPlans={() => account.open('plans')} />
        </Suspense>
      </Boundary>
    </aside>
  );
}

/** The page that counts visits, where one is set up; never for subscribers. @see requirements OFF-2 */
export function Analytics({ account }: { readonly account: Account }) {
  const [address] = useState(readAnalyticsConfig);
  const isShown = useIsShown(account);
  if (address === null || !isShown) return null;
  return (
    <Boundary fallback={null}>
      <Suspense fallback={null}>
        <Outside address={address} title={PROMO.analytics} hidden />
      </Suspense>
    </Boundary>
  );
}
