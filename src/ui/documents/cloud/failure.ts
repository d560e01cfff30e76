// What a server has refused, with what the notices make something of: the status and what may be the reasons.

import { CodedError, type ErrorCode } from '../../../shared/errors.ts';

/** A failure of the cloud's server, or of the way to it. */
export class ServerError extends CodedError {
  constructor(
    message: string,
    /** Of the answer; `null` where there was none. */
    readonly status: number | null,
    readonly reasons: readonly string[] = [],
  ) {
    super(codeOf(status), message);
  }

  /** Whether the same may go well another time, with nothing changed here. */
  get isPassing(): boolean {
    return this.status === null || this.status === 429 || this.status >= 500;
  }
}

function codeOf(status: number | null): ErrorCode {
  if (status === 409 || status === 412) return 'conflict';
  if (status === 413) return 'too-large';
  return status === 404 || status === 410 ? 'missing' : 'http';
}
