// The column for people without a subscription: the promo, and the ads that a server may have set up. How wide it is, and
// from which width of the page on it is there at all, is in the style sheet (PAN-6).

import { useEffect, useState } from 'react';
import type { Account } from '../account/account.ts';
import { PROMO } from '../strings/app/promo.ts';
import { NO_ADS_PX, useMedia } from '../widgets/media.ts';
import { readAdConfig, readAnalyticsConfig } from './adconfig.ts';
import styles from './ads.module.css';
import { Outside } from './outside.tsx';
import { COLOUR_MS, promoColour } from './promo.ts';

/** The ad column; nothing where no ads are set up, and for subscribers. */
export function Ads({ account }: { readonly account: Account }) {
  const [config] = useState(readAdConfig);
  const hasRoom = useMedia(`(width > ${NO_ADS_PX}px)`);
  if (!config.isOn || account.hasSubscription) return null;
  return (
    <aside className={styles.ads} aria-label={PROMO.label}>
      <Promo onPlans={() => account.open('plans')} />
      {hasRoom && config.frame !== null && (
        <Outside address={config.frame} title={PROMO.ads} className={styles.frame} />
      )}
    </aside>
  );
}

/** The page that counts visits, where one is set up; never for subscribers. @see requirements OFF-2 */
export function Analytics({ account }: { readonly account: Account }) {
  const [address] = useState(readAnalyticsConfig);
  if (address === null || account.hasSubscription) return null;
  return <Outside address={address} title={PROMO.analytics} hidden />;
}

function Promo({ onPlans }: { readonly onPlans: () => void }) {
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurns((before) => before + 1), COLOUR_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles.promo} data-colour={promoColour(turns)}>
      <strong>{PROMO.title}</strong>
      <p>{PROMO.text}</p>
      <button type="button" className={styles.action} onClick={onPlans}>
        {PROMO.action}
      </button>
    </div>
  );
}
