// The one way to tell a person something in passing, and what was told since the page was opened. Times are those of
// requirement ERR-2: an error stays a minute and can be closed, a success a second, a notice with an action ten, a
// warning as long, the rest until closed. While one is pointed at or has the focus, the toasts' own clock stands still.

import { Toast, type ToastManager } from '@base-ui/react/toast';
import { proxy } from 'valtio';
import { CodedError } from '../../../shared/errors.ts';
import { ServerError } from '../../documents/cloud/failure.ts';
import { sentenceOf } from '../../strings/app/sentence.ts';
import { NO_SUBSCRIPTION, SIGN_IN_AGAIN, SUBSCRIBE_AGAIN } from '../../strings/app/notices.ts';

export type Severity = 'info' | 'warning' | 'error' | 'success';

/** One notice. The message is a sentence: what happened, to what, what one can do. */
export interface Notice {
  readonly severity: Severity;
  readonly message: string;
  /** Why it may have happened; shown as a list. */
  readonly reasons?: readonly string[];
  /** Of the server's answer: 401, and 403 for want of a subscription, bring an action of their own. */
  readonly status?: number;
  readonly action?: NoticeAction;
  /** How long it stays, in milliseconds, where that is not as for others of its kind. */
  readonly stayMs?: number;
}

export interface NoticeAction {
  readonly label: string;
  run(): void;
}

export type Notify = (notice: Notice) => void;

/** An error as it is kept and passed on. @see requirements ERR-2 */
export interface StoredError {
  readonly message: string;
  readonly reasons?: readonly string[];
  readonly status?: number;
}

/** A notice that was shown. */
export interface PastNotice {
  readonly id: number;
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly severity: Severity;
  readonly message: string;
  readonly reasons: readonly string[];
}

/** What was told since the page was opened. */
export interface NoticeLog {
  /** The newest first. */
  past: readonly PastNotice[];
  /** How many errors and warnings nobody has looked at in the list. */
  unseen: number;
}

/** Notices, what shows them, and what was shown. */
export interface Notices {
  readonly manager: ToastManager<Notice>;
  readonly log: Readonly<NoticeLog>;
  readonly notify: Notify;
  /** Shows an error; the handler of requirement ERR-1. */
  report(error: StoredError): void;
  /** The list is looked at. */
  markSeen(): void;
  /** Something shows notices from now on: first those that were told before. */
  present(): void;
}

/** What the actions of errors do that have to do with the account. */
export interface Recovery {
  signIn(): void;
  subscribe(): void;
}

/** Of a longer message the rest is dropped, in characters; what a notice shows of it is shorter still. */
const LONGEST_MESSAGE = 1_000_000;

/** So many past notices are kept. */
export const MOST_PAST = 200;

/** How long a notice stays, in milliseconds; 0 is until it is closed. @see requirements ERR-2 */
export function stayMs({ severity, action }: Notice): number {
  if (severity === 'error') return 60_000;
  if (action !== undefined || severity === 'warning') return 10_000;
  return severity === 'success' ? 1000 : 0;
}

/** What an error lets a person do, by the status of the server's answer. @see requirements ERR-1 */
export function recoveryOf({ message, status }: StoredError, recovery: Recovery): NoticeAction | undefined {
  if (status === 401) return { label: SIGN_IN_AGAIN, run: recovery.signIn };
  if (status === 403 && message.includes(NO_SUBSCRIPTION)) return { label: SUBSCRIBE_AGAIN, run: recovery.subscribe };
  return undefined;
}

/** Makes the notices of one page. A notice that is already on the screen is renewed, not repeated. */
export function createNotices(recovery: Recovery): Notices {
  const manager = Toast.createToastManager<Notice>();
  const log = proxy<NoticeLog>({ past: [], unseen: 0 });
  let count = 0;
  /** What waits to be shown; `null` once something shows it. */
  let waiting: (() => void)[] | null = [];
  const notify: Notify = (told) => {
    const { severity, reasons = [] } = told;
    const message = told.message.slice(0, LONGEST_MESSAGE);
    const title = sentenceOf(message);
    const id = `${severity} ${title}`;
    const action = told.action ?? recoveryOf(told, recovery);
    const notice: Notice = { ...told, message, ...(action && { action }) };
    count += 1;
    log.past = [{ id: count, at: Date.now(), severity, message, reasons }, ...log.past].slice(0, MOST_PAST);
    if (severity === 'error' || severity === 'warning') log.unseen += 1;
    const add = (): string =>
      manager.add({
        id,
        title,
        type: severity,
        timeout: notice.stayMs ?? stayMs(notice),
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
    if (waiting === null) add();
    else waiting.push(add);
  };
  return {
    manager,
    log,
    notify,
    report: (error) => notify({ severity: 'error', ...error }),
    markSeen() {
      log.unseen = 0;
    },
    present() {
      const told = waiting ?? [];
      waiting = null;
      for (const add of told) add();
    },
  };
}

/** Whether an error only says that its work is not wanted any more. */
export function isWithdrawn(error: unknown): boolean {
  if (error instanceof CodedError) return error.code === 'cancelled' || error.code === 'superseded';
  return error instanceof DOMException && error.name === 'AbortError';
}

/** What an error says besides its sentence, for a notice. */
export function detailsOf(error: unknown): Partial<Pick<StoredError, 'status' | 'reasons'>> {
  if (!(error instanceof ServerError)) return {};
  const { status, reasons } = error;
  return { reasons, ...(status !== null && { status }) };
}

/** The sentence of an error for a person. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
