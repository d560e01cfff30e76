// The button in the header that opens the list of past notices.

import { Bell as BellIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Notices } from './notices.ts';
import { NOTIFICATIONS, notificationsWith } from '../strings/app/notices.ts';
import { buttonClass } from '../widgets/button.tsx';
import styles from './bell.module.css';
import { PartBoundary } from '../widgets/boundary.tsx';
import { lazyPart } from '../browser/lazy-part.tsx';

const PastNotices = lazyPart(() => import('./notice-history.tsx'));

export function Bell({ notices }: { readonly notices: Notices }) {
  const { unseen } = useSnapshot(notices.log);
  const [open, setOpen] = useState<boolean | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${buttonClass('plain', true)} ${styles.bell}`}
        aria-label={notificationsWith(unseen)}
        aria-haspopup="dialog"
        aria-expanded={open === true}
        data-popup-open={open === true ? '' : undefined}
        data-hint={NOTIFICATIONS}
        onClick={() => {
          setOpen(open !== true);
          notices.markSeen();
        }}
      >
        <BellIcon size={16} aria-hidden />
        {unseen > 0 && <span className={styles.dot} />}
      </button>
      {open !== null && (
        <PartBoundary look="float" open={open} onClose={() => setOpen(false)}>
          <PastNotices notices={notices} open={open} anchor={button} onClose={() => setOpen(false)} />
        </PartBoundary>
      )}
    </>
  );
}
