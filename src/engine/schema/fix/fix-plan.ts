// Turns fixes into one list of splices: the fix of one error, or of every error that has a fix of the same kind, however many
// there are.

import { encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { Splice } from '../../../shared/document/splice.ts';
import type { Work } from '../../base/work.ts';
import { SpliceList } from '../../base/splice-list.ts';
import { setValues } from '../../edit/edit.ts';
import { insertItems } from '../../edit/insertion.ts';
import { removeNodes } from '../../edit/removal.ts';
import { lineIndent } from '../../layout/container-layout.ts';
import { enteredItem } from '../../layout/item-spelling.ts';
import { formatKeyLike } from '../../layout/new-keys.ts';
import { formatEntered } from '../../layout/spelling.ts';
import type { Places } from '../../tape/places.ts';
import type { FixChange } from './fixes.ts';

/** Changes per slice. */
const SLICE_CHANGES = 2048;
const NOTHING = new Uint8Array();

/** Collects changes of one document, all from one kind of fix. */
export class FixPlanner {
  private readonly changes = new Map<number, FixChange[]>();
  private wraps = false;

  /** The number of errors that it fixes. */
  count = 0;

  constructor(private readonly places: Places) {}

  /** Adds a change, unless the node already has it. */
  add(change: FixChange): void {
    const known = this.changes.get(change.node);
    if (known === undefined) this.changes.set(change.node, [change]);
    // A value can be changed only once, but an object can get several properties.
    else if (change.type !== 'add') return;
    else if (known.some((other) => other.type === 'add' && other.key === change.key)) return;
    else known.push(change);
    this.wraps ||= change.type === 'wrap';
    this.count += 1;
  }

  /**
   * Returns the splices, sorted.
   * @throws CodedError `too-large`
   */
  *splices(): Work<Splice[]> {
    const nodes = Uint32Array.from(this.changes.keys()).toSorted();
    const [first] = this.changes.values();
    // Of the fixes to an array, some replace the value and others wrap it.
    const type = this.wraps ? 'wrap' : first?.[0]?.type;
    switch (type) {
      case undefined:
        return [];
      case 'set':
        return yield* this.set(nodes);
      case 'remove':
        return yield* removeNodes(this.places, nodes);
      case 'rename':
        return yield* this.rename(nodes);
      case 'add':
        return yield* this.insert(nodes);
      case 'wrap':
        return yield* this.wrap(nodes);
      case 'unwrap':
        return yield* this.unwrap(nodes);
    }
  }

  private *set(nodes: Uint32Array): Work<Splice[]> {
    const outer = this.apart(nodes);
    const jsons = Array.from(outer, (node) => {
      const [change] = this.changes.get(node) ?? [];
      return change?.type === 'set' ? change.json : '';
    });
    return yield* setValues(this.places, outer, jsons, new SpliceList(this.places.tape.memory));
  }

  private *rename(nodes: Uint32Array): Work<Splice[]> {
    const { places } = this;
    // Keys are in the order of their values.
    const list = new SpliceList(places.tape.memory);
    for (const [index, node] of nodes.entries()) {
      const [change] = this.changes.get(node) ?? [];
      const { start, end } = places.keyRange(node);
      if (change?.type === 'rename') list.add(start, end, encodeUtf8(formatKeyLike(places, node, change.key)));
      if (index % SLICE_CHANGES === 0) yield { done: index, total: nodes.length };
    }
    return list.finish();
  }

  private *insert(nodes: Uint32Array): Work<Splice[]> {
    const { places } = this;
    const splices: Splice[] = [];
    for (const [index, node] of nodes.entries()) {
      const items = (this.changes.get(node) ?? []).flatMap((change) =>
        change.type === 'add' ? [enteredItem(places, change.key, change.json)] : [],
      );
      splices.push(...insertItems(places, { container: node, ordinal: places.children.count(node) }, items));
      if (index % SLICE_CHANGES === 0) yield { done: index, total: nodes.length };
    }
    // Members are added at the end of an object, after those added to the objects inside it.
    splices.sort((a, b) => a.start - b.start);
    const list = new SpliceList(places.tape.memory);
    for (const { start, end, insert } of splices) list.add(start, end, insert);
    return list.finish();
  }

  private *wrap(nodes: Uint32Array): Work<Splice[]> {
    const { places } = this;
    const list = new SpliceList(places.tape.memory);
    const [opening, closing] = [encodeUtf8('['), encodeUtf8(']')];
    const ends: number[] = [];
    for (const [index, node] of nodes.entries()) {
      const { start, end } = places.range(node);
      for (let last = ends.at(-1); last !== undefined && last <= start; last = ends.at(-1)) {
        list.add(last, last, closing);
        ends.pop();
      }
      const [change] = this.changes.get(node) ?? [];
      if (change?.type === 'set') {
        list.add(start, end, formatEntered(places, change.json, lineIndent(places, start)));
      } else {
        list.add(start, start, opening);
        ends.push(end);
      }
      if (index % SLICE_CHANGES === 0) yield { done: index, total: nodes.length };
    }
    for (const end of ends.toReversed()) list.add(end, end, closing);
    return list.finish();
  }

  private *unwrap(nodes: Uint32Array): Work<Splice[]> {
    const { places } = this;
    const list = new SpliceList(places.tape.memory);
    for (const [index, node] of this.apart(nodes).entries()) {
      const [whole, item] = [places.range(node), places.range(node + 1)];
      list.add(whole.start, item.start, NOTHING);
      list.add(item.end, whole.end, NOTHING);
      if (index % SLICE_CHANGES === 0) yield { done: index, total: nodes.length };
    }
    return list.finish();
  }

  /** Leaves out nodes that are inside other nodes of the list. */
  private apart(nodes: Uint32Array): Uint32Array {
    const { tape } = this.places;
    let next = 0;
    return nodes.filter((node) => {
      if (node < next) return false;
      next = tape.next(node);
      return true;
    });
  }
}
