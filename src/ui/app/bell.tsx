// The button in the header with what was told since the page was opened.

import { Popover } from '@base-ui/react/popover';
import { Bell as BellIcon } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Notices, PastNotice } from '../store/notices.ts';
import { NO_NOTIFICATIONS, NOTIFICATIONS, notificationsWith, SEVERITIES } from '../texts/notices.ts';
import { buttonClass } from '../widgets/button.tsx';
import styles from './bell.module.css';
import { SeveritySign } from './severity.tsx';

/** The bell. @see requirements ERR-2 */
export function Bell({ notices }: { readonly notices: Notices }) {
  const { past, unseen } = useSnapshot(notices.log);
  return (
    <Popover.Root onOpenChange={() => notices.markSeen()}>
      <Popover.Trigger
        className={`${buttonClass('plain', true)} ${styles.bell}`}
        aria-label={notificationsWith(unseen)}
        data-hint={NOTIFICATIONS}
      >
        <BellIcon size={16} aria-hidden />
        {unseen > 0 && <span className={styles.dot} />}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={styles.positioner} positionMethod="fixed" sideOffset={4} align="end">
          <Popover.Popup className={styles.popup}>
            <Popover.Title className={styles.title}>{NOTIFICATIONS}</Popover.Title>
            {past.length === 0 ? (
              <Popover.Description className={styles.none}>{NO_NOTIFICATIONS}</Popover.Description>
            ) : (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
              <ol className={styles.list} tabIndex={0} aria-label={NOTIFICATIONS}>
                {past.map((notice) => (
                  <Past key={notice.id} notice={notice} />
                ))}
              </ol>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Past({ notice: { severity, message, reasons, at } }: { readonly notice: PastNotice }) {
  return (
    <li className={styles.notice}>
      <SeveritySign severity={severity} label={SEVERITIES[severity]} />
      <div className={styles.text}>
        {message}
        {reasons.length > 0 && (
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </div>
      <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleTimeString()}</time>
    </li>
  );
}
