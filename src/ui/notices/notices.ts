// Notices to the user, and their history since the page was opened. Durations follow requirement ERR-2: an error stays for a
// minute and can be closed, a success for a second, a notice with an action for ten seconds, a warning likewise, all others
// until closed; why a document was not saved stays until it is, or until closed. The timer pauses while the pointer or the focus is on a notice.
// What asks nothing and is no error goes earlier, at the user's next action, once there was time to read it.

import { Toast, type ToastManager } from '@base-ui/react/toast';
import { proxy } from 'valtio';
import { CodedError } from '../../shared/errors.ts';
import { ServerError } from '../model/server-failure.ts';
import { sentenceOf } from '../strings/app/sentence.ts';
import { NO_SUBSCRIPTION, SIGN_IN_AGAIN, SUBSCRIBE, SUBSCRIBE_AGAIN } from '../strings/app/notices.ts';

export type Severity = 'info' | 'warning' | 'error' | 'success';

/** What a notice is about: a name, or an object of its own. */
export type Topic = string | object;

/** One notice. The message is a sentence: what happened, to what, and what the user can do. */
export interface Notice {
  readonly severity: Severity;
  readonly message: string;
  /** Possible reasons, shown as a list. */
  readonly reasons?: readonly string[];
  /** The status of the server's response: 401, and 403 for a missing subscription, add an action. */
  readonly status?: number;
  readonly action?: NoticeAction;
  /** What an error is about: it leaves when that has succeeded. */
  readonly about?: Topic | undefined;
  /** Duration in milliseconds, if it differs from that of its kind. */
  readonly stayMs?: number;
}

export interface NoticeAction {
  readonly label: string;
  run(): void;
}

export interface Notify {
  (notice: Notice): void;
  /** Removes the errors about something that has succeeded since. The list of notices keeps them. */
  succeeded?(about: Topic): void;
}

/** An error as it is stored and passed on. @see requirements ERR-2 */
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

/** The history of notices since the page was opened. */
export interface NoticeLog {
  /** Newest first. */
  past: readonly PastNotice[];
  /** Number of errors and warnings that the user has not seen in the list. */
  unseen: number;
}

/** The notices of a page, and their history. */
export interface Notices {
  readonly manager: ToastManager<Notice>;
  readonly log: Readonly<NoticeLog>;
  readonly notify: Notify;
  /** Shows an error; the handler of requirement ERR-1. */
  report(error: StoredError): void;
  /** Called when the list is opened. */
  markSeen(): void;
  /** Called at an action of the user: notices that ask nothing leave, once there was time to read them. */
  acted(): void;
  /** Called when the component that renders notices is ready; shows the queued ones first. */
  present(): void;
}

/** The account actions that an error can offer. */
export interface Recovery {
  signIn(): void;
  subscribe(): void;
  /** Whether the user is known to have had no subscription. */
  hasNeverSubscribed?(): boolean;
}

/** Longer messages are truncated, in characters; a notice shows even less. */
const MAX_MESSAGE_LENGTH = 1_000_000;

/** The duration of a notice that stays until what it is about has succeeded, or until it is closed. */
export const UNTIL_MENDED = 0;

/** Time in which a notice is read, in milliseconds: an action does not remove it before. */
export const READ_MS = 2000;

/** Number of past notices in the history. */
export const MAX_HISTORY = 200;

/** Returns how long a notice stays, in milliseconds; 0 means until it is closed. @see requirements ERR-2 */
export function stayMs({ severity, action }: Notice): number {
  if (severity === 'error') return 60_000;
  if (action !== undefined || severity === 'warning') return 10_000;
  return severity === 'success' ? 1000 : 0;
}

/** Whether a notice only tells something: it is no error, offers nothing, and does not stay until something is mended. */
function asksNothing({ severity, action, stayMs: ownMs }: Notice): boolean {
  return severity !== 'error' && action === undefined && ownMs !== UNTIL_MENDED;
}

/** Returns the action that an error offers, by the status of the server's response. @see requirements ERR-1 */
export function recoveryOf({ message, status }: StoredError, recovery: Recovery): NoticeAction | undefined {
  if (status === 401) return { label: SIGN_IN_AGAIN, run: recovery.signIn };
  if (status === 403 && message.includes(NO_SUBSCRIPTION))
    return { label: recovery.hasNeverSubscribed?.() === true ? SUBSCRIBE : SUBSCRIBE_AGAIN, run: recovery.subscribe };
  return undefined;
}

/** Creates the notices of a page. A notice that is already visible is renewed, not repeated. */
export function createNotices(recovery: Recovery): Notices {
  const manager = Toast.createToastManager<Notice>();
  const log = proxy<NoticeLog>({ past: [], unseen: 0 });
  let count = 0;
  /** The ids of notices by what they are about. */
  const failed = new Map<Topic, Set<string>>();
  /** The notices that leave at the next action, with the time when they were shown last. */
  const passing = new Map<string, number>();
  /** Queued notices by their ids; `null` once the rendering component is ready. */
  let waiting: Map<string, () => void> | null = new Map();
  const notify: Notify = (told) => {
    const { severity, reasons = [] } = told;
    const message = told.message.slice(0, MAX_MESSAGE_LENGTH);
    const title = sentenceOf(message);
    const id = `${severity} ${title}`;
    const action = told.action ?? recoveryOf(told, recovery);
    const notice: Notice = { ...told, message, ...(action && { action }) };
    count += 1;
    log.past = [{ id: count, at: Date.now(), severity, message, reasons }, ...log.past].slice(0, MAX_HISTORY);
    if (severity === 'error' || severity === 'warning') log.unseen += 1;
    if (notice.about !== undefined) failed.set(notice.about, (failed.get(notice.about) ?? new Set()).add(id));
    const add = (): string => {
      if (asksNothing(notice)) passing.set(id, Date.now());
      else passing.delete(id);
      return manager.add({
        id,
        title,
        type: severity,
        timeout: notice.stayMs ?? stayMs(notice),
        // `high` would hide the notice and its buttons from screen readers; it is announced either way.
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
    if (waiting === null) add();
    else waiting.set(id, add);
  };
  notify.succeeded = (about) => {
    for (const id of failed.get(about) ?? []) {
      waiting?.delete(id);
      manager.close(id);
    }
    failed.delete(about);
  };
  return {
    manager,
    log,
    notify,
    report: (error) => notify({ severity: 'error', ...error }),
    markSeen() {
      log.unseen = 0;
    },
    acted() {
      const now = Date.now();
      for (const [id, shownAt] of passing) {
        if (now - shownAt < READ_MS) continue;
        passing.delete(id);
        manager.close(id);
      }
    },
    present() {
      const told = waiting?.values() ?? [];
      waiting = null;
      for (const add of told) add();
    },
  };
}

/** Whether an error only means that its work is no longer needed. */
export function isWithdrawn(error: unknown): boolean {
  if (error instanceof CodedError) return error.code === 'cancelled' || error.code === 'superseded';
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Returns the details of an error besides its message, for a notice. */
export function detailsOf(error: unknown): Partial<Pick<StoredError, 'status' | 'reasons'>> {
  if (!(error instanceof ServerError)) return {};
  const { status, reasons } = error;
  return { reasons, ...(status !== null && { status }) };
}

/** Returns the message of an error for the user. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
