// What is put into a container, and how it is spelt there.

import { joinBytes } from '../../../shared/bytes/bytes.ts';
import { hasComments } from '../../../shared/document/dialect.ts';
import type { Splice } from '../../../shared/document/splice.ts';
import { asByte } from '../../../shared/units.ts';
import { encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import {
  commentsOf,
  fitted,
  isLineComment,
  NO_COMMENTS,
  spellBefore,
  spellBehind,
  type Comments,
  type Extent,
} from './comments.ts';
import { spellKey } from './new-keys.ts';
import { lineEnd, lineIndent, type Layout } from './container-layout.ts';
import type { Places } from '../tape/places.ts';
import { reindent, spellEntered } from './spelling.ts';

/** A place between the items of a container. */
export interface Slot {
  readonly container: number;
  /** The position that the first inserted item will have. */
  readonly ordinal: number;
  /** Whether the item that is there now is the neighbour to stand beside, and not the one before. */
  readonly before?: boolean;
}

/** Something to put into a container. `key` counts in objects only. */
export interface Item {
  readonly key: string;
  /** Where the document has comments: those that it takes with it. */
  readonly comments?: Comments;
  /** Spells the value for a line of its own, indented by `indent`; `null`: for its container's line, indented by `line`. */
  spell(indent: string | null, line: () => string): Uint8Array;
}

/** Entered JSON as an item. @throws CodedError `syntax`, when it is spelt */
export function enteredItem(places: Places, key: string, json: string): Item {
  return { key, spell: (indent) => spellEntered(places, json, indent) };
}

/**
 * A value of the document as an item, letter for letter; only its indentation follows. From a `container` that
 * is named it takes comments along.
 */
export function movedItem(places: Places, node: number, key: string, container = -1, extent: Extent = 'own'): Item {
  const { start, end } = places.range(node);
  const bytes = places.text.slice(start, end).slice();
  // What is one line needs no indentation; finding that of a line may take a walk over 64 KB.
  const isOneLine = !bytes.includes(0x0a);
  const from = isOneLine ? '' : (lineIndent(places, start) ?? '');
  const spell: Item['spell'] = (indent, line) => (isOneLine ? bytes : reindent(bytes, from, indent ?? line()));
  if (container < 0 || !hasComments(places.tape.dialect)) return { key, spell };
  return { key, spell, comments: commentsOf(places, container, node, extent) };
}

/**
 * Items with what stands between them. `comma`: one behind the last too. If that ends in a comment to the end
 * of the line, a line end has to follow.
 */
export function spellItems(
  places: Places,
  container: number,
  layout: Layout,
  items: readonly Item[],
  comma = false,
): Uint8Array[] {
  return [...spellEach(places, container, layout, items, comma)].flat();
}

/** The same, item by item. */
export function* spellEach(
  places: Places,
  container: number,
  layout: Layout,
  items: readonly Item[],
  comma = false,
): Generator<Uint8Array[], void> {
  const separator = encodeUtf8(layout.separator);
  const eol = lineEnd(places);
  for (const [index, item] of items.entries()) {
    const isLast = index + 1 === items.length;
    const comments = fitted(item.comments ?? NO_COMMENTS, layout);
    const parts = [...spellBefore(comments, layout, eol), ...spellItem(places, container, layout, item)];
    if (comments.behind.length === 0 && !isLast) {
      parts.push(separator);
    } else {
      if (!isLast || comma) parts.push(encodeUtf8(','));
      parts.push(...spellBehind(comments, isLast ? '\n' : spaceOf(layout), eol));
      if (!isLast) parts.push(encodeUtf8(spaceOf(layout)));
    }
    yield parts;
  }
}

/** What stands behind a comma. */
export function spaceOf({ separator }: Pick<Layout, 'separator'>): string {
  return separator.slice(separator.indexOf(',') + 1);
}

/** Whether what comes behind items has to begin on a line of its own. */
export function endsInComment(items: readonly Item[], layout: Pick<Layout, 'indent'>): boolean {
  return isLineComment(fitted(items.at(-1)?.comments ?? NO_COMMENTS, layout).behind.at(-1) ?? '');
}

/** An item as it stands in a container: key, colon and value, or the value alone. */
export function spellItem(places: Places, container: number, layout: Layout, item: Item): Uint8Array[] {
  const value = item.spell(layout.indent, () => lineIndent(places, places.tape.start(container)) ?? '');
  if (places.kind(container) === 'array') return [value];
  return [encodeUtf8(spellKey(places, container, item.key) + layout.colon), value];
}

/** A splice of several pieces. */
export function replaceBytes(start: number, end: number, parts: readonly Uint8Array[]): Splice {
  return { start: asByte(start), end: asByte(end), insert: joinBytes(parts) };
}
