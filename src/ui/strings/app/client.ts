// Errors of the workers, shown as notifications.

/** For every pending call of a worker that died. */
export const WORKER_DIED = 'The background worker stopped unexpectedly. It was replaced; please try again.';

/** While the script of a worker can't be loaded. */
export const WORKER_NOT_LOADED =
  'Part of the page could not be loaded. Diptych keeps trying. If that does not help, check the connection and reload the page.';

/** When a document could not be restored after its worker died. */
export const notRestored = (cause: string): string =>
  `The background worker stopped, and the document could not be restored. Open it again. ${cause}`;

/** When the worker with the last comparison has terminated. */
export const COMPARISON_GONE = 'The comparison is gone. Compare again.';

/** For a query that exceeded its time limit, after `seconds`. */
export function queryTimedOut(seconds: number): string {
  return `The query was stopped after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
}
