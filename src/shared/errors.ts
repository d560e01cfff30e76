// Expected failures have a code, so that a caller can act on them and a person can read them.
// They cross a worker's boundary as plain data: `structuredClone` keeps only an error's message.

/** What went wrong, for code to switch on. */
export type ErrorCode =
  /** The document does not fit: bytes and tape would pass 3.5 GB, or a token its limit. */
  | 'too-large'
  /** The text is not valid JSON; `place` says where. */
  | 'syntax'
  /** The splices were made for an older revision; recompute them. */
  | 'stale'
  /** The caller cancelled. */
  | 'cancelled'
  /** A newer request of the same kind took this one's place. */
  | 'superseded'
  /** The worker died; it is replaced, the call is not repeated. */
  | 'worker-died'
  /** The file, address or handle can't be read any more. */
  | 'unreadable'
  /** The address answered with something else than a document. */
  | 'http'
  /** The document must be valid for this, and is not. */
  | 'invalid-document'
  /** The edit asked for something that the document does not allow, such as a key in an array. */
  | 'refused'
  /** The browser's database refuses. */
  | 'storage'
  /** There is no room to keep it. */
  | 'full'
  /** Somebody else has saved the document since it was read. */
  | 'conflict'
  /** There is no such document. */
  | 'missing'
  /** It took longer than it was allowed to. */
  | 'timeout'
  /** A bug: an error without a code came from the other side. */
  | 'internal';

/** Where in a document, when an error has a place. `line` and `column` count from 0. */
export interface ErrorPlace {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** An expected failure. Its message is a sentence for a person: what happened, to what, what they can do. */
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

/** What a call ends with that its caller has cancelled. */
export function cancelled(): CodedError {
  return new CodedError('cancelled', 'Cancelled.');
}

/** A `CodedError` as data. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly place: ErrorPlace | null;
}

/** Any thrown value as data; one without a code becomes `internal`. */
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
