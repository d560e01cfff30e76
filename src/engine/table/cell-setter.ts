// Sets the cells of one row after another. An existing value is replaced. A missing one is inserted into the innermost object
// or array on its path, with the objects that lead to it.
//
//   {"id": 1, "at": null}     set at.x to 5, note to "n"     {"id": 1, "at": {"x": 5}, "note": "n"}

import type { Path, Segment } from '../../shared/document/path.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asByte } from '../../shared/units.ts';
import { TABLE_EDIT } from '../../shared/texts/edits.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { finish } from '../base/work.ts';
import { insertItems } from '../edit/insertion.ts';
import { removeNodes } from '../edit/removal.ts';
import { Indents } from '../layout/indents.ts';
import { enteredItem } from '../layout/item-spelling.ts';
import { formatEntered } from '../layout/spelling.ts';
import type { Places } from '../tape/places.ts';
import { CellFinder, findInside } from './cell-finder.ts';

/** The value of a missing key: JSON, or further keys. */
type Missing = string | Map<string, Missing>;

/** Makes the splices of rows, which must ascend. */
export class CellSetter {
  /** The number of cells that were set. */
  count = 0;
  /** Why the first of the other cells could not be set. */
  refusal: string | null = null;
  private readonly finder: CellFinder;
  private readonly found: Int32Array;
  private readonly indents: Indents;
  /** For each column, one that holds it; -1 if there is none. */
  private readonly outer: readonly number[];
  /** Scalars by their JSON; their spelling does not depend on the place. */
  private readonly spelt = new Map<string, Uint8Array>();

  constructor(
    private readonly places: Places,
    private readonly columns: readonly Path[],
  ) {
    this.finder = new CellFinder(places, columns, true);
    this.found = new Int32Array(columns.length);
    this.indents = new Indents(places);
    this.outer = columns.map((path) => columns.findIndex((other) => other.length > 0 && liesIn(path, other)));
  }

  /**
   * Returns the splices that set the cells of one row, sorted. `textOf` returns the JSON of a column; `null` removes its value.
   */
  setRow(item: number, textOf: (column: number) => string | null): Splice[] {
    const { columns, found } = this;
    this.finder.find(item, found, 0);
    const splices: Splice[] = [];
    const missing = new Map<number, Map<string, Missing>>();
    const removed: number[] = [];
    for (const [column, path] of columns.entries()) {
      const node = found[column] ?? -1;
      const json = textOf(column);
      const outer = this.outer[column] ?? -1;
      if (outer >= 0 && textOf(outer) !== null) {
        // Its value is a part of that one.
        this.count += 1;
      } else if (json === null) {
        if (node >= 0) removed.push(node);
        this.count += 1;
      } else if (node >= 0) {
        splices.push(this.replace(node, json));
        this.count += 1;
      } else if (this.note(item, path, json, missing)) this.count += 1;
    }
    for (const splice of this.remove(removed, missing)) splices.push(splice);
    for (const [container, items] of missing) for (const splice of this.fill(container, items)) splices.push(splice);
    if (splices.length < 2) return splices;
    splices.sort((a, b) => a.start - b.start || a.end - b.end);
    // Drops the splices inside a value that is replaced.
    let end = 0;
    return splices.filter((splice) => {
      const isInside = splice.start < end;
      if (!isInside) ({ end } = splice);
      return !isInside;
    });
  }

  /**
   * Removes members of objects; items of arrays and whole rows become `null`. A member makes room for what is missing in its
   * object, as nothing can be inserted beside a comma that goes.
   */
  private remove(nodes: readonly number[], missing: Map<number, Map<string, Missing>>): Splice[] {
    const { places } = this;
    const splices: Splice[] = [];
    const members: number[] = [];
    for (const node of nodes.toSorted((a, b) => a - b)) {
      const parent = places.parent(node);
      const items = missing.get(parent);
      if (places.kind(parent) !== 'object') splices.push(this.replace(node, 'null'));
      else if (items === undefined) members.push(node);
      else {
        missing.delete(parent);
        const spelt = Array.from(items, ([key, value]) => `${JSON.stringify(key)}: ${spellMissing(value)}`).join(', ');
        const { start } = places.keyRange(node);
        splices.push({ start: asByte(start), end: asByte(places.range(node).end), insert: encodeUtf8(spelt) });
      }
    }
    return members.length === 0 ? splices : splices.concat(finish(removeNodes(places, Uint32Array.from(members))));
  }

