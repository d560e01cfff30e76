// Writes a merged document: one of the two with the other's edits in it, so that every byte that nobody edited stays.
//
//   1  values replaced, items and members inserted
//   2  what is gone removed           planned on the text that results, as insertions beside removals are right then
//   3  children put in order          containers inside of others first

import { hasComments } from '../../shared/document/dialect.ts';
import { ChangeMap, mapAscending } from '../../shared/document/changes.ts';
import type { Splice } from '../../shared/document/splice.ts';
import type { MergeSide } from '../../shared/protocol/merge.ts';
import { asByte, asNode } from '../../shared/units.ts';
import { SLASH } from '../../shared/bytes/ascii.ts';
import { equalBytes } from '../../shared/bytes/bytes.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { otherSide } from '../../shared/side.ts';
import { SpliceList } from '../base/splice-list.ts';
import type { Work } from '../base/work.ts';
import { childrenOf } from '../diff/hash/sides.ts';
import { itemOf, memberOf } from '../diff/output/merge.ts';
import { textForDialect } from '../diff/output/spell.ts';
import type { JsonDocument } from '../document/document.ts';
import { planEdit, setValues } from '../edit/edit.ts';
import { insertItems, slotAt } from '../edit/insertion.ts';
import { Trial } from '../edit/trial.ts';
import { lineIndent } from '../layout/container-layout.ts';
import { enteredItem, movedItem, replaceBytes, type Item } from '../layout/item-spelling.ts';
import { reindent } from '../layout/spelling.ts';
import { itemsOf, reorder } from '../sort/reorder.ts';
import type { Places } from '../tape/places.ts';
import type { MergedContainer, MergedValue, PlannedMerge } from './plan.ts';
import type { Version, Versions } from './versions.ts';

/** A container of the host whose children are in another order than they should be. */
interface Reordering {
  readonly container: number;
  /** The child that belongs to each position, by its position once all are inserted and removed. */
  readonly order: Uint32Array;
}

/** Values per slice. */
const SLICE_VALUES = 1024;

/**
 * Returns the text of a planned merge. `host` is the document that is written into, in which comments may be merged already: its
 * entries are those of the plan.
 */
export function* writeMerge(versions: Versions, plan: PlannedMerge, host: JsonDocument): Work<Uint8Array> {
  return yield* new Writer(versions, plan, host).run(plan);
}

class Writer {
  private readonly host: Version;
  private readonly guest: Version;
  private readonly places: Places;
  private readonly splices: Splice[] = [];
  private readonly nodes: number[] = [];
  private readonly jsons: string[] = [];
  private readonly gone: number[] = [];
  private readonly reorderings: Reordering[] = [];
  /** Whether values of the other side keep their bytes, but for the indentation. */
  private readonly keepsLayout: boolean;
  private readonly side: MergeSide;
  private values = 0;

  constructor(
    versions: Versions,
    { host, isLaidOutAlike }: PlannedMerge,
    private readonly document: JsonDocument,
  ) {
    this.side = host;
    this.host = versions.of(host);
    this.guest = versions.of(otherSide(host));
    this.places = document.places;
    const source = this.guest.data.places.tape;
    this.keepsLayout = isLaidOutAlike && source.dialect === document.dialect && source.bracketLength(0) === 1;
  }

