// What a document worker tells of each change of its text to who follows it: enough to make the new text of the old one.

import type { Revision } from '../units.ts';

/** Bytes `start` to `end` of the text before give way to `insert`. Offsets of a list are all of the text before the first one. */
export interface ToldSplice {
  readonly start: number;
  readonly end: number;
  /** Its own bytes; a long one as a Blob, so that nobody copies what nobody reads. */
  readonly insert: Uint8Array<ArrayBuffer> | Blob;
}

/** What made a revision of the one that was told before. */
export interface ToldChange {
  readonly revision: Revision;
  /** Sorted, without overlaps; `null` where it can't be said, and the text has to be read. */
  readonly splices: readonly ToldSplice[] | null;
}

/** How a patch is written: RFC 6902 or RFC 7396. */
export type PatchKind = 'json-patch' | 'merge-patch';
