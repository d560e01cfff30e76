// What every call of a worker is answered by, and the name of one that may take long.

import type { WireError } from '../errors.ts';

/** Names one long call, unique per client. */
export type CallId = number;

/** A value, or a coded error as data. */
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError };
