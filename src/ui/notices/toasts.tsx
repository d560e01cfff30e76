// Renders notices at the bottom centre. Loaded after the page; earlier notices are queued.

import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import type { Notice, Notices } from './notices.ts';
import { buttonClass } from '../widgets/button.tsx';
import { Details } from '../widgets/details.tsx';
import { setNoticeRoom } from '../widgets/dialog/notice-room.ts';
import { SeveritySign } from './severity.tsx';
import { CLOSE } from '../strings/app/layout.ts';
import styles from './toasts.module.css';

/** The space between notices and a dialog above them, in pixels. */
const GAP_PX = 8;

/** The region of the notices. */
export default function Toasts({ notices }: { readonly notices: Notices }) {
  // After the effect of the provider, which subscribes to notices.
  useEffect(() => notices.present(), [notices]);
  useEffect(() => {
    const act = (event: Event): void => {
      const isOnNotice = event.target instanceof Element && event.target.closest('[data-notices]') !== null;
      const isModifier = event instanceof KeyboardEvent && /^(?:Shift|Control|Alt|Meta)$/.test(event.key);
      if (!isOnNotice && !isModifier) notices.acted();
    };
    const ending = new AbortController();
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, act, { capture: true, passive: true, signal: ending.signal });
    return () => ending.abort();
  }, [notices]);
  const measure = useCallback((viewport: HTMLElement | null) => {
    if (viewport === null) return undefined;
    const observer = new ResizeObserver(() => {
      const { top, height } = viewport.getBoundingClientRect();
      setNoticeRoom(height === 0 ? 0 : Math.ceil(innerHeight - top) + GAP_PX);
    });
    observer.observe(viewport);
    return () => {
      observer.disconnect();
      setNoticeRoom(0);
    };
  }, []);
  return (
    <Toast.Provider toastManager={notices.manager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport ref={measure} className={styles.viewport} data-region="" data-notices>
          <Stack />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Stack() {
  const { toasts } = Toast.useToastManager<Notice>();
  return toasts.map((toast) => {
    const { severity = 'info', message = '', reasons = [], action } = toast.data ?? {};
    return (
      <Toast.Root key={toast.id} toast={toast} className={styles.toast} data-severity={severity}>
        <SeveritySign severity={severity} />
        <div className={styles.text} dir="auto">
          <Toast.Title render={<p />} className={styles.message} />
          <Details text={message} />
          {reasons.length > 0 && (
            <Toast.Description render={<ul />} className={styles.reasons}>
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </Toast.Description>
          )}
        </div>
        {action !== undefined && <Toast.Action className={styles.action} />}
        {severity !== 'success' && (
          <Toast.Close className={buttonClass('quiet', true)} aria-label={CLOSE} aria-hidden={false}>
            <X size={14} aria-hidden />
          </Toast.Close>
        )}
      </Toast.Root>
    );
  });
}
