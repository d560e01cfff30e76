// The content of the column for users without a subscription.

import { useEffect, useState } from 'react';
import { PROMO } from '../strings/app/frame.ts';
import { NO_ADS_PX, useMedia } from '../widgets/media.ts';
import styles from './ads.module.css';
import ThirdPartyFrame from './third-party-frame.tsx';
import { COLOUR_MS, promoColour } from './promo.ts';

export interface ColumnProps {
  /** The page with the ads; `null` if there are none. */
  readonly frame: string | null;
  readonly onPlans: () => void;
}

/** The promotion, and below it the ads if there is space. */
export default function Column({ frame, onPlans }: ColumnProps) {
  const hasRoom = useMedia(`(width > ${NO_ADS_PX}px)`);
  return (
    <>
      <Promo onPlans={onPlans} />
      {hasRoom && frame !== null && <ThirdPartyFrame address={frame} title={PROMO.ads} className={styles.frame} />}
    </>
  );
}

function Promo({ onPlans }: Pick<ColumnProps, 'onPlans'>) {
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
