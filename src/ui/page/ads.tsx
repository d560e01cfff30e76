// The column for people without a subscription: the promo, and room for the ads that a server may have set up. How wide
// it is, and from which width of the page on it is there at all, is in the style sheet (PAN-6).

import { useEffect, useState } from 'react';
import type { Account } from '../store/account.ts';
import { PROMO } from '../texts/page.ts';
import { readAdConfig } from './adconfig.ts';
import styles from './ads.module.css';
import { COLOUR_MS, promoColour } from './promo.ts';

/** The ad column; nothing where no ads are set up, and for subscribers. */
export function Ads({ account }: { readonly account: Account }) {
  const [config] = useState(readAdConfig);
  if (!config.isOn || account.hasSubscription) return null;
  return (
    <aside className={styles.ads} aria-label={PROMO.label}>
      <Promo onPlans={() => account.open('plans')} />
    </aside>
  );
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
