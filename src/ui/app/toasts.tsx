// The notices on the screen, at the bottom centre.

import { Toast, type ToastManager } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { Notice } from '../store/notices.ts';
import { buttonClass } from '../widgets/button.tsx';
import { SeveritySign } from './severity.tsx';
import { CLOSE } from '../texts/layout.ts';
import styles from './toasts.module.css';

/** Where notices appear. */
export function Toasts({ manager }: { readonly manager: ToastManager<Notice> }) {
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <Stack />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Stack() {
  const { toasts } = Toast.useToastManager<Notice>();
  return toasts.map((toast) => {
    const { severity = 'info', reasons = [], action } = toast.data ?? {};
    return (
      <Toast.Root key={toast.id} toast={toast} className={styles.toast} data-severity={severity}>
        <SeveritySign severity={severity} />
        <div className={styles.text} dir="auto">
          <Toast.Title render={<p />} className={styles.message} />
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
