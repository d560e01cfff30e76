// The list of past notices, below the bell.

import { Popover } from '@base-ui/react/popover';
import type { RefObject } from 'react';
import { useSnapshot } from 'valtio';
import type { Notices, PastNotice } from './notices.ts';
import { NO_NOTIFICATIONS, NOTIFICATIONS, SEVERITIES } from '../strings/app/notices.ts';
import { sentenceOf } from '../strings/app/sentence.ts';
import { Details } from '../widgets/details.tsx';
import styles from './notice-history.module.css';
import { SeveritySign } from './severity.tsx';

export interface PastNoticesProps {
  readonly notices: Notices;
  readonly open: boolean;
  /** The button below which the list opens, and which closes it by itself. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** The list. @see requirements ERR-2 */
export default function PastNotices({ notices, open, anchor, onClose }: PastNoticesProps) {
  const { past } = useSnapshot(notices.log);
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, { event }) => {
        const isOnBell = event.target instanceof Node && anchor.current?.contains(event.target) === true;
        if (!next && !isOnBell) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          className={styles.positioner}
          positionMethod="fixed"
          anchor={anchor}
          sideOffset={4}
          align="end"
        >
          <Popover.Popup className={styles.popup} finalFocus={anchor}>
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
      <div className={styles.text} dir="auto">
        {sentenceOf(message)}
        <Details text={message} />
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
