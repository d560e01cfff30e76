// Plans the splices that make parts of one document equal to the other; all other bytes stay as they are. Changed values are
// replaced, missing ones are inserted next to their neighbours, and surplus ones are removed. All of it is one list of splices,
// and so one undo step.
//
//   replacements and insertions                  ──▶ one list ──┐
//   removals, planned on the text that results   ──▶ another ───┴──▶ composed: insertions next to removals are right

import { hasComments } from '../../../shared/document/dialect.ts';
import { commentsOf } from '../../layout/comments.ts';
import {
  CHANGE_WORDS,
  markOf,
  NO_NODE,
  readChange,
  type MergeSelection,
  type Side,
} from '../../../shared/protocol/compare.ts';
import { ChangeMap, mapAscending } from '../../../shared/document/changes.ts';
import type { Splice } from '../../../shared/document/splice.ts';
import { asNode } from '../../../shared/units.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { planEdit, setValues } from '../../edit/edit.ts';
import { insertItems, slotAt } from '../../edit/insertion.ts';
import { enteredItem, movedItem, type Item } from '../../layout/item-spelling.ts';
import { LF } from '../../../shared/bytes/ascii.ts';
import type { Places } from '../../tape/places.ts';
import { KeyTable } from '../../tape/key-table.ts';
import { SpliceList } from '../../base/splice-list.ts';
import { Trial } from '../../edit/trial.ts';
import type { Work } from '../../base/work.ts';
import type { Comparison } from '../result/compare.ts';
import { counterpartOf } from '../result/counterparts.ts';
import { entryOf } from '../match/pairing.ts';
import type { SideData } from '../hash/sides.ts';
import { textForDialect } from './spell.ts';
import { WordList } from '../../base/word-list.ts';

const SLICE_CHANGES = 256;

/** The documents of a merge: the one that is written, the one it becomes equal to, and the pairing words of the latter. */
interface Direction {
  readonly target: SideData;
  readonly source: SideData;
  readonly words: Uint32Array;
}

/** Items to insert at one place: after a sibling, or first in a container. */
interface Arrival {
  readonly place: number;
  readonly isFirst: boolean;
  readonly items: Item[];
}

/**
 * Returns the splices for the document on side `toward`, sorted; none when nothing is selected. Cost: grows with the selection;
 * where something is removed and something else changes, also a copy of the document.
 * @throws CodedError `refused` for what the dialect of that document cannot hold, `too-large`
 */
export function* mergeChanges(comparison: Comparison, selection: MergeSelection, toward: Side): Work<Splice[]> {
  const { changes, sides, pairing } = comparison;
  const chosen = chooseChanges(comparison, selection);
  const isLeft = toward === 'left';
  const direction: Direction = isLeft
    ? { target: sides.left, source: sides.right, words: pairing.right }
    : { target: sides.right, source: sides.left, words: pairing.left };
  const { target, source } = direction;
  const total = chosen.length;
  const sets = new WordList();
  const jsons: string[] = [];
  const gone = new WordList();
  const come = new WordList();
  for (let index = 0, done = 0; index < total; index += 1) {
    if (chosen[index] === 0) continue;
    done += 1;
    if (done % SLICE_CHANGES === 0) yield { done: index, total };
    const { left, right } = readChange(changes, index);
    const [own, other] = isLeft ? [left, right] : [right, left];
    if (own !== null && other !== null) {
      sets.push(own);
      jsons.push(decodeUtf8(textForDialect(source.places, other, target.tape.dialect)));
    } else if (own !== null) gone.push(own);
    else if (other !== null) come.push(other);
  }
  const { places } = target;
  // Added in the order of the source, so that duplicate keys stay in order.
  const arrivals = new Arrivals(direction);
  for (const [index, node] of come.finish().toSorted().entries()) {
    arrivals.add(node);
    if (index % SLICE_CHANGES === SLICE_CHANGES - 1) yield { done: index, total };
  }
  const coming = yield* arrivals.plan();
  const splices: Splice[] =
    sets.length === 1
      ? yield* planEdit(places, { type: 'set', node: asNode(sets.at(0)), json: jsons[0] ?? '' })
      : yield* setValues(places, sets.view(), jsons, new SpliceList(target.document.memory, Infinity));
  const nodes = gone.finish().toSorted();
  if (coming.length === 0 && nodes.length === 0) return splices;
  if (coming.length === 0 && splices.length === 0) return yield* planEdit(places, { type: 'remove', nodes });
  for (const splice of coming) splices.push(splice);
  // An insertion before a value comes before the replacement of that value. The sort is stable: the rest keeps its order.
  splices.sort((one, other) => one.start - other.start || one.end - other.end);
  if (nodes.length === 0) return splices;
  const starts = Float64Array.from(nodes, (node) => target.tape.start(node));
  const trial = new Trial(target.document);
  yield* trial.places();
  trial.write(splices);
  const after = yield* trial.places();
  const moved = Uint32Array.from(mapAscending(ChangeMap.of(splices), starts, 'after'), (start) =>
    after.tape.lastAtOrBefore(start),
  );
  trial.write(yield* planEdit(after, { type: 'remove', nodes: moved }));
  return trial.splices();
}

