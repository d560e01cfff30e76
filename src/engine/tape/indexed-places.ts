// Places for many lookups in one text. An object with very many members gets a table of its keys at the second lookup, so that
// a thousand operations on five million members don't walk over them a thousand times.

import type { Path } from '../../shared/document/path.ts';
import { KeyTable } from './key-table.ts';
import { nameOf, Places } from './places.ts';

/** Objects with fewer entries are walked each time. */
const LARGE = 4096;

/** Looks up places; valid until the text or the tape changes. */
export class IndexedPlaces extends Places {
  /** Tables by object; `null` after the first lookup. */
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

  /** Whether an object is known to have no duplicate keys. */
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
