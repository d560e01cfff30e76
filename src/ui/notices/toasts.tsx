// Renders notices at the bottom centre. Loaded after the page; earlier notices are queued.

import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import type { Notice, Notices } from './notices.ts';
import { buttonClass } from '../widgets/button.tsx';
import { Details } from '../widgets/details.tsx';
import { SeveritySign } from './severity.tsx';
import { CLOSE } from '../strings/app/layout.ts';
import styles from './toasts.module.css';

/** The region of the notices. */
export default function Toasts({ notices }: { readonly notices: Notices }) {
  // After the effect of the provider, which subscribes to notices.
  useEffect(() => notices.present(), [notices]);
  return (
    <Toast.Provider toastManager={notices.manager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} data-region="">
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