  private replace(node: number, json: string): Splice {
    const { start, end } = this.places.range(node);
    return { start: asByte(start), end: asByte(end), insert: this.spell(json, start) };
  }

  private spell(json: string, offset: number): Uint8Array {
    const known = this.spelt.get(json);
    if (known !== undefined) return known;
    const isScalar = !/^\s*[[{]/.test(json);
    const bytes = formatEntered(this.places, json, isScalar ? null : this.indents.at(offset));
    if (isScalar) this.spelt.set(json, bytes);
    return bytes;
  }

  /** Records where a missing value is to be inserted. Returns false when nothing on its path can contain it. */
  private note(item: number, path: Path, json: string, missing: Map<number, Map<string, Missing>>): boolean {
    const { places } = this;
    let container = item;
    let depth = 0;
    for (; depth < path.length; depth += 1) {
      const inner = findInside(places, container, path.slice(depth, depth + 1));
      if (inner < 0) break;
      container = inner;
    }
    const kind = places.kind(container);
    const first = path[depth];
    const holds = typeof first === 'string' ? kind === 'object' || kind === 'null' : kind === 'array';
    if (first === undefined || !holds) {
      this.refusal ??= TABLE_EDIT.holdsNothing(kind);
      return false;
    }
    let items = missing.get(container);
    if (items === undefined) missing.set(container, (items = new Map()));
    putInto(items, path.slice(depth), json);
    return true;
  }

  private fill(container: number, items: ReadonlyMap<string, Missing>): Splice[] {
    const { places } = this;
    const kind = places.kind(container);
    if (kind === 'null') return [this.replace(container, spellMissing(items))];
    const count = places.children.count(container);
    const entered = kind === 'array' ? paddedItems(items, count) : [...items];
    return insertItems(
      places,
      { container, ordinal: count },
      entered.map(([key, value]) => enteredItem(places, key, spellMissing(value))),
    );
  }
}

function liesIn(path: Path, outer: Path): boolean {
  return path.length > outer.length && outer.every((segment, index) => path[index] === segment);
}

function putInto(items: Map<string, Missing>, path: readonly Segment[], json: string): void {
  let into = items;
  for (const segment of path.slice(0, -1)) {
    const inner = into.get(String(segment));
    const next = inner instanceof Map ? inner : new Map<string, Missing>();
    into.set(String(segment), next);
    into = next;
  }
  into.set(String(path.at(-1)), json);
}

/** The items to append to an array, by position, with `null` for positions that are not set. */
function paddedItems(items: ReadonlyMap<string, Missing>, count: number): [string, Missing][] {
  let last = 0;
  for (const key of items.keys()) last = Math.max(last, Number(key));
  return Array.from({ length: last - count + 1 }, (_, index) => ['', items.get(String(count + index)) ?? 'null']);
}

/** Cost: the length of the result. Recurses as deep as the path of a column. */
function spellMissing(value: Missing | ReadonlyMap<string, Missing>): string {
  if (typeof value === 'string') return value;
  return `{${Array.from(value, ([key, inner]) => `${JSON.stringify(key)}: ${spellMissing(inner)}`).join(', ')}}`;
}

/** A new row with the values of some columns; `null` for a missing one. Recurses as deep as the path of a column. */
export function formatRow(columns: readonly Path[], textOf: (column: number) => string | null): string {
  const items = new Map<string, Missing>();
  for (const [column, path] of columns.entries()) {
    const json = textOf(column);
    if (json === null) continue;
    // The column of the items themselves.
    if (path.length === 0) return json;
    if (columns.some((outer, at) => outer.length > 0 && liesIn(path, outer) && textOf(at) !== null)) continue;
    putInto(items, path, json);
  }
  if (typeof columns.find((path) => path.length > 0)?.[0] !== 'number') {
    const isOfValues = columns.every((path) => path.length === 0);
    return isOfValues ? 'null' : spellMissing(items);
  }
  return `[${paddedItems(items, 0)
    .map(([, value]) => spellMissing(value))
    .join(', ')}]`;
}
