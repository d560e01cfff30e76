// Inserts items into a container: before, after or inside a value, with the same commas and white space as their neighbours.

import { hasComments } from '../../shared/document/dialect.ts';
import { CodedError } from '../../shared/errors.ts';
import type { Where } from '../../shared/protocol/edit-intent.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { replaceBytes, formatItems, type Item, type Slot } from '../layout/item-spelling.ts';
import { layoutOf } from '../layout/container-layout.ts';
import type { Places } from '../tape/places.ts';
import { fillRelaxed, insertRelaxed } from './relaxed-edit.ts';
import { EDIT } from '../../shared/texts/edits.ts';

/**
 * The slot before, after or inside a node.
 * @throws CodedError `refused` next to the root, or inside a value that is not a container
 */
export function slotAt(places: Places, node: number, where: Where): Slot {
  if (where === 'inside') {
    const kind = places.kind(node);
    if (kind !== 'object' && kind !== 'array') throw new CodedError('refused', EDIT.noContainer);
    return { container: node, ordinal: places.children.count(node) };
  }
  const step = places.steps(node).at(-1);
  if (step === undefined) throw new CodedError('refused', EDIT.besideRoot);
  return { container: step.container, ordinal: step.ordinal + (where === 'after' ? 1 : 0) };
}

/** The splice that inserts items into a slot; none for no items. */
export function insertItems(places: Places, slot: Slot, items: readonly Item[]): Splice[] {
  const { container, ordinal } = slot;
  if (items.length === 0) return [];
  if (places.children.count(container) === 0) return [fillWith(places, container, items)];
  if (hasComments(places.tape.dialect)) return insertRelaxed(places, slot, items);
  const layout = layoutOf(places, container, Math.max(0, ordinal - 1));
  const parts = formatItems(places, container, layout, items);
  const separator = encodeUtf8(layout.separator);
  if (ordinal === 0 || slot.before === true) {
    const start = places.itemStart(container, places.children.nth(container, ordinal));
    return [replaceBytes(start, start, [...parts, separator])];
  }
  const { end } = places.range(places.children.nth(container, ordinal - 1));
  return [replaceBytes(end, end, [separator, ...parts])];
}

/** The splice that replaces the contents of a container with these items. */
export function fillWith(places: Places, container: number, items: readonly Item[]): Splice {
  if (hasComments(places.tape.dialect)) return fillRelaxed(places, container, items);
  const { start, end } = places.range(container);
  const bracket = places.tape.bracketLength(container);
  const layout = layoutOf(places, container);
  const parts = formatItems(places, container, layout, items);
  return replaceBytes(start + bracket, end - bracket, [encodeUtf8(layout.first), ...parts, encodeUtf8(layout.last)]);
}
