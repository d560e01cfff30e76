// The columns of an array of objects, in order of first appearance over all rows. A row's members are found without making
// strings of their keys, as long as rows have them in the same order.
//
//   {"id":1,"o":{"a":2}}      id, o.a       flattened: an object that is not empty becomes columns joined by dots
//   {"id":2,"o":{}}           o             what is left of it is a column of its own

import { BACKSLASH } from '../../shared/bytes/ascii.ts';
import { unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { Work } from '../base/work.ts';
import { nameOf, type Places } from '../tape/places.ts';
import { openItems, type FastItems, type ItemStyle, type WrittenItems } from './fast-items.ts';
import type { Member } from './member.ts';
import { hasLoneSurrogate } from './wtf8.ts';

const SLICE_ITEMS = 4096;
const MARKED = /:(?:json|text)$/;

/** A column of the file. */
export interface MemberColumn {
  readonly member: Member;
  readonly path: readonly string[];
  /** Whether it holds an object or an array. */
  readonly hasContainer: boolean;
}

/** Finds the members of rows. */
export class MemberColumns {
  columns: MemberColumn[] = [];
  readonly root = this.make('', null);
  private readonly fast: FastItems | null;
  private count = 0;
  /** The column of items that are no objects. */
  private bare: Member | null = null;

  constructor(
    private readonly places: Places,
    private readonly flatten: boolean,
    /** Whether an object is kept whole when one of its keys would not come back from the typed form. */
    private readonly typed: boolean,
    /** The columns whose objects are kept whole, by their names. */
    private readonly wholes: ReadonlySet<string> = new Set(),
    isFast = true,
  ) {
    this.fast = isFast ? openItems(places, this.root, flatten) : null;
  }

  /** Finds the columns of the items of an array. */
  *find(array: number): Work<void> {
    const { tape } = this.places;
    const close = tape.closing(array);
    const fast = this.bare === null ? this.fast : null;
    let items = 0;
    for (let item = array + 1; item < close;) {
      const known = fast?.know(item, close);
      if (known !== undefined && !known.isLeft) {
        ({ item } = known);
        yield { done: tape.start(item), total: this.places.text.size };
        continue;
      }
      item = known?.item ?? item;
      this.walk(item, (member, entry) => {
        if (member.valueOrder < 0) member.valueOrder = this.count++;
        if (!member.hasContainer && tape.isOpening(entry)) member.hasContainer = true;
      });
      items += 1;
      item = tape.next(item);
      if (items % SLICE_ITEMS === 0) yield { done: tape.start(item), total: this.places.text.size };
    }
    this.settle();
  }

  /** Writes items as rows, as long as nothing in them is odd. */
  write(item: number, close: number, style: ItemStyle): WrittenItems | null {
    return this.fast?.write(item, close, style) ?? null;
  }

  /** Takes the items of an array, none of which is an object, for the values of one column. */
  *findBare(array: number, name: string): Work<void> {
    this.bare = this.make(name, this.root);
    this.root.members.set(name, this.bare);
    yield* this.find(array);
  }

  /** Makes columns of JSON of those with a text that has a lone surrogate, which no encoding but UTF-16 has. */
  *markSurrogates(array: number): Work<void> {
    const { places } = this;
    const { text, tape } = places;
    const close = tape.closing(array);
    let items = 0;
    for (let item = array + 1; item < close; item = tape.next(item)) {
      this.walk(item, (member, entry) => {
        if (member.hasContainer || places.kind(entry) !== 'string') return;
        const { start, end } = places.range(entry);
        const literal = text.slice(start, end);
        if (literal.includes(BACKSLASH) && hasLoneSurrogate(unquote(decodeUtf8(literal)))) member.hasContainer = true;
      });
      items += 1;
      if (items % SLICE_ITEMS === 0) yield { done: tape.start(item), total: text.size };
    }
    this.settle();
  }

  /** Calls back for each value of a row that is in a column, with its entry. */
  walk(item: number, found: (member: Member, entry: number) => void): void {
    const { places, flatten } = this;
    const { tape } = places;
    if (places.kind(item) !== 'object') {
      if (this.bare !== null) found(this.bare, item);
      return;
    }
    const ends: number[] = [tape.closing(item)];
    const parents: Member[] = [this.root];
    let previous: Member | null = null;
    for (let at = item + 1; ;) {
      const end = ends.at(-1) ?? 0;
      if (at >= end) {
        ends.pop();
        previous = parents.pop() ?? null;
        if (ends.length === 0) return;
        at = end + 1;
        continue;
      }
      const parent = parents.at(-1) ?? this.root;
      const member: Member = this.memberAt(at, parent, previous);
      const isOpen = flatten && !member.isWhole && tape.closing(at) > at + 1 && places.kind(at) === 'object';
      if (!isOpen) {
        found(member, at);
        previous = member;
        at = tape.next(at);
        continue;
      }
      ends.push(tape.closing(at));
      parents.push(member);
      previous = null;
      at += 1;
    }
  }

  private memberAt(entry: number, parent: Member, previous: Member | null): Member {
    const guess = previous === null ? parent.first : previous.after;
    if (guess !== null && this.places.isKey(entry, guess.name)) return guess;
    const key = this.places.key(entry);
    let member = parent.members.get(key);
    if (member === undefined) {
      member = this.make(key, parent);
      parent.members.set(key, member);
      member.isWhole = this.wholes.size > 0 && this.wholes.has(pathOf(member).join('.'));
      if (this.typed && this.flatten && parent !== this.root && (key.includes('.') || MARKED.test(key)))
        parent.isWhole = true;
    }
    if (previous === null) parent.first = member;
    else previous.after = member;
    return member;
  }

  private make(key: string, parent: Member | null): Member {
    return {
      name: nameOf(key),
      parent,
      members: new Map(),
      first: null,
      after: null,
      order: parent === null ? -1 : this.count++,
      valueOrder: -1,
      hasContainer: false,
      isWhole: false,
      column: -1,
    };
  }

  private settle(): void {
    const found: { readonly column: MemberColumn; readonly order: number }[] = [];
    const open: { readonly members: Iterator<Member>; readonly path: readonly string[] }[] = [
      { members: this.root.members.values(), path: [] },
    ];
    for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
      const step = level.members.next();
      if (step.done === true) {
        open.pop();
        continue;
      }
      const member = step.value;
      const path = [...level.path, member.name.text];
      const { isWhole, hasContainer, valueOrder, order } = member;
      if (isWhole) found.push({ column: { member, path, hasContainer: true }, order });
      else {
        if (valueOrder >= 0) found.push({ column: { member, path, hasContainer }, order: valueOrder });
        open.push({ members: member.members.values(), path });
      }
    }
    this.columns = found.toSorted((a, b) => a.order - b.order).map(({ column }) => column);
    for (const [index, { member }] of this.columns.entries()) member.column = index;
  }
}

/** The keys that lead to a member. */
function pathOf(member: Member): string[] {
  const path: string[] = [];
  for (let at = member; at.parent !== null; at = at.parent) path.unshift(at.name.text);
  return path;
}
