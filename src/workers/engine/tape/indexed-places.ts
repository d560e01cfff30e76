// Places for many lookups in one text: an object of very many members that is asked a second time gets a table
// of its keys, so that a thousand operations on five million members don't walk over them a thousand times.

import type { Path } from '../../../shared/document/path.ts';
import { KeyTable } from './key-table.ts';
import { nameOf, Places } from './places.ts';

/** An object of fewer entries is walked each time. */
const LARGE = 4096;

/** Looks places up; good as long as the text and the tape stay as they are. */
export class IndexedPlaces extends Places {
  /** By object; `null` where it was asked once. */
  private readonly tables = new Map<number, KeyTable | null>();

  override atPath(path: Path): number {
    let entry = this.tape.count > 0 ? 0 : -1;
    for (const segment of path) {
      if (entry < 0) return -1;
      const table = this.tableOf(entry);
      entry = table === null ? this.child(entry, segment) : table.get(nameOf(String(segment)));
    }
    return entry;
  }

  /** Whether an object is known to have no key twice. */
  hasUniqueKeys(object: number): boolean {
    return this.tables.get(object)?.size === this.children.count(object);
  }

  private tableOf(entry: number): KeyTable | null {
    if (this.tape.closing(entry) - entry < LARGE || this.kind(entry) !== 'object') return null;
    const known = this.tables.get(entry);
    const table = known === null ? new KeyTable(this, entry) : (known ?? null);
    if (known === null || known === undefined) this.tables.set(entry, table);
    return table;
  }
}
