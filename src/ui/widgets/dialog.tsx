// Dialogs: they float in the middle, close on Escape and on a click on the background, and give the
// focus back (MOD-1).

import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import styles from './dialog.module.css';
import floating from './floating.module.css';

export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** For lists and texts. */
  readonly wide?: boolean;
  /** For work on the whole: a large box, or all of the page. */
  readonly work?: 'window' | 'full';
  /** Beside the title. */
  readonly tools?: ReactNode;
  /** What has the focus first; without it the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** What has the focus afterwards: `false` leaves it to whoever closes the dialog. */
  readonly finalFocus?: () => boolean;
}

/** A dialog with a title; its content brings its own buttons, in an `Actions` row. */
export function Dialog({
  title,
  open,
  onClose,
  children,
  wide = false,
  work,
  tools,
  initialFocus,
  finalFocus,
}: DialogProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={`${floating.backdrop} ${styles.backdrop}`} />
        <BaseDialog.Popup
          className={[floating.popup, styles.popup, wide ? styles.wide : '', work ? styles[work] : ''].join(' ')}
          initialFocus={initialFocus}
          finalFocus={finalFocus}
          data-modal
        >
          {tools === undefined ? (
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
          ) : (
            <div className={styles.head}>
              <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
              {tools}
            </div>
          )}
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** The row of buttons at a dialog's end. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
