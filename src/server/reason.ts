// What an error says, in one line, for the log and for a start that fails.

/** Returns the message of an error, or of the errors that it collects; never that of an object in general. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '' && error.errors.length > 0)
    return [...new Set(error.errors.map(reasonOf))].join('; ');
  const { message, code } = (typeof error === 'object' && error !== null ? error : {}) as {
    message?: unknown;
    code?: unknown;
  };
  if (typeof message === 'string' && message !== '') return message;
  if (typeof code === 'string' && code !== '') return code;
  return typeof error === 'string' && error !== '' ? error : 'there is no reason given';
}
