// The plans side by side, for their dialog and the section below the editor.

import { Check } from 'lucide-react';
import { NOT_SET_UP, PER_MONTH, PLANS, SUBSCRIBE } from '../strings/account/plans.ts';
import { Button } from '../widgets/button.tsx';
import type { AccountConfig } from './config.ts';
import styles from './plans.module.css';

/** Price and features of each plan; a paid plan links to its checkout. @see requirements MOD-2 */
export function PlanCards({ config }: { readonly config: AccountConfig }) {
  const canBuy = config.quarterly !== null && config.yearly !== null;
  return (
    <>
      <ul className={styles.plans}>
        {PLANS.map(({ id, name, price, billing, contents }) => {
          const checkout = id === 'free' ? null : config[id];
          return (
            <li key={id} className={styles.plan}>
              <h3 className={styles.name}>{name}</h3>
              <p className={styles.price}>
                <b>{price}</b>
                {PER_MONTH}
              </p>
              <p className={styles.billing}>{billing}</p>
              <ul className={styles.contents}>
                {contents.map((one) => (
                  <li key={one}>
                    <Check size={14} aria-hidden />
                    {one}
                  </li>
                ))}
              </ul>
              {id !== 'free' && (
                <Button
                  look="outline"
                  label={`${SUBSCRIBE}: ${name}`}
                  disabled={checkout === null}
                  onClick={() => checkout !== null && location.assign(checkout)}
                >
                  {SUBSCRIBE}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {!canBuy && <p className={styles.note}>{NOT_SET_UP}</p>}
    </>
  );
}
