// Expected failures have a code for callers and a message for the user. They cross a worker's boundary as plain data, because
// `structuredClone` keeps only an error's message.

/** Says what went wrong, for code to switch on. */
export type ErrorCode =
  /** The document does not fit: bytes and tape would exceed 3.5 GB, or a token its limit. */
  | 'too-large'
  /** The text is not valid JSON; `place` says where. */
  | 'syntax'
  /** The splices were made for an older revision; recompute them. */
  | 'stale'
  /** The caller cancelled. */
  | 'cancelled'
  /** A newer request of the same kind replaced this one. */
  | 'superseded'
  /** The worker died; it is replaced, but the call is not repeated. */
  | 'worker-died'
  /** The file, address or handle can no longer be read. */
  | 'unreadable'
  /** The address responded with something other than a document. */
  | 'http'
  /** The operation needs a valid document, and this one is not. */
  | 'invalid-document'
  /** The edit is not possible in this document, such as adding a key to an array. */
  | 'refused'
  /** The browser's database failed. */
  | 'storage'
  /** There is no room to store it. */
  | 'full'
  /** Another user or tab has saved the document since it was read. */
  | 'conflict'
  /** There is no such document. */
  | 'missing'
  /** The operation exceeded its time limit. */
  | 'timeout'
  /** A bug: the other side threw an error without a code. */
  | 'internal';

/** What helps with a syntax error: a repair, or to read the text as what it is. */
export type ErrorOffer = 'repair' | 'jsonc' | 'json5' | 'ndjson' | 'csv';

/** The place of an error in a document. `line` and `column` count from 0. */
export interface ErrorPlace {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  /** Where what is marked ends, in bytes; without it, one character is marked. The same as `offset` between two characters. */
  readonly end?: number;
  /** What helps, the best first; none means that nothing does. */
  readonly offers?: readonly ErrorOffer[];
}

/** An expected failure. Its message is a sentence for the user: what happened, to what, and what they can do. */
export class CodedError extends Error {
  override readonly name = 'CodedError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly place: ErrorPlace | null = null,
  ) {
    super(message);
  }
}

/** Returns the error of a call that its caller has cancelled. */
export function cancelled(): CodedError {
  return new CodedError('cancelled', 'Cancelled.');
}

/** A `CodedError` as data. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly place: ErrorPlace | null;
}

/** Converts any thrown value to data; one without a code becomes `internal`. */
export function toWire(error: unknown): WireError {
  if (error instanceof CodedError) {
    return { code: error.code, message: error.message, place: error.place };
  }
  return {
    code: 'internal',
    message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    place: null,
  };
}

/** The inverse of `toWire`. */
export function fromWire(wire: WireError): CodedError {
  return new CodedError(wire.code, wire.message, wire.place);
}

/** Whether an error has this code. */
export function hasCode(error: unknown, code: ErrorCode): error is CodedError {
  return error instanceof CodedError && error.code === code;
}
