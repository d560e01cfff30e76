// The column for users without a subscription: the promotion, and ads if the server configures them. The style sheet defines
// its width and the page width from which it is shown (PAN-6); without ads it is one thin line where a column would take space
// that the panels need. Its content is loaded after the page.

import { useState } from 'react';
import { useAccountState, type Account } from '../account/account.ts';
import { isSubscribed } from '../account/user-model.ts';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { PROMO } from '../strings/app/frame.ts';
import { PartBoundary } from '../widgets/boundary.tsx';
import { readAdConfig, readAnalyticsConfig } from './ad-config.ts';
import styles from './ads.module.css';

const Column = lazyPart(loadWithRetry(() => import('./column.tsx')));
const Outside = lazyPart(loadWithRetry(() => import('./third-party-frame.tsx')));

/** Whether content for users without a subscription is shown: only after it is known that the user has none. */
function useIsShown(account: Account): boolean {
  const { user, isKnown } = useAccountState(account);
  return isKnown && !isSubscribed(user);
}

/** The column for users without a subscription; nothing if neither ads nor accounts are configured. */
export function Ads({ account }: { readonly account: Account }) {
  const [config] = useState(readAdConfig);
  const isShown = useIsShown(account);
  if (!isShown || (!config.isOn && !account.isConfigured)) return null;
  return (
    <aside className={styles.ads} data-frame={config.isOn} aria-label={PROMO.label}>
      <PartBoundary fallback={null}>
        <Column frame={config.isOn ? config.frame : null} onPlans={() => account.open('plans')} />
      </PartBoundary>
    </aside>
  );
}

/** The visit counter, if configured; never for subscribers. @see requirements OFF-2 */
export function Analytics({ account }: { readonly account: Account }) {
  const [address] = useState(readAnalyticsConfig);
  const isShown = useIsShown(account);
  if (address === null || !isShown) return null;
  return (
    <PartBoundary fallback={null}>
      <Outside address={address} title={PROMO.analytics} hidden />
    </PartBoundary>
  );
}
