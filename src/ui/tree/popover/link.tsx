// A link in its popover, for keyboard and touch: the full address, and a button that opens it.

import { ExternalLink } from 'lucide-react';
import { buttonClass } from '../../widgets/button.tsx';
import { POPOVER } from '../../strings/editors/popover.ts';
import styles from './popover.module.css';

/** Shows an address and a button that opens it. */
export function LinkView({ href }: { readonly href: string }) {
  return (
    <div className={styles['form']}>
      <p className={styles['address']}>
        <bdi>{href}</bdi>
      </p>
      <div className={styles['end']}>
        <a className={buttonClass('primary')} href={href} target="_blank" rel="noopener noreferrer">
          <ExternalLink size={14} aria-hidden /> {POPOVER.openLink}
        </a>
      </div>
    </div>
  );
}