/** Returns 1 for each selected change. A move is selected as a whole. */
function chooseChanges(comparison: Comparison, selection: MergeSelection): Uint8Array {
  const { changes } = comparison;
  const chosen = new Uint8Array(changes.length / CHANGE_WORDS);
  const choose = (index: number): void => {
    const partner = changes[index * CHANGE_WORDS + 3] ?? NO_NODE;
    chosen[index] = 1;
    if (partner !== NO_NODE) chosen[partner] = 1;
  };
  switch (selection.type) {
    case 'all':
      return chosen.fill(1);
    case 'changes':
      for (const index of selection.indexes) {
        if (index >= chosen.length) throw new RangeError(`change ${index} of ${chosen.length}`);
        choose(index);
      }
      return chosen;
    case 'node': {
      const { sides, marks } = comparison;
      const { side } = selection;
      const own = side === 'left' ? sides.left.tape : sides.right.tape;
      const other = side === 'left' ? sides.right.tape : sides.left.tape;
      // A node inside a created or deleted value selects that value.
      const node = markOf(marks[side], selection.node)?.node ?? selection.node;
      const level = counterpartOf(comparison, side, node);
      const [end, otherEnd] = [own.next(node), level.isExact ? other.next(level.node) : -1];
      const [word, otherWord] = side === 'left' ? [1, 2] : [2, 1];
      for (let index = 0; index < chosen.length; index += 1) {
        const at = changes[index * CHANGE_WORDS + word] ?? NO_NODE;
        const there = changes[index * CHANGE_WORDS + otherWord] ?? NO_NODE;
        if ((at >= node && at < end) || (there >= level.node && there < otherEnd)) choose(index);
      }
      return chosen;
    }
  }
}

/**
 * A value of one document as an item of another one's array, with its comments. On one line there it keeps its bytes, as its
 * neighbours do.
 */
export function itemOf(source: Places, node: number, target: Places): Item {
  const { start, end } = source.range(node);
  const isSame = source.tape.dialect === target.tape.dialect && !source.text.slice(start, end).includes(LF);
  if (isSame) return movedItem(source, node, '', source.parent(node));
  return entered(source, node, target, '');
}

/** A member of an object as a member of another document's, with its comments. */
export function memberOf(source: Places, node: number, target: Places): Item {
  return entered(source, node, target, source.key(node));
}

/** A value of one document as an item or a member of another one, with its comments. */
function entered(source: Places, node: number, target: Places, key: string): Item {
  const text = decodeUtf8(textForDialect(source, node, target.tape.dialect));
  const has = hasComments(source.tape.dialect) && hasComments(target.tape.dialect);
  const comments = has ? commentsOf(source, source.parent(node), node) : undefined;
  return enteredItem(target, key, text, comments);
}

/** Collects the values to insert, in the order of the source. */
class Arrivals {
  private readonly list: Arrival[] = [];
  /** By container of the source: the members of the target by key if the source has a duplicate key, else `null`. */
  private readonly repeats = new Map<number, KeyTable | null>();
  /** Where duplicate keys are inserted, by container of the source. */
  private readonly kept = new Map<number, Map<string, Arrival>>();

  constructor(private readonly direction: Direction) {}

  /** Adds a value of the source that the target lacks. */
  add(node: number): void {
    const { source, target, words } = this.direction;
    const parent = source.places.parent(node);
    const container = entryOf(words[parent] ?? 0);
    const isObject = source.places.kind(parent) === 'object';
    const key = isObject ? source.places.key(node) : '';
    const place = entryOf(words[node] ?? 0);
    const item = (isObject ? memberOf : itemOf)(source.places, node, target.places);
    const repeats = isObject ? this.repeatsIn(parent, container) : null;
    if (repeats === null) {
      this.put(place, place === container, item);
      return;
    }
    // Duplicates must stay in order: all are inserted in one place, after the last one that exists there.
    let places = this.kept.get(parent);
    if (places === undefined) this.kept.set(parent, (places = new Map()));
    const known = places.get(key);
    if (known !== undefined) {
      known.items.push(item);
      return;
    }
    const last = repeats.like(source.places, node);
    places.set(key, this.put(last < 0 ? place : last, last < 0 && place === container, item));
  }

  /** Returns the splices that insert all values. */
  *plan(): Work<Splice[]> {
    const { places } = this.direction.target;
    const splices: Splice[] = [];
    for (const [index, { place, isFirst, items }] of this.list.entries()) {
      if (index % SLICE_CHANGES === SLICE_CHANGES - 1) yield { done: index, total: this.list.length };
      const slot = isFirst ? { container: place, ordinal: 0 } : slotAt(places, asNode(place), 'after');
      for (const splice of insertItems(places, slot, items)) splices.push(splice);
    }
    return splices;
  }

  private put(place: number, isFirst: boolean, item: Item): Arrival {
    const last = this.list.at(-1);
    if (last !== undefined && last.place === place && last.isFirst === isFirst) {
      last.items.push(item);
      return last;
    }
    const arrival = { place, isFirst, items: [item] };
    this.list.push(arrival);
    return arrival;
  }

  /** The members of the target's object by key if the source's object has a duplicate key; else `null`. */
  private repeatsIn(parent: number, container: number): KeyTable | null {
    const known = this.repeats.get(parent);
    if (known !== undefined) return known;
    const { source, target } = this.direction;
    const table = new KeyTable(source.places, parent);
    const isRepeated = table.size < source.places.children.count(parent);
    const found = isRepeated ? new KeyTable(target.places, container) : null;
    this.repeats.set(parent, found);
    return found;
  }
}
