// Items put into a container: before, behind or inside a value, with the commas and the white space that
// its neighbours have.

import { joinBytes } from '../../shared/bytes.ts';
import { CodedError } from '../../shared/errors.ts';
import type { Where } from '../../shared/protocol.ts';
import type { Splice } from '../../shared/splice.ts';
import { asByte } from '../../shared/units.ts';
import { encodeUtf8 } from '../../shared/utf8.ts';
import { layoutOf, lineIndent, type Layout } from './layout.ts';
import type { Places } from './places.ts';
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
  /** Spells the value for a line of its own, indented by `indent`; `null`: for its container's line, indented by `line`. */
  spell(indent: string | null, line: () => string): Uint8Array;
}

/** Entered JSON as an item. @throws CodedError `syntax`, when it is spelt */
export function enteredItem(places: Places, key: string, json: string): Item {
  return { key, spell: (indent) => spellEntered(places, json, indent) };
}

/** A value of the document as an item, letter for letter; only its indentation follows. */
export function movedItem(places: Places, node: number, key: string): Item {
  const { start, end } = places.range(node);
  const bytes = places.text.slice(start, end).slice();
  // What is one line needs no indentation; finding that of a line may take a walk over 64 KB.
  if (!bytes.includes(0x0a)) return { key, spell: () => bytes };
  const from = lineIndent(places, start) ?? '';
  return { key, spell: (indent, line) => reindent(bytes, from, indent ?? line()) };
}

/** @throws CodedError `refused` beside the root, or inside what holds nothing */
export function slotAt(places: Places, node: number, where: Where): Slot {
  if (where === 'inside') {
    const kind = places.kind(node);
    if (kind !== 'object' && kind !== 'array')
      throw new CodedError('refused', 'Only an object or an array can hold values.');
    return { container: node, ordinal: places.children.count(node) };
  }
  const step = places.steps(node).at(-1);
  if (step === undefined)
    throw new CodedError('refused', 'Nothing can stand beside the root value. Insert inside it instead.');
  return { container: step.container, ordinal: step.ordinal + (where === 'after' ? 1 : 0) };
}

/** The splice that puts items into a slot; none for no items. */
export function insertItems(places: Places, slot: Slot, items: readonly Item[]): Splice[] {
  const { container, ordinal } = slot;
  if (items.length === 0) return [];
  if (places.children.count(container) === 0) return [fillWith(places, container, items)];
  const layout = layoutOf(places, container, Math.max(0, ordinal - 1));
  const parts = spellItems(places, container, layout, items);
  const separator = encodeUtf8(layout.separator);
  if (ordinal === 0 || slot.before === true) {
    const start = places.itemStart(container, places.children.nth(container, ordinal));
    return [replaceBytes(start, start, [...parts, separator])];
  }
  const { end } = places.range(places.children.nth(container, ordinal - 1));
  return [replaceBytes(end, end, [separator, ...parts])];
}

/** The splice that has a container hold these items and nothing else. */
export function fillWith(places: Places, container: number, items: readonly Item[]): Splice {
  const { start, end } = places.range(container);
  const layout = layoutOf(places, container);
  const parts = spellItems(places, container, layout, items);
  return replaceBytes(start + 1, end - 1, [encodeUtf8(layout.first), ...parts, encodeUtf8(layout.last)]);
}

function spellItems(places: Places, container: number, layout: Layout, items: readonly Item[]): Uint8Array[] {
  const separator = encodeUtf8(layout.separator);
  return items.flatMap((item, index) => {
    const spelt = spellItem(places, container, layout, item);
    return index > 0 ? [separator, ...spelt] : spelt;
  });
}

/** An item as it stands in a container: key, colon and value, or the value alone. */
export function spellItem(places: Places, container: number, layout: Layout, item: Item): Uint8Array[] {
  const value = item.spell(layout.indent, () => lineIndent(places, places.tape.start(container)) ?? '');
  return places.kind(container) === 'array' ? [value] : [encodeUtf8(JSON.stringify(item.key) + layout.colon), value];
}

/** A splice of several pieces. */
export function replaceBytes(start: number, end: number, parts: readonly Uint8Array[]): Splice {
  return { start: asByte(start), end: asByte(end), insert: joinBytes(parts) };
}
