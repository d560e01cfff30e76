// Options for formatting a document or a part of it.

import type { Selection } from './selection.ts';
import type { Revision } from '../units.ts';

/** Layout of a document or a part of it. @see requirements FMT-1, FMT-2 */
export interface LayoutOptions {
  readonly style: 'format' | 'smart' | 'compact';
  /** One level of indentation: spaces or a tab. */
  readonly indent: string;
  /** For `smart`, in UTF-16 units. */
  readonly maxLineLength: number;
}

/** Layout and escaping of a text. */
export interface WriteOptions extends LayoutOptions {
  /** Writes non-ASCII characters as `\u` escapes. */
  readonly escapeUnicode?: boolean;
}

/** A rewrite of a text: a layout, the text as one JSON string, or the content of such a string. */
export type RewriteOptions = WriteOptions | { readonly style: 'escape' | 'unescape' };

/**
 * An operation on the whole document, or on values in it. `sort`: sorts the members of all objects by key, in natural order.
 */
export type FormatOptions = RewriteOptions | { readonly style: 'sort'; readonly direction: SortDirection };

/** Restricts formatting to the values that are completely inside the selection in the text of revision `base`. */
export interface FormatPart {
  readonly base: Revision;
  readonly spans: Selection;
}

export type SortDirection = 'ascending' | 'descending';
