// Failures of the cloud's server, with what the notices show of them: the status and possible reasons.

import { CodedError, type ErrorCode } from '../../shared/errors.ts';

/** A failure of the cloud's server, or of the connection to it. */
export class ServerError extends CodedError {
  constructor(
    message: string,
    /** The status of the reply; `null` when there was none. */
    readonly status: number | null,
    readonly reasons: readonly string[] = [],
  ) {
    super(codeOf(status), message);
  }

  /** Whether the server may have carried out the request, although its answer was lost or is not its own. */
  get mayBeDone(): boolean {
    return this.status === null || this.status >= 500 || this.status < 400 || this.status === 408;
  }

  /** Whether the same request may succeed later, with nothing changed here. */
  get isPassing(): boolean {
    return this.status === null || this.status === 429 || this.status >= 500;
  }
}

function codeOf(status: number | null): ErrorCode {
  if (status === 409 || status === 412) return 'conflict';
  if (status === 413) return 'too-large';
  return status === 404 || status === 410 ? 'missing' : 'http';
}
