// The coordinate systems of a document. A position is a byte offset into its UTF-8 bytes, an offset in UTF-16 units as
// JavaScript strings and Monaco count, or a line and a column. Bytes, nodes, rows and revisions are branded, so that one can't
// be passed for another; `engine/document/lines.ts` and `shared/bytes/utf8.ts` convert between positions.

declare const unit: unique symbol;

/** An offset into the UTF-8 bytes of a document, 0 at its first byte. */
export type ByteOffset = number & { readonly [unit]: 'byte' };

/** An index into the tape: a value, or the closing bracket of one. */
export type NodeIndex = number & { readonly [unit]: 'node' };

/** An index into the visible rows of the tree, 0 for the root's row. */
export type RowIndex = number & { readonly [unit]: 'row' };

/** Counts the writes of a document: 1 when it is opened, one more for each applied list of splices. */
export type Revision = number & { readonly [unit]: 'revision' };

/** A half-open range of bytes. */
export interface ByteRange {
  readonly start: ByteOffset;
  readonly end: ByteOffset;
}

/** A line and a column, both from 0 (shown from 1); the column is in UTF-16 units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Marks a number that is known to be a byte offset. */
export const asByte = (value: number): ByteOffset => value as ByteOffset;
/** Marks a number that is known to be an index into the tape. */
export const asNode = (value: number): NodeIndex => value as NodeIndex;
/** Marks a number that is known to be an index into the visible rows. */
export const asRow = (value: number): RowIndex => value as RowIndex;
/** Marks a number that is known to be a revision. */
export const asRevision = (value: number): Revision => value as Revision;
