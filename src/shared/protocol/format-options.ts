// How to lay out a document, or a part of one.

import type { Selection } from './selection.ts';
import type { Revision } from '../units.ts';

/** How to lay out a document, or a part of one. @see requirements FMT-1, FMT-2 */
export interface LayoutOptions {
  readonly style: 'format' | 'smart' | 'compact';
  /** One level of indentation, spaces or a tab. */
  readonly indent: string;
  /** For `smart`, in UTF-16 units. */
  readonly maxLineLength: number;
}

/** How to write a text. */
export interface WriteOptions extends LayoutOptions {
  /** Characters that are not ASCII become `\u` escapes. */
  readonly escapeUnicode?: boolean;
}

/** What to make of a text: a layout, its text as one JSON string, or the text that such a string holds. */
export type RewriteOptions = WriteOptions | { readonly style: 'escape' | 'unescape' };

/**
 * What to make of the whole document, or of values in it. `sort`: the members of all objects in the order of
 * their keys, as people count.
 */
export type FormatOptions = RewriteOptions | { readonly style: 'sort'; readonly direction: SortDirection };

/** Where to format only: the values that lie wholly inside what is selected of the text of revision `base`. */
export interface FormatPart {
  readonly base: Revision;
  readonly spans: Selection;
}

export type SortDirection = 'ascending' | 'descending';
