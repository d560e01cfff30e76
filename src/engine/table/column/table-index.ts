// What is known of the cells of one array at one revision: columns as typed arrays, and which rows match a filter. Kept within a
// budget; what was used least recently goes first.

import type { Path } from '../../../shared/document/path.ts';
import type { Work } from '../../base/work.ts';
import type { JsonDocument } from '../../document/document.ts';
import type { Places } from '../../tape/places.ts';
import type { ColumnData } from './column-data.ts';
import { readColumn } from './read-column.ts';

/** Bytes of the columns and rows that are kept; a single larger one is kept alone. */
const BUDGET = 192 * 1024 * 1024;

/** Whatever has a size. */
interface Sized {
  readonly byteLength: number;
}

/** Columns and matches of one array. Valid until the text changes. */
export class TableIndex {
  private readonly kept = new Map<string, Sized>();
  private size = 0;
  private known = -1;

  /** Without a document, rows can't be searched for a text. */
  constructor(
    readonly places: Places,
    readonly array: number,
    readonly document: JsonDocument | null = null,
    private readonly budget = BUDGET,
  ) {}

  get rows(): number {
    if (this.known < 0) this.known = this.places.children.count(this.array);
    return this.known;
  }

  /** The bytes that are kept. */
  get byteLength(): number {
    return this.size;
  }

  /** The cells of a column. */
  column(path: Path): Work<ColumnData> {
    return this.keep(`column ${JSON.stringify(path)}`, () => readColumn(this.places, this.array, path));
  }

  /** Returns what is kept under a name, or makes and keeps it. */
  *keep<T extends Sized>(name: string, make: () => Work<T>): Work<T> {
    const found = this.kept.get(name) as T | undefined;
    if (found !== undefined) {
      this.kept.delete(name);
      this.kept.set(name, found);
      return found;
    }
    const made = yield* make();
    this.put(name, made);
    return made;
  }

  /** What is kept under a name. */
  get(name: string): Sized | undefined {
    return this.kept.get(name);
  }

  /** Keeps something under a name. */
  put(name: string, made: Sized): void {
    this.size += made.byteLength - (this.kept.get(name)?.byteLength ?? 0);
    this.kept.delete(name);
    this.kept.set(name, made);
    for (const [other, { byteLength }] of this.kept) {
      if (this.size <= this.budget || other === name) break;
      this.kept.delete(other);
      this.size -= byteLength;
    }
  }
}
