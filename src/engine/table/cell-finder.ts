// Finds the values of many columns in the rows of an array.

import type { Path } from '../../shared/document/path.ts';
import { FieldFinder } from '../query/field-finder.ts';
import type { Places } from '../tape/places.ts';

/** Finds the nodes of cells. Of duplicate keys the last one counts. Valid until the text changes. */
export class CellFinder {
  /** The number of columns. */
  readonly count: number;
  private readonly fields: FieldFinder | null;
  /** Columns whose paths begin with a position; only items that are arrays have them. */
  private readonly positions: readonly { readonly column: number; readonly path: Path }[];
  /** The column of the items themselves, which shows no containers except empty ones; -1 when there is none. */
  private readonly itemColumn: number;

  /** `isLive`: whether the tape is that of the text. If it is older, the members are walked one by one. */
  constructor(
    private readonly places: Places,
    private readonly paths: readonly Path[],
    isLive: boolean,
  ) {
    this.count = paths.length;
    this.fields = isLive ? new FieldFinder(places, paths) : null;
    this.positions = paths.flatMap((path, column) => (typeof path[0] === 'number' ? [{ column, path }] : []));
    this.itemColumn = paths.findIndex((path) => path.length === 0);
  }

  /** Writes the nodes of a row's cells to `found`, starting at index `at`; -1 for a missing cell. */
  find(item: number, found: Int32Array, at: number): void {
    const { places, paths, fields, itemColumn } = this;
    if (fields !== null) fields.find(item, found, at);
    else
      for (let column = 0; column < paths.length; column += 1)
        found[at + column] = findInside(places, item, paths[column]);
    for (const { column, path } of this.positions)
      found[at + column] = places.kind(item) === 'array' ? findInside(places, item, path) : -1;
    // The contents of an object or array have columns of their own.
    if (itemColumn >= 0 && places.tape.isOpening(item) && !this.isEmpty(item)) found[at + itemColumn] = -1;
  }

  private isEmpty(item: number): boolean {
    return this.places.tape.closing(item) === item + 1;
  }
}

/** The node at a path inside a value, by keys through objects and positions through arrays; -1 when there is none. */
export function findInside(places: Places, item: number, path: Path = []): number {
  let node = item;
  for (const segment of path) {
    if (node < 0 || !places.tape.isOpening(node)) return -1;
    const isObject = places.kind(node) === 'object';
    if (isObject !== (typeof segment === 'string')) return -1;
    node = places.child(node, segment);
  }
  return node;
}
