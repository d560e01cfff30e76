// The coordinate systems of a document. A position is a byte offset into its UTF-8 bytes, a UTF-16
// offset as JavaScript strings and Monaco count, or a line and a column. Bytes, nodes, rows and revisions are branded, so that
// one can't be passed for another; `engine/document/lines.ts` and `shared/bytes/utf8.ts` convert between positions.

declare const unit: unique symbol;

/** An offset into the UTF-8 bytes of a document, 0 at its first byte. */
export type ByteOffset = number & { readonly [unit]: 'byte' };

/** An index into the tape: one value, or the closing bracket of one. */
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

/** A place as people count: both from 0 here, from 1 on the screen; the column in UTF-16 units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Marks a plain number as a byte offset, where it is known to be one. */
export const asByte = (value: number): ByteOffset => value as ByteOffset;
/** Marks a plain number as an index into the tape, where it is known to be one. */
export const asNode = (value: number): NodeIndex => value as NodeIndex;
/** Marks a plain number as an index into the visible rows, where it is known to be one. */
export const asRow = (value: number): RowIndex => value as RowIndex;
/** Marks a plain number as a revision, where it is known to be one. */
export const asRevision = (value: number): Revision => value as Revision;