  *run({ root, containers }: PlannedMerge): Work<Uint8Array> {
    this.replace(root, root.take);
    for (const container of containers) {
      const { merged } = container;
      if (typeof merged === 'string' || 'text' in merged) this.replace(container, merged);
      else yield* this.writeChildren(container, merged);
    }
    this.replaceAround(this.host.base.places);
    const { document, gone, reorderings } = this;
    reorderings.sort((one, other) => one.container - other.container);
    const trial = new Trial(document);
    let places: Places = yield* trial.places();
    let starts: Float64Array = Float64Array.from(reorderings, ({ container }) => document.tape.start(container));
    const write = (splices: readonly Splice[]): void => {
      starts = mapAscending(ChangeMap.of(splices), starts, 'after');
      trial.write(splices);
    };
    const removed = gone.toSorted((a, b) => a - b);
    const offsets = Float64Array.from(removed, (node) => document.tape.start(node));
    const splices = yield* this.planWrites();
    if (splices.length > 0) {
      write(splices);
      places = yield* trial.places();
    }
    if (removed.length > 0) {
      const nodes = Uint32Array.from(mapAscending(ChangeMap.of(splices), offsets, 'after'), (start) =>
        places.tape.lastAtOrBefore(start),
      );
      write(yield* planEdit(places, { type: 'remove', nodes }));
      places = yield* trial.places();
    }
    for (const level of this.levels()) {
      const moves: Splice[] = [];
      for (const { index, order } of level) {
        // The first record of NDJSON may start where its root does.
        const isRoot = reorderings[index]?.container === 0;
        const container = isRoot ? 0 : places.tape.lastAtOrBefore(starts[index] ?? 0);
        moves.push(...(yield* reorder(places, yield* itemsOf(places, container), order)));
      }
      write(moves.toSorted((a, b) => a.start - b.start));
      places = yield* trial.places();
    }
    return places.text.slice(0, places.text.size).slice();
  }

  private *writeChildren(container: MergedContainer, children: readonly MergedValue[]): Work<void> {
    const parent = container[this.side];
    const { places } = this;
    const isObject = places.kind(parent) === 'object';
    const kept = new Set<number>();
    /** What is inserted behind the last child before it that is here already. */
    const arrivals = new Map<number, Item[]>();
    let last = -1;
    for (const child of children) {
      this.values += 1;
      if (this.values % SLICE_VALUES === 0) yield { done: Math.max(0, parent), total: places.tape.count };
      const here = child[this.side];
      if (here >= 0) {
        kept.add(here);
        last = here;
        this.replace(child, child.take);
        continue;
      }
      const items = arrivals.get(last) ?? [];
      arrivals.set(last, items);
      items.push(this.itemFor(child, isObject));
    }
    this.insert(parent, arrivals);
    for (const child of childrenOf(this.host.data, parent)) if (!kept.has(child)) this.gone.push(child);
    this.orderChildren(parent, children);
  }

  /** Notes the order of children if it is another one than that in which they come to stand. */
  private orderChildren(container: number, children: readonly MergedValue[]): void {
    const here = children.flatMap((child, rank) => (child[this.side] < 0 ? [] : [{ entry: child[this.side], rank }]));
    if (here.every(({ entry }, at) => at === 0 || (here[at - 1]?.entry ?? 0) < entry)) return;
    const coming = new Map<number, number[]>();
    let last = -1;
    for (const [rank, child] of children.entries()) {
      if (child[this.side] >= 0) last = child[this.side];
      else if (coming.has(last)) coming.get(last)?.push(rank);
      else coming.set(last, [rank]);
    }
    const standing = [
      ...(coming.get(-1) ?? []),
      ...here.toSorted((a, b) => a.entry - b.entry).flatMap(({ entry, rank }) => [rank, ...(coming.get(entry) ?? [])]),
    ];
    const order = new Uint32Array(children.length);
    for (const [position, rank] of standing.entries()) order[rank] = position;
    this.reorderings.push({ container, order });
  }

