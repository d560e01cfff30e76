// Renders a dialog with the component library; loaded by `dialog.tsx`.

import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { useEffect, type KeyboardEvent } from 'react';
import type { DialogProps } from './dialog-props.ts';
import styles from './dialog.module.css';
import floating from '../floating.module.css';
import { useMoved } from './moved.ts';
import { useNoticeRoom } from './notice-room.ts';
import { Shade } from './shade.tsx';

/** The box with its title, and the background behind it. */
export default function DialogFrame({
  title,
  open,
  onClose,
  children,
  wide = false,
  tall = false,
  work,
  tools,
  initialFocus,
  finalFocus,
  handlers,
}: DialogProps) {
  const { style, title: handle } = useMoved();
  const room = useNoticeRoom();
  useTabGuard();
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={`${floating.backdrop} ${styles.backdrop}`} {...handlers} />
        <BaseDialog.Popup
          className={[
            floating.popup,
            styles.popup,
            wide ? styles.wide : '',
            tall ? styles.tall : '',
            work ? styles[work] : '',
          ].join(' ')}
          initialFocus={initialFocus}
          finalFocus={finalFocus}
          onKeyDownCapture={endWithKey}
          {...handlers}
          style={{ ...room, ...style }}
          data-modal
        >
          <Shade />
          {tools === undefined ? (
            <BaseDialog.Title className={styles.title} {...handle}>
              {title}
            </BaseDialog.Title>
          ) : (
            <div className={styles.head}>
              <BaseDialog.Title className={styles.title} {...handle}>
                {title}
              </BaseDialog.Title>
              {tools}
            </div>
          )}
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** A key that closes the dialog must not be typed into the element that gets the focus next. */
function endWithKey({ currentTarget, nativeEvent }: KeyboardEvent): void {
  const box = currentTarget;
  const end = (event: Event): void => {
    if (event === nativeEvent && !box.isConnected) event.preventDefault();
  };
  const dispatched = new AbortController();
  window.addEventListener('keydown', end, { signal: dispatched.signal });
  // A key whose propagation was stopped never gets there: the listener would keep the dialog, one for each that Escape has closed.
  setTimeout(() => dispatched.abort());
}

/**
 * Ignores Tab while the focus is beyond the last or the first control. It comes back in the next frame; a second key before that,
 * as of a key that is held, would lead into the page behind the dialog.
 */
function useTabGuard(): void {
  useEffect(() => {
    const stay = (event: globalThis.KeyboardEvent): void => {
      const isBeyond = document.activeElement?.hasAttribute('data-base-ui-focus-guard') === true;
      if (event.key === 'Tab' && isBeyond) event.preventDefault();
    };
    window.addEventListener('keydown', stay, true);
    return () => window.removeEventListener('keydown', stay, true);
  }, []);
}
