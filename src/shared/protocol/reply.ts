// The reply to a worker's call, and the id of a call that may take long.

import type { WireError } from '../errors.ts';

/** Identifies a long call; unique per client. */
export type CallId = number;

/** A value, or a coded error as data. */
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError };
