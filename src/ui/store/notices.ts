// The one way to tell a person something in passing. Times are those of requirement ERR-2: an error
// stays a minute and can be closed, a success a second, a notice with an action ten, a warning as long, the rest until closed.

import { Toast, type ToastManager } from '@base-ui/react/toast';
import { CodedError } from '../../shared/errors.ts';

export type Severity = 'info' | 'warning' | 'error' | 'success';

/** One notice. The message is a sentence: what happened, to what, what one can do. */
export interface Notice {
  readonly severity: Severity;
  readonly message: string;
  readonly action?: { readonly label: string; run(): void };
}

export type Notify = (notice: Notice) => void;

/** Notices and what shows them. */
export interface Notices {
  readonly manager: ToastManager<Notice>;
  readonly notify: Notify;
}

/** How long a notice stays, in milliseconds; 0 is until it is closed. @see requirements ERR-2 */
export function stayMs(notice: Notice): number {
  if (notice.severity === 'error') return 60_000;
  if (notice.action !== undefined || notice.severity === 'warning') return 10_000;
  return notice.severity === 'success' ? 1000 : 0;
}

/** Makes the notices of one page. A notice that is already on the screen is renewed, not repeated. */
export function createNotices(): Notices {
  const manager = Toast.createToastManager<Notice>();
  const notify: Notify = (notice) => {
    const id = `${notice.severity} ${notice.message}`;
    const { action } = notice;
    manager.add({
      id,
      title: notice.message,
      type: notice.severity,
      timeout: stayMs(notice),
      // `high` would hide the notice itself from screen readers, and its buttons with it; it is read out either way.
      priority: 'low',
      data: notice,
      ...(action && {
        actionProps: {
          children: action.label,
          onClick: () => {
            manager.close(id);
            action.run();
          },
        },
      }),
    });
  };
  return { manager, notify };
}

/** Whether an error only says that its work is not wanted any more. */
export function isWithdrawn(error: unknown): boolean {
  if (error instanceof CodedError) return error.code === 'cancelled' || error.code === 'superseded';
  return error instanceof DOMException && error.name === 'AbortError';
}

/** The sentence of an error for a person. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
