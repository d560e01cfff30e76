// What a database's error means for a request: the database is away and comes back, its disk is full, or it can't store a
// value. Any other error is a fault of the server.

/** The database can't be reached, or is not ready yet. */
export class DatabaseAway extends Error {
  readonly code = '57P03';
}

/** There is no room for another write. */
export class DiskFull extends Error {
  readonly code = '53100';
}

export type DatabaseFailure = 'away' | 'full' | 'unstorable';

/** Errors of the network on the way to the database. */
const NETWORK = /^(ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$|EHOSTUNREACH$|ENETUNREACH$|ENETDOWN$|EHOSTDOWN$)/;
/**
 * Classes and codes of PostgreSQL for a database that can't serve now: no connection (08), out of connections, memory or locks
 * (53), shutting down or starting (57), a lock or a conflict that lasted too long, and a server that has become read-only.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const AWAY = /^(08...|53...|57...|55P03|40...|25006|58030)$/;
const FULL: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** A text with NUL, or one that is no text in the database's encoding. */
const UNSTORABLE: ReadonlySet<string> = new Set(['22021', '22P05']);
/** Messages of pg errors that have no code. */
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end/;

/** Returns what an error of the database means; `null` for an error that is none of these. */
export function failureOf(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (FULL.has(code)) return 'full';
  if (UNSTORABLE.has(code)) return 'unstorable';
  if (NETWORK.test(code) || AWAY.test(code) || LOST.test(error.message)) return 'away';
  // Node tries several addresses of one name, and reports their errors together.
  return error instanceof AggregateError && error.errors.some((one) => failureOf(one) === 'away') ? 'away' : null;
}
