// What went wrong in the workers and in the sandbox, and ends in a notice.

/** Said of all that a worker was asked for when it died. */
export const WORKER_DIED = 'The background worker stopped unexpectedly. It was replaced; please try again.';

/** Said while the script of a worker can't be loaded. */
export const WORKER_NOT_LOADED =
  'Part of the page could not be loaded. Diptych keeps trying. If that does not help, check the connection and reload the page.';

/** Said where the worker with the last comparison has ended. */
export const COMPARISON_GONE = 'The comparison is gone. Compare again.';

/** Said of a query that took its time, `seconds` of it. */
export function queryTimedOut(seconds: number): string {
  return `The query was stopped after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
}

/** Said where a query has taken the sandbox down with it. */
export const QUERY_TOO_LARGE =
  'The query used more memory than the browser gives it, and was stopped. The document is untouched.';

/** The title of the frame that a person's code runs in. */
export const SANDBOX_TITLE = 'Sandbox';
export const SANDBOX_UNREADABLE =
  'The sandbox for JavaScript and Lodash could not be loaded. Check the connection, and try again.';
