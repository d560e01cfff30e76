// The notices on the screen, at the bottom centre.

import { Toast, type ToastManager } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import type { Notice, Severity } from '../store/notices.ts';
import { buttonClass } from '../widgets/button.tsx';
import styles from './toasts.module.css';

const ICONS: Record<Severity, LucideIcon> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
};

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
    const severity = toast.data?.severity ?? 'info';
    const Icon = ICONS[severity];
    return (
      <Toast.Root key={toast.id} toast={toast} className={styles.toast} data-severity={severity}>
        <Icon size={16} aria-hidden className={styles.sign} />
        <Toast.Title render={<p />} className={styles.message} />
        {toast.data?.action !== undefined && <Toast.Action className={styles.action} />}
        {severity !== 'success' && (
          <Toast.Close className={buttonClass('quiet', true)} aria-label="Close" aria-hidden={false}>
            <X size={14} aria-hidden />
          </Toast.Close>
        )}
      </Toast.Root>
    );
  });
}
