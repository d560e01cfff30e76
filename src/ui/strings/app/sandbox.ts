// What is said of the frame that runs the user's code, apart from the other errors of workers: it is loaded later.

/** For a query that crashed the sandbox. */
export const QUERY_TOO_LARGE =
  'The query used more memory than the browser gives it, and was stopped. The document is untouched.';

/** The title of the frame that runs the user's code. */
export const SANDBOX_TITLE = 'Sandbox';
export const SANDBOX_UNREADABLE =
  'The sandbox for JavaScript and Lodash could not be loaded. Check the connection, and try again.';
