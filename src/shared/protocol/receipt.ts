// What a change of a text has left as it was, and what not.

import type { Dialect } from '../document/dialect.ts';
import type { Path } from '../document/path.ts';
import type { EncodingName } from '../document/encoding-name.ts';

/** A stretch of bytes that was replaced by another one; either may be empty. */
export interface ChangedSpan {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
  /** The value that it changed; left out where that is not known, and where only white space or punctuation has changed. */
  readonly value?: ChangedValue;
}

/** The first value of a changed span, as it was and as it is. */
export interface ChangedValue {
  /** Its path in each text; that of the other one where it stands in one alone. */
  readonly path: Path;
  readonly newPath: Path;
  /** Its spelling, cut after about a line; of a container its brackets. `null`: it is not there. */
  readonly before: string | null;
  readonly after: string | null;
  /** Number of further values that the span changed. */
  readonly others: number;
}

/** What happened to the values that changed spans touch: scalars with their keys, and keys of containers. */
export interface TouchedValues {
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
  /** Values that stand elsewhere now, with the same key. */
  readonly moved: number;
}

/** How two texts differ. */
export interface Receipt {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** `bytes`: spans were replaced, and everything else is the same. `tokens`: the white space was laid out anew. */
  readonly by: 'bytes' | 'tokens';
  /** The first of the changed spans, in order; of tokens, in bytes of each text without its white space. */
  readonly spans: readonly ChangedSpan[];
  readonly spanCount: number;
  /** Bytes of the new text that stand in the old one too, in the same order; without white space where it was laid out anew. */
  readonly sameBytes: number;
  /** `null` where one of the texts is not valid, so that its values are not known, or where more were touched than are counted. */
  readonly values: TouchedValues | null;
  /**
   * Numbers of the new text with more digits than a double has, which no program in between has rounded; `null` where the text is
   * not valid.
   */
  readonly exactNumbers: number | null;
}

/** What to compare. */
export interface ReceiptRequest {
  /** What was opened. A content compressed with gzip is compared unpacked, as the document is. */
  readonly opened: Blob;
  /** How it is read. */
  readonly dialect: Dialect;
  /** What was sent; `null`: the stored snapshot. */
  readonly sent: Blob | null;
  /** Whether it is a text with values, and not CSV. */
  readonly isJson: boolean;
  /** Of the file that the snapshot would be written into. */
  readonly encoding: EncodingName;
}

/** SHA-256 of both texts, in hexadecimal digits. */
export interface ReceiptHashes {
  readonly before: string;
  readonly after: string;
}
