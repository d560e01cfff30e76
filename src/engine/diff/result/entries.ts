// Describes changes for a list: paths, short values, and which occurrence it is where a key occurs more than once.

import { CHANGE_WORDS, readChange, type ChangeSide, type ChangeView } from '../../../shared/protocol/compare.ts';
import { asByte } from '../../../shared/units.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { KeyTable, sameKey } from '../../tape/key-table.ts';
import { cutAt, Heap } from '../../treeview/row-heap.ts';
import type { Places, Step } from '../../tape/places.ts';
import { writePreview } from '../../treeview/preview.ts';
import type { Comparison } from './compare.ts';

/** Most bytes of a scalar in a description. */
const MAX_BYTES = 120;

/** Describes changes; caches which objects have duplicate keys. */
export class Entries {
  private readonly repeated = [new Map<number, boolean>(), new Map<number, boolean>()] as const;

  constructor(private readonly comparison: Comparison) {}

  /**
   * Describes the changes from an index on. Cost of each: its depth, and one walk over the keys of each enclosing object that
   * is new to the cache.
   */
  describe(from: number, count: number): ChangeView[] {
    const { changes, sides } = this.comparison;
    const end = Math.min(from + count, changes.length / CHANGE_WORDS);
    const views: ChangeView[] = [];
    for (let index = Math.max(0, from); index < end; index += 1) {
      const { kind, left, right, partner } = readChange(changes, index);
      views.push({
        index,
        change: kind,
        left: left === null ? null : this.describeSide(sides.left.places, left, this.repeated[0]),
        right: right === null ? null : this.describeSide(sides.right.places, right, this.repeated[1]),
        partner,
      });
    }
    return views;
  }

  private describeSide(places: Places, node: number, known: Map<number, boolean>): ChangeSide {
    const steps = places.steps(node);
    const ordinals = steps.map((step) => ordinalOf(places, step, known));
    const { start, end } = places.range(node);
    return {
      path: steps.map(({ container, child, ordinal }) =>
        places.kind(container) === 'object' ? places.key(child) : ordinal,
      ),
      ordinals: ordinals.every((ordinal) => ordinal === null) ? null : ordinals,
      value: valueText(places, node),
      range: { start: asByte(start), end: asByte(end) },
    };
  }
}

/** The ordinal of a member among those with the same key; `null` when it is the only one. */
function ordinalOf(places: Places, { container, child }: Step, known: Map<number, boolean>): number | null {
  if (places.kind(container) !== 'object') return null;
  let isRepeated = known.get(container);
  if (isRepeated === undefined) {
    isRepeated = new KeyTable(places, container).size < places.children.count(container);
    known.set(container, isRepeated);
  }
  if (!isRepeated) return null;
  let before = 0;
  let behind = 0;
  for (let member = container + 1; !places.tape.isClosing(member); member = places.tape.next(member)) {
    if (member === child || !sameKey(places, member, places, child)) continue;
    if (member < child) before += 1;
    else behind += 1;
  }
  return before + behind === 0 ? null : before;
}

/** A value in about one line: a scalar as spelt, a container as a preview of its contents. */
export function valueText(places: Places, node: number): string {
  if (places.tape.isOpening(node)) {
    const heap = new Heap();
    writePreview(places, node, heap);
    return decodeUtf8(heap.taken());
  }
  const { start, end } = places.range(node);
  const cut = cutAt(places.text, start, end, MAX_BYTES);
  return decodeUtf8(places.text.slice(start, cut)) + (cut < end ? '…' : '');
}
