// Items to be inserted into a container, and how they are spelt there.

import { append } from '../../shared/append.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import { hasComments } from '../../shared/document/dialect.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asByte } from '../../shared/units.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import {
  commentsOf,
  fitComments,
  isLineComment,
  NO_COMMENTS,
  formatCommentsBefore,
  formatCommentsBehind,
  type Comments,
  type CommentExtent,
} from './comments.ts';
import { formatKey } from './new-keys.ts';
import { lineEnd, lineIndent, type Layout } from './container-layout.ts';
import type { Places } from '../tape/places.ts';
import { reindent, formatEntered } from './spelling.ts';

/** A place between the items of a container. */
export interface Slot {
  readonly container: number;
  /** The position that the first inserted item will have. */
  readonly ordinal: number;
  /** Whether to insert right before the item that is at this position now, instead of right after the one before it. */
  readonly before?: boolean;
}

/** An item to be inserted into a container. `key` is used only in objects. */
export interface Item {
  readonly key: string;
  /** The comments that move with it, if the dialect has comments. */
  readonly comments?: Comments;
  /**
   * Returns the value for a line of its own, indented by `indent`; if that is `null`, for its container's line, whose
   * indentation `line` returns.
   */
  spell(indent: string | null, line: () => string): Uint8Array;
}

/** Creates an item from JSON that the user entered. @throws CodedError `syntax`, when it is spelt */
export function enteredItem(places: Places, key: string, json: string, comments?: Comments): Item {
  return { key, ...(comments !== undefined && { comments }), spell: (indent) => formatEntered(places, json, indent) };
}

/**
 * Creates an item from a value of the document, byte for byte except for its indentation. If `container` is given, the value's
 * comments in it are included.
 */
export function movedItem(
  places: Places,
  node: number,
  key: string,
  container = -1,
  extent: CommentExtent = 'own',
): Item {
  const { start, end } = places.range(node);
  const bytes = places.text.slice(start, end).slice();
  // A single line needs no re-indenting, and finding the indentation of a line may take a walk over 64 KB.
  const isOneLine = !bytes.includes(0x0a);
  const from = isOneLine ? '' : (lineIndent(places, start) ?? '');
  const spell: Item['spell'] = (indent, line) => (isOneLine ? bytes : reindent(bytes, from, indent ?? line()));
  if (container < 0 || !hasComments(places.tape.dialect)) return { key, spell };
  return { key, spell, comments: commentsOf(places, container, node, extent) };
}

/**
 * Returns the bytes of items and their separators. `comma` adds one after the last item. If the result ends in a line comment,
 * a line end must follow.
 */
export function formatItems(
  places: Places,
  container: number,
  layout: Layout,
  items: readonly Item[],
  comma = false,
): Uint8Array[] {
  return [...spellEach(places, container, layout, items, comma)].flat();
}

/** Like `formatItems`, but yields item by item. */
export function* spellEach(
  places: Places,
  container: number,
  layout: Layout,
  items: readonly Item[],
  comma = false,
): Generator<Uint8Array[], void> {
  const separator = encodeUtf8(layout.separator);
  // Only comments need it, and in a document of one line finding it takes a walk over 64 KB.
  const eol = items.some(({ comments }) => comments !== undefined) ? lineEnd(places) : '\n';
  for (const [index, item] of items.entries()) {
    const isLast = index + 1 === items.length;
    const comments = fitComments(item.comments ?? NO_COMMENTS, layout);
    const parts = [...formatCommentsBefore(comments, layout, eol), ...formatItem(places, container, layout, item)];
    if (comments.behind.length === 0 && !isLast) {
      parts.push(separator);
    } else {
      if (!isLast || comma) parts.push(encodeUtf8(','));
      append(parts, formatCommentsBehind(comments, isLast ? '\n' : spaceOf(layout), eol));
      if (!isLast) parts.push(encodeUtf8(spaceOf(layout)));
    }
    yield parts;
  }
}

/** The white space after a comma. */
export function spaceOf({ separator }: Pick<Layout, 'separator'>): string {
  return separator.slice(separator.indexOf(',') + 1);
}

/** Whether items end in a line comment, so that what follows must begin on a new line. */
export function endsInComment(items: readonly Item[], layout: Pick<Layout, 'indent'>): boolean {
  return isLineComment(fitComments(items.at(-1)?.comments ?? NO_COMMENTS, layout).behind.at(-1) ?? '');
}

/** An item as spelt in a container: key, colon and value, or the value alone. */
export function formatItem(places: Places, container: number, layout: Layout, item: Item): Uint8Array[] {
  const value = item.spell(layout.indent, () => lineIndent(places, places.tape.start(container)) ?? '');
  if (places.kind(container) === 'array') return [value];
  return [encodeUtf8(formatKey(places, container, item.key) + layout.colon), value];
}

/** Creates a splice whose insert is made of several pieces. */
export function replaceBytes(start: number, end: number, parts: readonly Uint8Array[]): Splice {
  return { start: asByte(start), end: asByte(end), insert: joinBytes(parts) };
}
