// What a document worker reports about each change of its text to a follower: enough to derive the new text from the old one.

import type { Revision } from '../units.ts';

/**
 * `insert` replaces the bytes from `start` to `end` of the old text. All offsets of a list refer to the text before the first
 * splice.
 */
export interface ReportedSplice {
  readonly start: number;
  readonly end: number;
  /** A buffer of its own; for long inserts a Blob, which is not copied unless it is read. */
  readonly insert: Uint8Array<ArrayBuffer> | Blob;
}

/** The change from the previously reported revision to this one. */
export interface ReportedChange {
  readonly revision: Revision;
  /** Sorted, without overlaps; `null` if unknown, in which case the text has to be read. */
  readonly splices: readonly ReportedSplice[] | null;
}

/** The format of a patch: RFC 6902 or RFC 7396. */
export type PatchKind = 'json-patch' | 'merge-patch';