  /** Gives a value of the host what stands in its place, unless it does so already. */
  private replace(value: Omit<MergedValue, 'take'>, take: MergedValue['take']): void {
    const here = value[this.side];
    if (take === 'inside' || take === this.side) return;
    if (typeof take !== 'string') {
      this.set(here, take.text);
      return;
    }
    const other = value[take];
    const { places: source } = this.guest.data;
    const isExact =
      value.base >= 0 &&
      this.places.tape.dialect === source.tape.dialect &&
      this.places.tape.bracketLength(here) > 0 &&
      this.host.hasBytesOf(value.base, here);
    if (!isExact && this.keepsLayout) {
      const [from, to] = [source.range(other), this.places.range(here)];
      const bytes = source.text.slice(from.start, from.end).slice();
      const [before, after] = [lineIndent(source, from.start) ?? '', lineIndent(this.places, to.start) ?? ''];
      this.splices.push(replaceBytes(to.start, to.end, [reindent(bytes, before, after)]));
      return;
    }
    if (!isExact) {
      this.set(here, decodeUtf8(textForDialect(source, other, this.places.tape.dialect)));
      return;
    }
    const [{ start, end }, from] = [this.places.range(here), source.range(other)];
    this.splices.push(replaceBytes(start, end, [source.text.slice(from.start, from.end)]));
  }

  private set(node: number, json: string): void {
    this.nodes.push(node);
    this.jsons.push(json);
  }

  /** A value that the host does not have, as an item or a member of one of its containers. */
  private itemFor({ left, right, take }: MergedValue, isObject: boolean): Item {
    const other = this.side === 'left' ? right : left;
    const { places: source } = this.guest.data;
    if (typeof take !== 'string') return enteredItem(this.places, isObject ? source.key(other) : '', take.text);
    if (this.keepsLayout) return movedItem(source, other, isObject ? source.key(other) : '', source.parent(other));
    return isObject ? memberOf(source, other, this.places) : itemOf(source, other, this.places);
  }

  private insert(container: number, arrivals: ReadonlyMap<number, Item[]>): void {
    for (const [behind, items] of arrivals) {
      const slot = behind < 0 ? { container, ordinal: 0 } : slotAt(this.places, asNode(behind), 'after');
      this.splices.push(...insertItems(this.places, slot, items));
    }
  }

  /** Takes over white space around the root that only the other side has changed. Comments there are merged as such. */
  private replaceAround(base: Places): void {
    const { places } = this;
    if (places.tape.bracketLength(0) === 0) return;
    const texts = [base, places, this.guest.data.places].map((around) => {
      const { text } = around;
      const { start, end } = around.range(0);
      return [text.slice(0, start).slice(), text.slice(end, text.size).slice()];
    });
    for (const part of [0, 1]) {
      const [before, here, there] = texts.map((both) => both[part] ?? new Uint8Array());
      if (before === undefined || here === undefined || there === undefined) continue;
      if (!equalBytes(before, here) || equalBytes(here, there)) continue;
      if (hasComments(places.tape.dialect) && [here, there].some((bytes) => bytes.includes(SLASH))) continue;
      const start = part === 0 ? 0 : places.range(0).end;
      this.splices.push({ start: asByte(start), end: asByte(start + here.length), insert: there });
    }
  }

  /** The splices of the first step, sorted. */
  private *planWrites(): Work<Splice[]> {
    const { places, nodes, jsons } = this;
    const [first = 0] = nodes;
    const sets =
      nodes.length === 1
        ? yield* planEdit(places, { type: 'set', node: asNode(first), json: jsons[0] ?? '' })
        : yield* setValues(places, nodes, jsons, new SpliceList(this.document.memory, Infinity));
    // An insertion before a value comes before the replacement of that value. The sort is stable: the rest keeps its order.
    return [...this.splices, ...sets].toSorted((one, other) => one.start - other.start || one.end - other.end);
  }

  /** The reorderings with their indexes, those inside of others first. */
  private levels(): { readonly index: number; readonly order: Uint32Array }[][] {
    const levels: { readonly index: number; readonly order: Uint32Array }[][] = [];
    const ends: number[] = [];
    for (const [index, { container, order }] of this.reorderings.entries()) {
      while ((ends.at(-1) ?? Infinity) < container) ends.pop();
      (levels[ends.length] ??= []).push({ index, order });
      ends.push(this.document.tape.closing(container));
    }
    return levels.toReversed();
  }
}
